"""What a guest thinks of their pack: a score by a button, then a few words if they like.

Each is given once and only by the guest who was asked; the store keeps that, and here it chooses
the words. A score that no button offers changes nothing.
"""

from store.domain.outgoing import Button, Rows
from store.domain.policy import RATE_BUTTON, SCORES
from store.domain.records import Feedback
from store.domain.texts import feedback as texts
from store.domain.texts import talk
from store.steps import CommentPack, Rate, Steps
from telegram.dialogue import filling
from telegram.dialogue.filling import close, expire
from telegram.dialogue.flows import Expired, Filled, Flow, Turn
from telegram.dialogue.intents import Place, RowPress, in_private
from telegram.dialogue.saying import answer, put, show
from telegram.dialogue.view import View, anybody
from telegram.forms import parsers
from telegram.forms.spec import Field, Form

WORDS, NO_WORDS = "words", "no"
LOW = 2
"""The highest score that a guest is offered help for."""
COMMENT_LIMIT = 1000


def rate(pressed: RowPress, view: View) -> Steps:
    """Keep a score, thank, and ask for a few words."""
    asked = _asked(pressed, view)
    if not isinstance(asked, Feedback):
        return asked
    if pressed.rest not in map(str, SCORES):
        return _answered(pressed, talk.NOT_YOUR_TURN.of(view.language))
    already = _answered(pressed, texts.RATED_ALREADY.of(view.language))
    if asked.score is not None:
        return already
    score, language = int(pressed.rest), view.language
    text = (texts.SORRY if score <= LOW else texts.THANKS).of(language, score=score)
    shown = show(pressed.press, pressed.place, text, _buttons(asked.id, language))
    thanked = (answer(pressed.press, texts.THANKS_ANYWAY.of(language)), *shown)
    return (Rate(asked.id, pressed.press.person.id, score, thanked, already),)


def words(pressed: RowPress, view: View) -> Steps:
    """Ask for a few words, or thank without them."""
    asked = _asked(pressed, view)
    if not isinstance(asked, Feedback):
        return asked
    if asked.score is None or pressed.rest not in {"", NO_WORDS}:
        return _answered(pressed, talk.NOT_YOUR_TURN.of(view.language))
    kept = show(pressed.press, pressed.place, _kept(asked.score, view.language))
    if asked.comment is not None:
        return (*_answered(pressed, texts.SAID_ALREADY.of(view.language)), *kept)
    turn = Turn(in_private(pressed.press.person), view)
    writing = _is_writing(view, asked)
    if pressed.rest == NO_WORDS:
        return (answer(pressed.press), *kept, *(_stop(turn) if writing else ()))
    if writing:
        return _answered(pressed, texts.GO_ON.of(view.language))
    if view.state is not None:
        return filling.busy(pressed.press, view)
    args = {"feedback": asked.id, "score": asked.score}
    if pressed.place is not None:
        args["message"] = pressed.place.message_id
    return (answer(pressed.press), *filling.begin(turn, COMMENT, args=args))


def _asked(pressed: RowPress, view: View) -> Feedback | Steps:
    """Return the question that a button belongs to, or the steps that refuse it."""
    asked = view.feedback
    if asked is None:
        return _answered(pressed, texts.GONE.of(view.language))
    if asked.telegram_user_id != pressed.press.person.id:
        return (answer(pressed.press, texts.NOT_YOURS.of(view.language), alert=True),)
    return asked


def _answered(pressed: RowPress, text: str) -> Steps:
    return (answer(pressed.press, text),)


def _is_writing(view: View, asked: Feedback) -> bool:
    state = view.state
    if state is None or (state.type, state.method) != (COMMENT.subject, COMMENT.method):
        return False
    args = state.params.get("args")
    return isinstance(args, dict) and args.get("feedback") == asked.id


def _stop(turn: Turn) -> Steps:
    """End the form that is open for the words."""
    if turn.view.state is None:
        return ()
    flows = {(COMMENT.subject, COMMENT.method): COMMENT}
    try:
        return filling.leave(turn, filling.load(turn.view.state, turn.view, flows))
    except Expired:
        return expire(turn)


def _buttons(row: int, language: str) -> Rows:
    return (
        (Button(texts.WRITE.of(language), data=f"{WORDS}:{row}"),),
        (Button(texts.NO_WORDS.of(language), data=f"{WORDS}:{row}:{NO_WORDS}"),),
    )


def _kept(score: int, language: str) -> str:
    text = texts.KEPT_SCORE.of(language, score=score)
    return f"{text}\n{texts.HELP_AT_BOOTH.of(language)}" if score <= LOW else text


def _commented(turn: Turn, filled: Filled) -> Steps:
    row, comment = filled.args.get("feedback"), filled.answers.get("comment")
    if not isinstance(row, int):
        return expire(turn)
    settled = _settled(turn, filled)
    if not isinstance(comment, str):
        return (*close(turn, texts.THANKS_ANYWAY.of(turn.language)), *settled)
    thanks = (*close(turn, texts.THANKS_FOR_WORDS.of(turn.language)), *settled)
    already = close(turn, texts.SAID_ALREADY.of(turn.language))
    return (CommentPack(row, turn.caller.person.id, comment, thanks, already),)


def _settled(turn: Turn, filled: Filled) -> Steps:
    """Take the buttons off the message that asked whether there are words."""
    match filled.args:
        case {"message": int(message), "score": int(score)}:
            asked = Place(turn.caller.person.chat_id, message)
            return put(asked, _kept(score, turn.language))
        case _:
            return ()


COMMENT = Flow(
    "FEEDBACK",
    "comment",
    Form(
        "comment",
        texts.TITLE,
        (
            Field(
                "comment",
                texts.COMMENT,
                texts.ASK_COMMENT,
                parsers.text(COMMENT_LIMIT, lines=True),
                optional=True,
            ),
        ),
        confirm=False,
    ),
    anybody,
    _commented,
)
PRESSES = {RATE_BUTTON: rate, WORDS: words}
FLOWS = (COMMENT,)
