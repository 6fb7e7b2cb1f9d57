"""Who may do something with a lead in the chat, and whether there is such a lead."""

from store.domain.leads import Lead, LeadId
from store.domain.texts import leads as texts
from store.domain.texts import talk
from store.steps import Steps
from telegram.dialogue.intents import Caller
from telegram.dialogue.saying import reply
from telegram.dialogue.view import View


def lead_for(caller: Caller, lead_id: LeadId | None, command: str, view: View) -> Lead | Steps:
    """Return the lead that a command is about, or the steps that refuse it."""
    language = view.language
    if caller.masked or not view.rights.leads:
        return reply(caller, view, talk.NO_ACCESS.of(language))
    if lead_id is None:
        return reply(caller, view, texts.USAGE.of(language, command=command))
    return view.leads.lead or reply(caller, view, texts.NO_SUCH_LEAD.of(language))
