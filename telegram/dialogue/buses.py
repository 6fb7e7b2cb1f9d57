"""The buses: what answers a command, a pressed button, and the answer of somebody in a form.

Each is a table. A command is offered only to those who may give it (`telegram.commands` registers
them), and answered for everybody.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from store.domain.texts import commands as texts
from store.domain.texts.text import Text
from store.steps import Steps
from telegram.dialogue import feedback, lead_entry, me, operators, outfits, staff
from telegram.dialogue.filling import Flows
from telegram.dialogue.intents import Command, RowPress
from telegram.dialogue.view import View


class Audience(StrEnum):
    """To whom a command is offered."""

    GUESTS = "guests"
    LEAD_ADMINS = "lead_admins"
    OPERATORS = "operators"


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: who is offered it, how it is described to them, what answers it.

    Some are answered elsewhere, because what they carry is read in a way of its own.
    """

    name: str
    audience: Audience
    about: Text
    answer: Callable[[Command, View], Steps] | None = None
    in_group: bool = False


PressAnswer: TypeAlias = Callable[[RowPress, View], Steps]

ENTRIES = (
    Entry("start", Audience.GUESTS, texts.START),
    Entry("mypack", Audience.GUESTS, texts.MY_PACK, me.my_pack),
    Entry("language", Audience.GUESTS, texts.LANGUAGE, me.ask_language),
    Entry("privacy", Audience.GUESTS, texts.PRIVACY, me.privacy),
    Entry("forget", Audience.GUESTS, texts.FORGET, me.ask_forget),
    Entry("cancel", Audience.GUESTS, texts.CANCEL, me.cancel),
    Entry("help", Audience.GUESTS, texts.HELP),
    Entry("lead", Audience.LEAD_ADMINS, texts.LEAD, lead_entry.enter, in_group=True),
    Entry("note", Audience.LEAD_ADMINS, texts.NOTE, lead_entry.note, in_group=True),
    Entry("stickers_lead", Audience.LEAD_ADMINS, texts.SHOW_LEAD, in_group=True),
    Entry("stickers_forget", Audience.LEAD_ADMINS, texts.FORGET_LEAD, in_group=True),
    Entry("stats", Audience.OPERATORS, texts.STATS, operators.stats),
    Entry("pause", Audience.OPERATORS, texts.PAUSE, operators.pause),
    Entry("resume", Audience.OPERATORS, texts.RESUME, operators.resume),
    Entry("outfits", Audience.OPERATORS, texts.OUTFITS, outfits.show_list),
    Entry("staff", Audience.OPERATORS, texts.STAFF, staff.show_list),
    Entry("reset", Audience.OPERATORS, texts.RESET, me.ask_reset),
)
COMMANDS = {entry.name: entry.answer for entry in ENTRIES if entry.answer is not None}
KNOWN = frozenset(COMMANDS)

PRESSES: dict[str, PressAnswer] = {**me.PRESSES, **outfits.PRESSES, **staff.PRESSES}
PRESSES |= feedback.PRESSES

FLOWS: Flows = {
    (flow.subject, flow.method): flow
    for flow in (*lead_entry.FLOWS, *outfits.FLOWS, *staff.FLOWS, *feedback.FLOWS)
}
