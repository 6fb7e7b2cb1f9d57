"""Leads in the chat: commands of admins, erasure after a confirmation, connect links.

Rights are checked at every step anew: who was asked yesterday may be no admin today. A question is
answered once, within the hour, by the one who was asked, and survives a restart. Nothing personal
of a lead is ever said here; only its card shows that.
"""

from collections.abc import Set
from dataclasses import dataclass
from datetime import timedelta

from store.domain.ids import GuestId, Token
from store.domain.leads import Lead, LeadId
from store.domain.machine import Role
from store.domain.outgoing import Answer, Edit, Rows, Say
from store.domain.reasons import Refusal
from store.domain.status import CardStatus
from store.domain.texts import leads as texts
from store.steps import (
    AskConfirmation,
    ConnectLead,
    DeleteLead,
    Enqueue,
    MeetUser,
    PullThen,
    RepostCard,
    Step,
    UseConfirmation,
)
from telegram.dialogue import keyboards
from telegram.dialogue.intents import (
    Caller,
    ConfirmPress,
    ForgetLead,
    Intent,
    LeadPress,
    Person,
    Place,
    Press,
    ShowLead,
    StartToken,
)
from telegram.dialogue.view import Asked, View

FORGET, DELETE = "forget_lead", "delete_lead"
"""What a confirmation of ours is for."""
CONFIRM_WITHIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The records about leads that a decision needs: by a lead, a question, or a link's payload."""

    lead_id: LeadId | None = None
    question: str | None = None
    payload: Token | None = None


def wanted(intent: Intent) -> Wanted | None:
    """Return what to look up for an intent; None when leads have nothing to do with it."""
    match intent:
        case LeadPress(lead_id=lead_id) | ShowLead(lead_id=lead_id) | ForgetLead(lead_id=lead_id):
            return Wanted(lead_id=lead_id)
        case ConfirmPress(key=key):
            return Wanted(question=key)
        case StartToken(token=token) if token is not None:
            return Wanted(payload=token)
        case _:
            return None


def lead_asked_about(asked: Asked) -> LeadId | None:
    """Return the lead that a question is about; other questions have other records."""
    return LeadId(int(asked.record)) if asked.action in {FORGET, DELETE} else None


def is_lead_admin(user: GuestId, admins: Set[int]) -> bool:
    """Tell whether a person may handle leads; the one place where this is decided."""
    return user in admins


def connect(person: Person, key: Token, view: View) -> tuple[Step, ...]:
    """Put the person's Telegram on their lead and greet them; a key works once.

    The pause of the booth does not concern leads.
    """
    greeting = (_say(person, texts.GREETING.of(view.language)),)
    spent = (_say(person, texts.LINK_USED.of(view.language)),)
    connected = ConnectLead(key, person.id, person.username, greeting, spent)
    return (MeetUser(person.id, view.language), connected)


def show(intent: ShowLead, view: View) -> tuple[Step, ...]:
    """Have the card posted again; in the group the card itself is the answer."""
    lead = _lead_for(intent.caller, intent.lead_id, "/stickers_lead", view)
    if not isinstance(lead, Lead):
        return lead
    if lead.erased:
        return _reply(intent.caller, texts.TITLE_ERASED.of(view.language, lead=lead.id), view)
    said = texts.SHOWN_AGAIN.of(view.language, lead=lead.id)
    told = _reply(intent.caller, said, view) if intent.caller.in_private else ()
    return (RepostCard(lead.id), *told)


def forget(intent: ForgetLead, view: View) -> tuple[Step, ...]:
    """Ask before anything personal is erased, or a test lead deleted."""
    lead = _lead_for(intent.caller, intent.lead_id, "/stickers_forget", view)
    if not isinstance(lead, Lead):
        return lead
    if intent.whole and not view.leads.is_test:
        return _reply(intent.caller, texts.NOT_A_TEST.of(view.language), view)
    if lead.erased and not intent.whole:
        return _reply(intent.caller, texts.FORGOTTEN.of(view.language, lead=lead.id), view)
    action, question = (DELETE, texts.ASK_DELETE) if intent.whole else (FORGET, texts.ASK_FORGET)
    key = view.leads.fresh_key
    buttons = keyboards.confirmation(key, view.language)
    asked = AskConfirmation(key, intent.caller.person.id, action, str(lead.id))
    return (
        asked,
        *_reply(intent.caller, question.of(view.language, lead=lead.id), view, buttons),
    )


