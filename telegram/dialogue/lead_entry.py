"""Leads by hand: entering one by a form, writing a note, and a viewer's look at a card.

Rights are checked at every step anew; nobody acts from behind a mask. What is entered here holds
to the limits of what comes from outside.
"""

from collections.abc import Mapping

from store.domain.fields import COMMENT_LIMIT, NAME_LIMIT
from store.domain.leads import Lead, LeadForm, LeadId
from store.domain.texts import lead_entry as texts
from store.domain.texts import leads as lead_texts
from store.domain.texts import talk
from store.steps import AddNote, EnterLead, Steps
from telegram.botapi.html import escape
from telegram.dialogue import filling, lead_access, wording
from telegram.dialogue.filling import close, expire
from telegram.dialogue.flows import Filled, Flow, Turn
from telegram.dialogue.intents import Command, ShowLead
from telegram.dialogue.saying import reply
from telegram.dialogue.view import View, lead_admins
from telegram.forms import parsers
from telegram.forms.given import JSON, Written
from telegram.forms.spec import Answers, Fault, Field, Form, Invalid

NOTE_LIMIT = 1000
_READ_NOTE = parsers.text(NOTE_LIMIT, lines=True)


def enter(command: Command, view: View) -> Steps:
    """Begin to ask about a new lead."""
    if command.caller.masked or not view.rights.leads:
        return reply(command.caller, view, talk.NO_ACCESS.of(view.language))
    return filling.begin(Turn(command.caller, view), ENTER)


def note(command: Command, view: View) -> Steps:
    """Write a note on a lead: `/note 12 words` at once, `/note 12` asks for the words."""
    caller, language = command.caller, view.language
    number, words = _split(command.argument)
    lead = lead_access.lead_for(caller, wording.lead_id(number), "/note", view)
    if not isinstance(lead, Lead):
        return lead
    if lead.erased:
        return reply(caller, view, texts.ERASED.of(language, lead=lead.id))
    if not words:
        return filling.begin(Turn(caller, view), NOTE, args={"lead": lead.id})
    read = _READ_NOTE(Written(words))
    if isinstance(read, Invalid):
        return reply(caller, view, escape(read.hint.of(language)))
    done = reply(caller, view, texts.NOTED.of(language, lead=lead.id))
    gone = reply(caller, view, texts.NOT_NOTED.of(language, lead=lead.id))
    return (AddNote(lead.id, str(read.value), caller.person.label, done, gone),)


def show_to_viewer(intent: ShowLead, view: View) -> Steps:
    """Show a lead's card, without buttons, to somebody who may look and no more."""
    caller, language = intent.caller, view.language
    if caller.masked or not view.rights.sees_leads:
        return reply(caller, view, talk.NO_ACCESS.of(language))
    if not caller.in_private:
        # Others in that group may not look at leads.
        return reply(caller, view, texts.PRIVATELY.of(language))
    if intent.lead_id is None:
        return reply(caller, view, lead_texts.USAGE.of(language, command="/stickers_lead"))
    return reply(caller, view, view.leads.card or lead_texts.NO_SUCH_LEAD.of(language))


def _split(argument: str) -> tuple[str, str]:
    number, *rest = argument.split(maxsplit=1) or [""]
    return number, "".join(rest)


def _entered(turn: Turn, filled: Filled) -> Steps:
    given = filled.answers
    form = LeadForm(
        name=_text(given, "name") or "",
        telegram=_text(given, "telegram"),
        phone=_text(given, "phone"),
        comment=_text(given, "comment"),
    )

    def done(lead: int) -> Steps:
        return close(turn, texts.ENTERED.of(turn.language, lead=lead))

    view, by = turn.view, turn.caller.person.label
    return (EnterLead(view.fresh_key, form, view.spare_key, by, done),)


def _noted(turn: Turn, filled: Filled) -> Steps:
    lead, words = filled.args.get("lead"), _text(filled.answers, "note")
    if not isinstance(lead, int) or words is None:
        return expire(turn)
    done = close(turn, texts.NOTED.of(turn.language, lead=lead))
    gone = close(turn, texts.NOT_NOTED.of(turn.language, lead=lead))
    return (AddNote(LeadId(lead), words, turn.caller.person.label, done, gone),)


def _text(answers: Mapping[str, JSON], name: str) -> str | None:
    value = answers.get(name)
    return value if isinstance(value, str) else None


def _has_contact(answers: Answers) -> Fault | None:
    if answers.get("telegram") or answers.get("phone"):
        return None
    return Fault("telegram", texts.NO_CONTACT)


_FIELDS = (
    Field("name", texts.NAME, texts.ASK_NAME, parsers.text(NAME_LIMIT)),
    Field("telegram", texts.TELEGRAM, texts.ASK_TELEGRAM, parsers.username(), optional=True),
    Field("phone", texts.PHONE, texts.ASK_PHONE, parsers.phone(), optional=True),
    Field(
        "comment",
        texts.COMMENT,
        texts.ASK_COMMENT,
        parsers.text(COMMENT_LIMIT, lines=True),
        optional=True,
    ),
)
ENTER = Flow("LEAD", "add", Form("lead", texts.TITLE, _FIELDS, _has_contact), lead_admins, _entered)
NOTE = Flow(
    "LEAD",
    "note",
    Form(
        "lead_note",
        texts.TITLE_NOTE,
        (Field("note", texts.NOTE, texts.ASK_NOTE, _READ_NOTE),),
        confirm=False,
    ),
    lead_admins,
    _noted,
)
FLOWS = (ENTER, NOTE)
