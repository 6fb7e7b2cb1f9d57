"""What operators do with the booth as a whole: pause it, let it go on, look at its figures.

The switch moves by its transitions only, with who moved it; what is answered follows from what the
database made of it. A pause that stands in the settings is not ours to end.
"""

from store.domain.machine import Role
from store.domain.status import MaintenanceStatus
from store.domain.texts import bot, talk
from store.domain.texts import operators as texts
from store.domain.texts.text import Text
from store.steps import PullThen, Steps
from telegram.botapi.html import escape
from telegram.dialogue import figures_page
from telegram.dialogue.intents import Command
from telegram.dialogue.saying import reply
from telegram.dialogue.view import View

SWITCH = "maintenance"
MOST_TEXT = 300
"""Characters of a pause's text: guests read it on the tablet, between two buttons."""


def pause(command: Command, view: View) -> Steps:
    """Pause the booth, with the text that guests and the tablet show, if one is given."""
    if refused := _refused(command, view):
        return refused
    if len(command.argument) > MOST_TEXT:
        return _say(command, view, texts.TOO_LONG, most=MOST_TEXT)
    text = command.argument or None
    shown = escape(text or bot.PAUSED.of(view.language))
    done = _say(command, view, texts.PAUSED, text=shown)
    return _pull(
        command,
        "pause",
        {MaintenanceStatus.ADMIN: done},
        _say(command, view, bot.PAUSED_BY_SETTING),
        text=text,
    )


def resume(command: Command, view: View) -> Steps:
    """Let the booth go on, however it came to a pause."""
    if refused := _refused(command, view):
        return refused
    stuck = view.maintenance.status is MaintenanceStatus.ENV
    otherwise = bot.PAUSED_BY_SETTING if stuck else texts.RUNS_ALREADY
    done = _say(command, view, texts.RUNNING)
    return _pull(
        command, "resume", {MaintenanceStatus.OFF: done}, _say(command, view, otherwise), text=None
    )


def stats(command: Command, view: View) -> Steps:
    """Show the figures of today and of the queue."""
    if refused := _refused(command, view):
        return refused
    assert view.figures is not None, "the gatherer reads the figures for this command"
    return reply(command.caller, view, figures_page.page(view.figures, view.language, view.zone))


def _refused(command: Command, view: View) -> Steps:
    """Turn away who is no operator, and what was written where others read along."""
    if view.rights.operator and command.caller.in_private:
        return ()
    return reply(command.caller, view, talk.NO_ACCESS.of(view.language))


def _say(command: Command, view: View, said: Text, **values: object) -> Steps:
    return reply(command.caller, view, said.of(view.language, **values))


def _pull(
    command: Command,
    trigger: str,
    then: dict[MaintenanceStatus, Steps],
    otherwise: Steps,
    *,
    text: str | None,
) -> Steps:
    outcomes = {str(status): steps for status, steps in then.items()}
    who = str(command.caller.person.id)
    return (
        PullThen(SWITCH, SWITCH, trigger, Role.ADMIN, {"text": text}, outcomes, otherwise, who=who),
    )