def confirm(intent: ConfirmPress, view: View) -> tuple[Step, ...]:
    """Do what was asked about, or leave it; the question is used up either way."""
    asked, language = view.leads.asked, view.language
    stale = (_answer(intent.press, texts.STALE.of(language)),)
    if asked is None or asked.action not in {FORGET, DELETE}:
        return stale
    person = intent.press.person.id
    if asked.user != person or not view.leads.allowed:
        return (_answer(intent.press, texts.NO_ACCESS.of(language), alert=True),)
    if asked.age > CONFIRM_WITHIN:
        kept = texts.KEPT.of(language)
        end: tuple[Step, ...] = (*stale, *_show(intent.place, kept))
    elif not intent.yes:
        end = _ended(intent, texts.KEPT.of(language))
    elif asked.action == FORGET:
        end = (_erase(intent, asked, view),)
    else:
        end = (_delete(intent, asked, view),)
    return (UseConfirmation(intent.key, person, end, stale),)


def _erase(intent: ConfirmPress, asked: Asked, view: View) -> Step:
    done = _ended(intent, texts.FORGOTTEN.of(view.language, lead=asked.record))
    unknown = _ended(intent, texts.NO_SUCH_LEAD.of(view.language))
    # Erased in the meantime, by somebody else or by age: what was asked for is so.
    then = {str(CardStatus.ERASED): done, str(Refusal.WRONG_STATUS): done}
    return PullThen(
        "lead_card", asked.record, "erase", Role.LEAD_ADMIN, {}, then, unknown, intent.label
    )


def _delete(intent: ConfirmPress, asked: Asked, view: View) -> Step:
    done = _ended(intent, texts.DELETED.of(view.language, lead=asked.record))
    otherwise = texts.NOT_A_TEST if view.leads.lead else texts.NO_SUCH_LEAD
    left = _ended(intent, otherwise.of(view.language))
    return DeleteLead(LeadId(int(asked.record)), intent.label, done, left)


def _lead_for(
    caller: Caller, lead_id: LeadId | None, command: str, view: View
) -> Lead | tuple[Step, ...]:
    """Return the lead that a command is about, or the steps that refuse it."""
    language = view.language
    if caller.masked or not view.leads.allowed:
        return _reply(caller, texts.NO_ACCESS.of(language), view)
    if lead_id is None:
        return _reply(caller, texts.USAGE.of(language, command=command), view)
    return view.leads.lead or _reply(caller, texts.NO_SUCH_LEAD.of(language), view)


def _reply(caller: Caller, text: str, view: View, buttons: Rows = ()) -> tuple[Step, ...]:
    """Say something where the command was given; only a private chat makes an acquaintance."""
    said = _say(caller.person, text, buttons, caller.topic)
    met = MeetUser(caller.person.id, view.language)
    return (met, said) if caller.in_private else (said,)


def _ended(intent: ConfirmPress, text: str) -> tuple[Step, ...]:
    return (_answer(intent.press, text), *_show(intent.place, text))


def _say(person: Person, text: str, buttons: Rows = (), topic: int | None = None) -> Enqueue:
    body = Say(text, buttons, topic)
    return Enqueue("reply", person.chat_id, body, "reply", repeatable=True)


def _show(place: Place | None, text: str) -> tuple[Step, ...]:
    """Put a text without buttons in the place of a message that can still be edited."""
    if place is None:
        return ()
    body = Edit(place.message_id, text)
    return (Enqueue("edit", place.chat_id, body, "edit", repeatable=True),)


def _answer(press: Press, text: str, *, alert: bool = False) -> Enqueue:
    return Enqueue("answer", None, Answer(press.query_id, text, alert), "answer", repeatable=True)
