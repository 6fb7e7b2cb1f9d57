"""Inline confirmations: before anything is destroyed, the person is asked and has to say yes.

A question is answered once, within the hour, by the one who was asked, and survives a restart.
Rights are checked anew when it is answered. What is done then stands in one table by action.
"""

from collections.abc import Mapping
from datetime import timedelta

from store.domain.texts import talk
from store.steps import Steps, UseConfirmation
from telegram.dialogue import leads, me, outfits, staff
from telegram.dialogue.intents import ConfirmPress
from telegram.dialogue.questions import Doing
from telegram.dialogue.saying import answer, put
from telegram.dialogue.view import View

CONFIRM_WITHIN = timedelta(hours=1)
ACTIONS: Mapping[str, Doing] = {**leads.ACTIONS, **me.ACTIONS, **outfits.ACTIONS, **staff.ACTIONS}
"""What is done after a yes, by what was asked."""


def confirm(intent: ConfirmPress, view: View) -> Steps:
    """Do what was asked about, or leave it; the question is used up either way."""
    asked, language, press = view.asked, view.language, intent.press
    stale = (answer(press, talk.NOT_YOUR_TURN.of(language)),)
    doing = ACTIONS.get(asked.action) if asked is not None else None
    if asked is None or doing is None:
        return stale
    if asked.user != press.person.id or not doing.allowed(view.rights):
        return (answer(press, talk.NO_ACCESS.of(language), alert=True),)
    kept = doing.kept.of(language)
    if asked.age > CONFIRM_WITHIN:
        end: Steps = (*stale, *put(intent.place, kept))
    elif not intent.yes:
        end = (answer(press, kept), *put(intent.place, kept))
    else:
        end = doing.do(intent, asked, view)
    return (UseConfirmation(intent.row, press.person.id, end, stale),)
