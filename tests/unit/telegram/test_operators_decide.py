"""Pause, resume and figures: by operators only, through the switch's transitions only."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from trio.testing import MockClock

from store import queries
from store.domain.causes import Cause
from store.domain.figures import Figures, Funnel, Opinion, Queue, Spent, Times
from store.domain.machine import Role
from store.domain.records import Maintenance, StaffRole
from store.domain.status import LeadStatus, MaintenanceStatus
from store.domain.texts import bot, talk
from store.domain.texts import operators as texts
from store.domain.texts.text import LANGUAGES
from store.steps import PullThen, Step
from telegram import actor
from telegram.dialogue.figures_page import page
from telegram.dialogue.intents import Caller, Command
from telegram.dialogue.operators import MOST_TEXT
from telegram.dialogue.view import Rights, View
from telegram.gathering import Booth
from tests.support.turns import IN_PRIVATE, ME, PERSON, Chat, a_view
from tests.unit.telegram.bot import a_bot

TASHKENT = ZoneInfo("Asia/Tashkent")
OFF = Maintenance(MaintenanceStatus.OFF, None, None)
SINCE = "2026-11-30T10:00:00.000000Z"
EMPTY = Figures("2026-11-30", Funnel(), Queue(), Times(), Times(), (), (), (), 0, Opinion(), OFF)
BUSY = replace(
    EMPTY,
    funnel=Funnel(9, 8, 7, 6, 5, 4, 1),
    queue=Queue(3, 2, 1, 125.0, 775.0),
    today=Times(4, 40.0, 130.0),
    recent=Times(20, 45.0, 150.0),
    failures=((Cause.DEADLINE, 1),),
    money=(Spent("openai", 21, 1.234),),
    leads=((LeadStatus.NEW, 2), (LeadStatus.DEAL, 1)),
    new_leads=2,
    opinion=Opinion(3, 4.666),
    pause=Maintenance(MaintenanceStatus.ADMIN, "обед <15:00>", SINCE),
)


def operator(**known: Any) -> View:
    return a_view(rights=Rights(operator=True), zone=TASHKENT, **known)


def give(view: View, name: str, argument: str = "", caller: Caller = IN_PRIVATE) -> list[Step]:
    return Chat(view).go(Command(caller, name, argument))


def pulled(steps: list[Step]) -> PullThen:
    (pull,) = [step for step in steps if isinstance(step, PullThen)]
    return pull


def test_a_pause_is_pulled_by_the_operator_with_the_text() -> None:
    pull = pulled(give(operator(), "pause", "Обед до 15:00"))

    assert (pull.machine, pull.id, pull.trigger) == ("maintenance", "maintenance", "pause")
    assert (pull.by, pull.who, pull.args) == (Role.ADMIN, str(ME), {"text": "Обед до 15:00"})


def test_a_pause_without_a_text_lets_guests_read_the_usual_one() -> None:
    pull = pulled(give(operator(), "pause"))

    assert pull.args == {"text": None}
    assert bot.PAUSED.ru in str(pull.then["admin"])


def test_the_text_is_shown_back_as_guests_read_it() -> None:
    pull = pulled(give(operator(), "pause", "a < b"))

    assert "a &lt; b" in str(pull.then["admin"])


def test_a_text_that_the_tablet_has_no_room_for_is_refused() -> None:
    steps = give(operator(), "pause", "x" * (MOST_TEXT + 1))

    assert texts.TOO_LONG.of("ru", most=MOST_TEXT) in str(steps)
    assert not any(isinstance(step, PullThen) for step in steps)


@pytest.mark.parametrize("name", ["pause", "resume"])
def test_a_pause_of_the_settings_is_not_ended_from_the_chat(name: str) -> None:
    paused = Maintenance(MaintenanceStatus.ENV, None, SINCE)

    pull = pulled(give(operator(maintenance=paused), name))

    assert bot.PAUSED_BY_SETTING.ru in str(pull.otherwise)


def test_resuming_what_runs_says_so() -> None:
    pull = pulled(give(operator(), "resume"))

    assert (pull.trigger, pull.by, pull.who) == ("resume", Role.ADMIN, str(ME))
    assert texts.RUNS_ALREADY.ru in str(pull.otherwise)
    assert texts.RUNNING.ru in str(pull.then["off"])


@pytest.mark.parametrize("name", ["pause", "resume", "stats"])
@pytest.mark.parametrize(
    "rights", [Rights(), Rights(leads_by_setting=True), Rights(staff=StaffRole.LEAD_ADMIN)]
)
def test_nobody_else_may(name: str, rights: Rights) -> None:
    steps = give(a_view(rights=rights), name)

    assert talk.NO_ACCESS.ru in str(steps)
    assert not any(isinstance(step, PullThen) for step in steps)


@pytest.mark.parametrize("name", ["pause", "resume", "stats"])
def test_not_even_an_operator_does_it_in_a_group(name: str) -> None:
    group = Caller(replace(PERSON, chat_id=-5), in_private=False, masked=False)

    steps = give(operator(figures=EMPTY), name, caller=group)

    assert talk.NO_ACCESS.ru in str(steps)


def test_figures_are_one_message() -> None:
    steps = give(operator(figures=BUSY), "stats")

    assert page(BUSY, "ru", TASHKENT) in [
        getattr(getattr(s, "body", None), "text", "") for s in steps
    ]


def test_the_page_says_everything_there_is() -> None:
    said = page(BUSY, "en", TASHKENT)

    for part in (
        "Paused by command since 30.11 15:00",
        "<i>обед &lt;15:00&gt;</i>",
        "In work: 6",
        "The longest wait is 2 min 5 s, the deadline is in 12 min 55 s",
        "9 · tapped START",
        "1 · got none",
        "half within 40 s",
        "the last 20: 45 s and 2 min 30 s",
        "1 · out of time",
        "openai: 1.23 $ for 21 calls",
        "(today 2)",
        "new 2, deals 1",
        "4.7 ⭐ (3 guests)",
    ):
        assert part in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_quiet_day_is_short(language: str) -> None:
    said = page(EMPTY, language, UTC)

    assert texts.QUEUE_EMPTY.of(language) in said
    assert texts.MONEY.of(language) not in said
    assert "None" not in said


def test_a_wait_past_the_deadline_is_called_so() -> None:
    late = replace(EMPTY, queue=Queue(queued=1, waited=1000.0, left=-100.0))

    assert texts.OLDEST_LATE.of("en", waited="16 min 40 s") in page(late, "en", UTC)


async def test_an_operator_pauses_asks_and_goes_on(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with a_bot(tmp_path) as booth:
        boss = booth.guest("Boss")
        await booth.start(booth.poller())
        await booth.start(booth.delivery())
        await booth.start(
            actor.child(
                store=booth.store,
                clock=booth.clock,
                booth=Booth(operators={boss.id}, timezone="Asia/Tashkent"),
            )
        )
        await boss.press_start()
        await boss.send_text("/pause Обед")
        await booth.becomes(
            "SELECT value, detail FROM settings WHERE key = 'maintenance'", [("admin", "Обед")]
        )
        await boss.send_text("/stats")
        day = datetime(2026, 1, 1, tzinfo=UTC).date().isoformat()
        await booth.becomes(
            f"SELECT count(*) FROM outbox WHERE payload LIKE '%{day}%Обед%'", [(1,)]
        )
        await boss.send_text("/resume")
        await booth.becomes("SELECT value FROM settings WHERE key = 'maintenance'", [("off",)])

        now = await booth.store.read(queries.maintenance)
        moved = await booth.rows(
            "SELECT \"trigger\", who FROM transitions WHERE machine = 'maintenance'"
            " AND who IS NOT NULL ORDER BY id"
        )
    assert now.text is None
    assert moved == [("pause", str(boss.id)), ("resume", str(boss.id))]
