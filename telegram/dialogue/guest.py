"""What guests are told: linking, consent, the pack limit, closed sessions.

The session's transition is pulled inside the transaction that finishes the update, and its
outcome chooses the words. Every press is answered, whatever becomes of it. Everything said here
may be repeated: a second answer hurts nobody, a lost one strands a guest.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from store.domain.ids import Token, pack_link
from store.domain.machine import Role
from store.domain.outgoing import Rows
from store.domain.reasons import Notice, Refusal
from store.domain.status import SessionStatus
from store.domain.texts import bot
from store.steps import Enqueue, PullThen, Steps
from telegram.botapi.html import cut, escape
from telegram.dialogue import keyboards, menu
from telegram.dialogue.intents import CONSENT, Person, Place, Press
from telegram.dialogue.saying import answer, meet, say, show
from telegram.dialogue.view import View

# Telegram's limit for a text, counted after parsing, so escaping takes no room.
_LONGEST_TEXT = 4096


@dataclass(frozen=True, slots=True)
class Reply:
    """Words with buttons, not yet bound to a message."""

    text: str
    buttons: Rows = ()


def welcome(person: Person, view: View) -> Steps:
    """Greet; while the booth is paused, say so."""
    paused = view.maintenance.paused
    return _met(person, view, _pause(view) if paused else Reply(bot.WELCOME.of(view.language)))


def explain(person: Person, view: View) -> Steps:
    """Tell how it works."""
    return _met(person, view, Reply(bot.HELP.of(view.language)))


def not_understood(person: Person, view: View) -> Steps:
    """Point to what the bot does understand."""
    return _met(person, view, Reply(bot.NOT_UNDERSTOOD.of(view.language)))


def link(person: Person, token: Token | None, view: View) -> Steps:
    """Link the session and ask for consent, or say why not.

    While the booth is paused nothing is linked: the tablet would refuse the next step anyway.
    """
    if view.maintenance.paused:
        return (meet(person, view), _said(person, _pause(view)))
    if token is None or not _fits_button(token):
        return (meet(person, view), say(person, bot.UNKNOWN_LINK.of(view.language)))
    asked = bot.ASK_CONSENT_CLOUD if view.photo_leaves else bot.ASK_CONSENT
    question = Reply(asked.of(view.language), keyboards.consent(token, view.language))
    outcomes: dict[str, Reply] = {
        SessionStatus.LINKED: question,
        Notice.PACK_READY: pack_ready(view),
        Notice.PACK_IN_PROGRESS: Reply(bot.IN_PROGRESS.of(view.language)),
        Refusal.NOT_FOUND: Reply(bot.UNKNOWN_LINK.of(view.language)),
        Refusal.SOMEBODY_ELSE: Reply(bot.SOMEBODY_ELSE.of(view.language)),
        # The same guest, whose outfit is chosen and whose limit leaves room: nothing to do here.
        Refusal.NOTHING_LEFT_OUT: Reply(bot.CHOOSE_ON_TABLET.of(view.language)),
    }
    then: dict[str, Steps] = {
        outcome: (_said(person, reply),) for outcome, reply in outcomes.items()
    }
    otherwise = (_said(person, _standing(person, view)),)
    return (meet(person, view), _pull("link", token, person, then, otherwise))


def consent(press: Press, token: Token, view: View) -> Steps:
    """Record consent and take the question away, or say why not."""
    person, language = press.person, view.language
    agreed = _shown(press, Reply(bot.AGREED.of(language)))
    if view.maintenance.paused:
        agreed = (*agreed, say(person, _pause(view).text, key="paused"))
    foreign = bot.SOMEBODY_ELSE.of(language)
    unknown = Reply(bot.UNKNOWN_LINK.of(language))
    then: dict[str, Steps] = {
        SessionStatus.CONSENTED: (answer(press), *agreed),
        Refusal.SOMEBODY_ELSE: (answer(press, foreign, alert=True),),
        Refusal.NOT_FOUND: (answer(press, unknown.text), *_shown(press, unknown)),
    }
    otherwise = _late(press, view)
    return (meet(person, view), _pull("consent", token, person, then, otherwise))


def unknown_press(press: Press) -> Steps:
    """End the spinner of a button that means nothing any more."""
    return (answer(press),)


def _late(press: Press, view: View) -> Steps:
    """Answer a consent that came when the session was past it, or before it was linked."""
    session = view.session
    if session is not None and not _is_closed(view) and not view.is_mine(press.person.id):
        return (answer(press, bot.SOMEBODY_ELSE.of(view.language), alert=True),)
    reply = _standing(press.person, view)
    return (answer(press, reply.text), *_shown(press, reply))


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
        return pack_ready(view)
    return Reply(bot.CLOSED.of(language))


def _is_closed(view: View) -> bool:
    return view.session is not None and view.session.status is SessionStatus.EXPIRED


def pack_ready(view: View) -> Reply:
    """Return the words that give a guest their pack again."""
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


def _met(person: Person, view: View, reply: Reply) -> Steps:
    """Say something to somebody who is in the middle of nothing, with the keyboard they have."""
    return (meet(person, view), say(person, reply.text, keys=menu.main(view)))


def _pull(
    trigger: str,
    token: Token,
    person: Person,
    then: Mapping[str, Steps],
    otherwise: Steps,
) -> PullThen:
    args = {"guest": person.id}
    return PullThen("session", token, trigger, Role.GUEST, args, then, otherwise, str(person.id))


def _said(person: Person, reply: Reply) -> Enqueue:
    return say(person, reply.text, reply.buttons)


def _shown(press: Press, reply: Reply) -> Steps:
    """Put a reply in the place of the pressed message, or below when that is out of reach."""
    place = None if press.message_id is None else Place(press.person.chat_id, press.message_id)
    return show(press, place, reply.text, reply.buttons)


def _fits_button(token: Token) -> bool:
    return len(f"{CONSENT}:{token}") <= 64
