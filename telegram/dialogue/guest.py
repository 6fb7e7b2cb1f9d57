"""What guests are told: linking, consent, the pack limit, closed sessions.

The session's transition is pulled inside the transaction that finishes the update, and its
outcome chooses the words. Every press is answered, whatever becomes of it. Everything said here
may be repeated: a second answer hurts nobody, a lost one strands a guest.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from store.domain.ids import Token, pack_link
from store.domain.machine import Role
from store.domain.outgoing import Answer, Edit, Rows, Say
from store.domain.reasons import Notice, Refusal
from store.domain.status import SessionStatus
from store.domain.texts import bot
from store.steps import Enqueue, MeetUser, PullThen, Step
from telegram.botapi.html import cut, escape
from telegram.dialogue import keyboards
from telegram.dialogue.intents import CONSENT, Person, Press
from telegram.dialogue.view import View

# Telegram's limit for a text, counted after parsing, so escaping takes no room.
_LONGEST_TEXT = 4096


@dataclass(frozen=True, slots=True)
class Reply:
    """Words with buttons, not yet bound to a message."""

    text: str
    buttons: Rows = ()


def welcome(person: Person, view: View) -> tuple[Step, ...]:
    """Greet; while the booth is paused, say so."""
    paused = view.maintenance.paused
    return _met(person, view, _pause(view) if paused else Reply(bot.WELCOME.of(view.language)))


def explain(person: Person, view: View) -> tuple[Step, ...]:
    """Tell how it works."""
    return _met(person, view, Reply(bot.HELP.of(view.language)))


def not_understood(person: Person, view: View) -> tuple[Step, ...]:
    """Point to what the bot does understand."""
    return _met(person, view, Reply(bot.NOT_UNDERSTOOD.of(view.language)))


def link(person: Person, token: Token | None, view: View) -> tuple[Step, ...]:
    """Link the session and ask for consent, or say why not.

    While the booth is paused nothing is linked: the tablet would refuse the next step anyway.
    """
    if view.maintenance.paused:
        return _met(person, view, _pause(view))
    if token is None or not _fits_button(token):
        return _met(person, view, Reply(bot.UNKNOWN_LINK.of(view.language)))
    question = Reply(bot.ASK_CONSENT.of(view.language), keyboards.consent(token, view.language))
    outcomes: dict[str, Reply] = {
        SessionStatus.LINKED: question,
        Notice.PACK_READY: _pack_ready(view),
        Notice.PACK_IN_PROGRESS: Reply(bot.IN_PROGRESS.of(view.language)),
        Refusal.NOT_FOUND: Reply(bot.UNKNOWN_LINK.of(view.language)),
        Refusal.SOMEBODY_ELSE: Reply(bot.SOMEBODY_ELSE.of(view.language)),
        # The same guest, whose outfit is chosen and whose limit leaves room: nothing to do here.
        Refusal.NOTHING_LEFT_OUT: Reply(bot.CHOOSE_ON_TABLET.of(view.language)),
    }
    then: dict[str, tuple[Step, ...]] = {
        outcome: (_say(person, reply),) for outcome, reply in outcomes.items()
    }
    otherwise = (_say(person, _standing(person, view)),)
    return (_meet(person, view), _pull("link", token, person, then, otherwise))


def consent(press: Press, token: Token, view: View) -> tuple[Step, ...]:
    """Record consent and take the question away, or say why not."""
    person, language = press.person, view.language
    agreed = _show(press, Reply(bot.AGREED.of(language)))
    if view.maintenance.paused:
        agreed = (*agreed, _say(person, _pause(view), key="paused"))
    foreign = bot.SOMEBODY_ELSE.of(language)
    unknown = Reply(bot.UNKNOWN_LINK.of(language))
    then: dict[str, tuple[Step, ...]] = {
        SessionStatus.CONSENTED: (_answer(press), *agreed),
        Refusal.SOMEBODY_ELSE: (_answer(press, foreign, alert=True),),
        Refusal.NOT_FOUND: (_answer(press, unknown.text), *_show(press, unknown)),
    }
    otherwise = _late(press, view)
    return (_meet(person, view), _pull("consent", token, person, then, otherwise))


def unknown_press(press: Press) -> tuple[Step, ...]:
    """End the spinner of a button that means nothing any more."""
    return (_answer(press),)


def _late(press: Press, view: View) -> tuple[Step, ...]:
    """Answer a consent that came when the session was past it, or before it was linked."""
    session = view.session
    if session is not None and not _is_closed(view) and not view.is_mine(press.person.id):
        return (_answer(press, bot.SOMEBODY_ELSE.of(view.language), alert=True),)
    reply = _standing(press.person, view)
    return (_answer(press, reply.text), *_show(press, reply))


def _standing(person: Person, view: View) -> Reply:
    """Say where a session that this step no longer fits has got to."""
    language, session = view.language, view.session
    if session is None or not view.is_mine(person.id):
        taken = session is not None and session.status is SessionStatus.PHOTO_TAKEN
        return Reply((bot.SOMEBODY_ELSE if taken else bot.CLOSED).of(language))
    if session.status is SessionStatus.TEMPLATE_CHOSEN:
        return Reply(bot.CHOOSE_ON_TABLET.of(language))
    limited = session.status is SessionStatus.PHOTO_TAKEN or session.notice is not None
    if limited and view.in_progress:
        return Reply(bot.IN_PROGRESS.of(language))
    if limited and view.guest.pack_name is not None:
        return _pack_ready(view)
    return Reply(bot.CLOSED.of(language))


def _is_closed(view: View) -> bool:
    return view.session is not None and view.session.status is SessionStatus.EXPIRED


def _pack_ready(view: View) -> Reply:
    name = view.guest.pack_name
    if name is None:
        return Reply(bot.HAVE_PACK_NO_LINK.of(view.language))
    text = bot.HAVE_PACK.of(view.language, link=escape(pack_link(name)))
    return Reply(text, keyboards.pack(name, view.language))


def _pause(view: View) -> Reply:
    words = view.operators_words
    if words and words.strip():
        return Reply(escape(cut(words.strip(), _LONGEST_TEXT)))
    return Reply(bot.PAUSED.of(view.language))


def _met(person: Person, view: View, reply: Reply) -> tuple[Step, ...]:
    return (_meet(person, view), _say(person, reply))


def _meet(person: Person, view: View) -> MeetUser:
    return MeetUser(person.id, view.language)


def _pull(
    trigger: str,
    token: Token,
    person: Person,
    then: Mapping[str, tuple[Step, ...]],
    otherwise: tuple[Step, ...],
) -> PullThen:
    args = {"guest": person.id}
    return PullThen("session", token, trigger, Role.GUEST, args, then, otherwise, str(person.id))


def _say(person: Person, reply: Reply, key: str = "reply") -> Enqueue:
    body = Say(reply.text, reply.buttons)
    return Enqueue("reply", person.chat_id, body, key, repeatable=True)


def _show(press: Press, reply: Reply) -> tuple[Step, ...]:
    """Put a reply in the place of the pressed message, or below when that is out of reach."""
    if press.message_id is None:
        return (_say(press.person, reply),)
    body = Edit(press.message_id, reply.text, reply.buttons)
    return (Enqueue("edit", press.person.chat_id, body, "edit", repeatable=True),)


def _answer(press: Press, text: str = "", *, alert: bool = False) -> Enqueue:
    body = Answer(press.query_id, text, alert)
    return Enqueue("answer", None, body, "answer", repeatable=True)


def _fits_button(token: Token) -> bool:
    return len(f"{CONSENT}:{token}") <= 64
