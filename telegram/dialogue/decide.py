"""From what a person wants to the steps that answer it; the one place where intents meet rules.

A command first ends whatever the person was in the middle of. While they are, what they write in
that chat goes to the form; reply keys and idle talk are looked at only otherwise.
"""

from dataclasses import replace
from typing import assert_never

from store.domain.texts import talk
from store.steps import MarkBlocked, MeetUser, Steps
from telegram.dialogue import confirming, filling, guest, lead_status, leads, links, menu
from telegram.dialogue.buses import COMMANDS, FLOWS, PRESSES
from telegram.dialogue.filling import caller_of
from telegram.dialogue.flows import Expired, Turn
from telegram.dialogue.intents import (
    Blocked,
    Caller,
    Command,
    Commanded,
    ConfirmPress,
    Consent,
    ForgetLead,
    FormPress,
    Help,
    Ignored,
    Intent,
    LeadPress,
    OtherPress,
    PlainStart,
    RowPress,
    Said,
    ShowLead,
    StartToken,
    Unblocked,
    Unclear,
    in_private,
)
from telegram.dialogue.saying import answer
from telegram.dialogue.view import View


def decide(intent: Intent, view: View) -> Steps:  # noqa: C901 - one line an intent
    """Return what is to be done, all of it in the transaction that finishes the update."""
    match intent:
        case _ if isinstance(intent, Commanded):
            return _command(intent, view)
        case Said():
            return _said(intent, view)
        case FormPress():
            return _form_press(intent, view)
        case RowPress():
            return _row_press(intent, view)
        case ConfirmPress():
            return confirming.confirm(intent, view)
        case Consent(press, token):
            return guest.consent(press, token, view)
        case OtherPress(press):
            return guest.unknown_press(press)
        case LeadPress():
            return lead_status.press(intent, view)
        case Blocked(person):
            return (MarkBlocked(person.id),)
        case Unblocked(person):
            return (MeetUser(person.id, view.language),)
        case Ignored():
            return ()
        case _ as never:
            assert_never(never)


def _command(intent: Commanded, view: View) -> Steps:
    """Cancel what was under way, then answer; `/cancel` itself has no other answer."""
    if view.state is None and not view.stuck:
        return _commanded(intent, view)
    turn = Turn(_caller(intent), view)
    left = _leave(turn)
    if isinstance(intent, Command) and intent.name == "cancel":
        return left
    return (*left, *_commanded(intent, replace(view, state=None, stuck=False)))


def _commanded(intent: Commanded, view: View) -> Steps:
    match intent:
        case StartToken(person, token) if token is not None and links.opens(view):
            return links.open_(person, token, view)
        case StartToken(person, token):
            return guest.link(person, token, view)
        case PlainStart(person):
            return guest.welcome(person, view)
        case Help(person):
            return guest.explain(person, view)
        case Unclear(person):
            return guest.not_understood(person, view)
        case ShowLead():
            return leads.show(intent, view)
        case ForgetLead():
            return leads.forget(intent, view)
        case Command(name=name):
            return COMMANDS[name](intent, view)
        case _ as never:
            assert_never(never)


def _leave(turn: Turn) -> Steps:
    """End what the person is in the middle of, wherever that is."""
    state = turn.view.state
    if state is None:
        return filling.expire(turn)
    try:
        filled = filling.load(state, turn.view, FLOWS)
    except Expired:
        return filling.expire(turn)
    return filling.leave(Turn(filling.caller_in(filled, turn.caller.person), turn.view), filled)


def _said(intent: Said, view: View) -> Steps:
    turn = Turn(intent.caller, view)
    private = intent.caller.in_private
    if view.stuck:
        return filling.expire(turn) if private else ()
    if view.state is not None:
        try:
            filled = filling.load(view.state, view, FLOWS)
            if filled.chat == intent.caller.person.chat_id:
                return filling.hear(turn, filled, intent)
        except Expired:
            # In a group nobody may have spoken to the bot; there it is told at the next command.
            return filling.expire(turn) if private else ()
    if not private or intent.edited or intent.album is not None:
        return ()
    return _idle(intent, turn)


def _idle(intent: Said, turn: Turn) -> Steps:
    """Answer a reply key, or talk that belongs to nothing."""
    caller, view = intent.caller, turn.view
    name = menu.command_of(intent.text)
    if name is None and menu.is_cancel(intent.text):
        return filling.close(turn, talk.NOTHING_TO_CANCEL.of(view.language))
    if name is None:
        return guest.not_understood(caller.person, view)
    if name == "help":
        return guest.explain(caller.person, view)
    return COMMANDS[name](Command(caller, name, ""), view)


def _form_press(intent: FormPress, view: View) -> Steps:
    turn = Turn(caller_of(intent), view)
    if view.state is None:
        return filling.stale(turn, intent)
    try:
        return filling.press(turn, filling.load(view.state, view, FLOWS), intent)
    except Expired:
        return (*filling.stale(turn, intent), *filling.expire(turn))


def _row_press(intent: RowPress, view: View) -> Steps:
    handler = PRESSES.get(intent.word)
    if handler is None:
        return guest.unknown_press(intent.press)
    try:
        return handler(intent, view)
    except Expired:
        return (answer(intent.press, talk.NOT_YOUR_TURN.of(view.language), alert=True),)


def _caller(intent: Commanded) -> Caller:
    match intent:
        case Command(caller=caller) | ShowLead(caller=caller) | ForgetLead(caller=caller):
            return caller
        case StartToken() | PlainStart() | Help() | Unclear():
            return in_private(intent.person)
        case _ as never:
            assert_never(never)
