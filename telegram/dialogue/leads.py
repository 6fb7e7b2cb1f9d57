"""Leads in the chat: commands of admins, erasure after a confirmation, connect links.

Rights are checked at every step anew: who was asked yesterday may be no admin today. A question is
answered once, within the hour, by the one who was asked, and survives a restart. Nothing personal
of a lead is ever said here; only its card shows that.
"""

from functools import partial

from store.domain.ids import Token
from store.domain.leads import Lead, LeadId
from store.domain.machine import Role
from store.domain.reasons import Refusal
from store.domain.status import CardStatus
from store.domain.texts import leads as texts
from store.steps import ConnectLead, DeleteLead, MeetUser, PullThen, RepostCard, Steps
from telegram.dialogue import lead_access, lead_entry, questions
from telegram.dialogue.intents import ConfirmPress, ForgetLead, Person, ShowLead
from telegram.dialogue.questions import Doing
from telegram.dialogue.saying import answer, put, reply, say
from telegram.dialogue.view import Asked, View, lead_admins

FORGET, DELETE = "forget_lead", "delete_lead"
"""What a confirmation of ours is for."""


def lead_asked_about(asked: Asked) -> LeadId | None:
    """Return the lead that a question is about; other questions have other records."""
    return LeadId(int(asked.record)) if asked.action in {FORGET, DELETE} else None


def connect(person: Person, key: Token, view: View) -> Steps:
    """Put the person's Telegram on their lead and greet them; a key works once.

    The pause of the booth does not concern leads.
    """
    greeting = (say(person, texts.GREETING.of(view.language)),)
    spent = (say(person, texts.LINK_USED.of(view.language)),)
    connected = ConnectLead(key, person.id, person.username, greeting, spent)
    return (MeetUser(person.id, view.language), connected)


def show(intent: ShowLead, view: View) -> Steps:
    """Have the card posted again; in the group the card itself is the answer."""
    if view.rights.sees_leads and not view.rights.leads:
        return lead_entry.show_to_viewer(intent, view)
    lead = lead_access.lead_for(intent.caller, intent.lead_id, "/stickers_lead", view)
    if not isinstance(lead, Lead):
        return lead
    if lead.erased:
        return reply(intent.caller, view, texts.TITLE_ERASED.of(view.language, lead=lead.id))
    said = texts.SHOWN_AGAIN.of(view.language, lead=lead.id)
    told = reply(intent.caller, view, said) if intent.caller.in_private else ()
    return (RepostCard(lead.id), *told)


def forget(intent: ForgetLead, view: View) -> Steps:
    """Ask before anything personal is erased, or a test lead deleted."""
    caller, language = intent.caller, view.language
    lead = lead_access.lead_for(caller, intent.lead_id, "/stickers_forget", view)
    if not isinstance(lead, Lead):
        return lead
    if intent.whole and not view.leads.is_test:
        return reply(caller, view, texts.NOT_A_TEST.of(language))
    if lead.erased and not intent.whole:
        return reply(caller, view, texts.FORGOTTEN.of(language, lead=lead.id))
    action, question = (DELETE, texts.ASK_DELETE) if intent.whole else (FORGET, texts.ASK_FORGET)
    text = question.of(language, lead=lead.id)
    ask = partial(reply, caller, view, text)
    return questions.ask(caller.person.id, action, str(lead.id), language, ask)


def _erase(intent: ConfirmPress, asked: Asked, view: View) -> Steps:
    done = _ended(intent, texts.FORGOTTEN.of(view.language, lead=asked.record))
    unknown = _ended(intent, texts.NO_SUCH_LEAD.of(view.language))
    # Erased in the meantime, by somebody else or by age: what was asked for is so.
    then = {str(CardStatus.ERASED): done, str(Refusal.WRONG_STATUS): done}
    role, who = Role.LEAD_ADMIN, intent.press.person.label
    return (PullThen("lead_card", asked.record, "erase", role, {}, then, unknown, who),)


def _delete(intent: ConfirmPress, asked: Asked, view: View) -> Steps:
    done = _ended(intent, texts.DELETED.of(view.language, lead=asked.record))
    otherwise = texts.NOT_A_TEST if view.leads.lead else texts.NO_SUCH_LEAD
    left = _ended(intent, otherwise.of(view.language))
    return (DeleteLead(LeadId(int(asked.record)), intent.press.person.label, done, left),)


def _ended(intent: ConfirmPress, text: str) -> Steps:
    return (answer(intent.press, text), *put(intent.place, text))


ACTIONS = {
    FORGET: Doing(lead_admins, _erase, texts.KEPT),
    DELETE: Doing(lead_admins, _delete, texts.KEPT),
}
