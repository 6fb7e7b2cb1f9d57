"""From what a person wants to the steps that answer it; the one place where intents meet rules."""

from typing import assert_never

from store.domain.ids import Token
from store.steps import MarkBlocked, MeetUser, Step
from telegram.dialogue import guest, lead_status, leads
from telegram.dialogue.intents import (
    Blocked,
    ConfirmPress,
    Consent,
    ForgetLead,
    Help,
    Ignored,
    Intent,
    LeadPress,
    OtherPress,
    Person,
    PlainStart,
    ShowLead,
    StartToken,
    Unblocked,
    Unclear,
)
from telegram.dialogue.view import View


def decide(  # noqa: C901 - one line an intent
    intent: Intent, view: View
) -> tuple[Step, ...]:
    """Return what is to be done, all of it in the transaction that finishes the update."""
    match intent:
        case StartToken(person, token) if token is not None and view.leads.connects:
            return leads.connect(person, token, view)
        case StartToken(person, token):
            return guest.link(person, token, view)
        case PlainStart(person):
            return guest.welcome(person, view)
        case Help(person):
            return guest.explain(person, view)
        case Unclear(person):
            return guest.not_understood(person, view)
        case Consent(press, token):
            return guest.consent(press, token, view)
        case OtherPress(press):
            return guest.unknown_press(press)
        case LeadPress():
            return lead_status.press(intent, view)
        case ConfirmPress():
            return leads.confirm(intent, view)
        case ShowLead():
            return leads.show(intent, view)
        case ForgetLead():
            return leads.forget(intent, view)
        case Blocked(person):
            return (MarkBlocked(person.id),)
        case Unblocked(person):
            return (MeetUser(person.id, view.language),)
        case Ignored():
            return ()
        case _ as never:
            assert_never(never)


def concerns(intent: Intent) -> tuple[Person, Token | None] | None:
    """Return whose records, and which session's, a decision needs; None when it needs none."""
    match intent:
        case StartToken(person, token):
            return person, token
        case Consent(press, token):
            return press.person, token
        case OtherPress(press) | LeadPress(press) | ConfirmPress(press):
            return press.person, None
        case ShowLead(caller) | ForgetLead(caller):
            return caller.person, None
        case (
            PlainStart(person)
            | Help(person)
            | Unclear(person)
            | Blocked(person)
            | Unblocked(person)
        ):
            return person, None
        case Ignored():
            return None
        case _ as never:
            assert_never(never)
