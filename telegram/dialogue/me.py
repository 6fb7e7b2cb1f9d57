"""What people do about themselves: their pack, language, what is stored, being forgotten.

Operators reset a guest here as well. Nothing is destroyed before a yes.
"""

import re
from dataclasses import replace
from functools import partial

from store.domain.ids import GuestId
from store.domain.outgoing import Button, Rows
from store.domain.texts import bot, me, talk
from store.steps import ForgetPerson, ResetPerson, SetLanguage, Steps
from telegram.dialogue import filling, guest, menu, questions
from telegram.dialogue.flows import Turn
from telegram.dialogue.intents import Command, ConfirmPress, RowPress
from telegram.dialogue.questions import Doing
from telegram.dialogue.saying import answer, meet, put, reply, say
from telegram.dialogue.view import Asked, View, anybody, operators

FORGET, RESET = "forget_me", "reset_guest"
_GUEST = re.compile(r"[1-9][0-9]{0,15}")


def my_pack(command: Command, view: View) -> Steps:
    """Give the pack's link again, or say where it is."""
    if view.in_progress:
        return reply(command.caller, view, bot.IN_PROGRESS.of(view.language))
    if view.guest.pack_name is not None:
        ready = guest.pack_ready(view)
        return reply(command.caller, view, ready.text, ready.buttons)
    return reply(command.caller, view, me.NO_PACK.of(view.language))


def privacy(command: Command, view: View) -> Steps:
    """Say what is stored and for how long."""
    language = view.language
    hours = me.HOURS.of(language, view.photo_hours)
    days = me.DAYS.of(language, view.data_days)
    text = me.PRIVACY.of(language, hours=hours, days=days)
    if view.photo_leaves:
        text += me.PRIVACY_CLOUD.of(language)
    return reply(command.caller, view, text)


def cancel(command: Command, view: View) -> Steps:
    """Answer `/cancel` of somebody who is in the middle of nothing."""
    return filling.close(Turn(command.caller, view), talk.NOTHING_TO_CANCEL.of(view.language))


def ask_language(command: Command, view: View) -> Steps:
    """Offer the languages there are."""
    return reply(command.caller, view, me.ASK_LANGUAGE.of(view.language), _languages(view))


def set_language(pressed: RowPress, view: View) -> Steps:
    """Speak the chosen language from now on, with a keyboard in it."""
    chosen = pressed.rest
    if chosen not in view.offered:
        return (answer(pressed.press, talk.NOT_YOUR_TURN.of(view.language)),)
    person = pressed.press.person
    told = me.LANGUAGE_SET.of(chosen)
    spoken = replace(view, language=chosen)
    return (
        meet(person, view),
        SetLanguage(person.id, chosen),
        answer(pressed.press),
        *put(pressed.place, me.LANGUAGES[chosen]),
        say(person, told, keys=None if view.state else menu.main(spoken)),
    )


def ask_forget(command: Command, view: View) -> Steps:
    """Ask before a guest is forgotten."""
    user, language = command.caller.person.id, view.language
    text = me.ASK_FORGET.of(language)
    show = partial(reply, command.caller, view, text)
    return (meet(command.caller.person, view), *questions.ask(user, FORGET, "", language, show))


def ask_reset(command: Command, view: View) -> Steps:
    """Ask before an operator resets a guest."""
    caller, language = command.caller, view.language
    if not view.rights.operator:
        return reply(caller, view, talk.NO_ACCESS.of(language))
    if not _GUEST.fullmatch(command.argument):
        return reply(caller, view, me.RESET_USAGE.of(language))
    text = me.ASK_RESET.of(language, guest=command.argument)
    show = partial(reply, caller, view, text)
    return questions.ask(caller.person.id, RESET, command.argument, language, show)


def _forget(intent: ConfirmPress, _asked: Asked, view: View) -> Steps:
    text = me.FORGOTTEN.of(view.language)
    person = intent.press.person
    last = (
        answer(intent.press, talk.DONE.of(view.language)),
        *(put(intent.place, text) or (say(person, text),)),
    )
    return (ForgetPerson(person.id, last),)


def _reset(intent: ConfirmPress, asked: Asked, view: View) -> Steps:
    text = me.RESET.of(view.language, guest=asked.record)
    done = (answer(intent.press, talk.DONE.of(view.language)), *put(intent.place, text))
    return (ResetPerson(GuestId(int(asked.record)), str(intent.press.person.id), done),)


def _languages(view: View) -> Rows:
    # The number is there because a button of this bus names a row; here it names a place.
    return tuple(
        (Button(me.LANGUAGES[code], data=f"lang:{place}:{code}"),)
        for place, code in enumerate(view.offered, start=1)
    )


PRESSES = {"lang": set_language}
ACTIONS = {
    FORGET: Doing(anybody, _forget),
    RESET: Doing(operators, _reset),
}
