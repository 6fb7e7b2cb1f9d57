"""The forms storm: very many lead admins in /lead at once, doing anything, while actors are killed.

What each of them did, in the order of their updates, tells by the rules of the form alone which
leads they entered and what they are in the middle of (`tests.support.lead_rules`). No value is said
twice by anybody, so one in a wrong place is seen. STORM_SEED repeats what people decide; how fast
they are answered is not repeated.
"""

import json
import logging
import random
import resource
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import structlog
import trio

from supervisor.child import ChildSpec
from supervisor.clock import FixedClock
from telegram import actor as dialogue
from telegram.botapi.client import BotApi
from telegram.botapi.throttle import HeldBack, Key, Throttle
from telegram.gathering import Booth
from telegram.sandbox.guest import Guest
from telegram.sandbox.server import Sandbox, open_sandbox
from tests.support.dice import dice
from tests.support.form_people import Admin, form_buttons, place_of
from tests.support.lead_rules import Answers, Clerk
from tests.support.stores import running_store
from tests.unit.telegram.bot import Bot, Running

FIRST_ID = 5_000_000_001
MANY, FEW = 1000, 30
MOVES, MOVES_OF_FEW = 3, 10
"""What each does on average, after having begun; some do much more than others."""
BACKLOG = 0.2
"""Updates and messages that may wait, per person: most see a question before they answer it."""
PATIENCE = 300.0
WAITING = """SELECT (SELECT count(*) FROM telegram_inbox WHERE status = 'new')
+ (SELECT count(*) FROM outbox WHERE status = 'pending')
+ (SELECT count(*) FROM outbox WHERE status = 'sending')"""
REPEATED = """SELECT chat_id, sum(attempts - 1) FROM outbox
WHERE chat_id IS NOT NULL AND attempts > 1 GROUP BY chat_id"""


class OpenThrottle(Throttle):
    """Lets every call go at once: Telegram's 30 a second would be all that is waited for."""

    async def turn(self, key: Key, *, counts: bool = True) -> HeldBack | None:
        """Give the turn."""
        await trio.lowlevel.checkpoint()
        return None


@dataclass
class Storm:
    """What rages: the bot, the people, and the randomness of both."""

    bot: Bot
    rng: random.Random
    admins: list[Admin]
    kills: int = 0
    over: trio.Event = field(default_factory=trio.Event)

    def dialogue(self) -> ChildSpec:
        """The spec of a dialogue in which all of them may enter leads."""
        allowed = Booth(lead_admins=frozenset(admin.guest.id for admin in self.admins))
        return dialogue.child(store=self.bot.store, clock=self.bot.clock, booth=allowed)

    async def people(self, moves: int) -> None:
        """Everybody begins a form; then somebody does one to three things, again and again."""
        for admin in self.admins:
            admin.begin()
            await self._breathe()
        zeal = [self.rng.expovariate(1) ** 2 for _ in self.admins]
        for _ in range(moves * len(self.admins) // 2):
            (admin,) = self.rng.choices(self.admins, zeal)
            for _ in range(self.rng.randint(1, 3)):
                admin.act(random.Random(self.rng.getrandbits(64)), self.admins)
            await self._breathe()

    async def kill_now_and_then(self, spec: Callable[[], ChildSpec]) -> None:
        """Kill or stop an actor at random moments and start it again."""
        while True:
            work: Running = await self.bot.start(spec())
            with trio.move_on_after(self.rng.uniform(0.3, 6.0)):
                await self.over.wait()
                return
            await (work.kill() if self.rng.random() < 0.7 else work.stop())
            self.kills += 1

    async def calm(self) -> None:
        """Wait until everything is handled and said."""
        with trio.fail_after(PATIENCE):
            await self._at_most(0)

    async def _breathe(self) -> None:
        """Let the bot work; people do not run ahead of it without end."""
        await self._at_most(max(BACKLOG * len(self.admins), 20))

    async def _at_most(self, waiting: float) -> None:
        with self.bot.store.hub.listen() as hint:
            while await self._waiting() > waiting:
                await hint.wait(0.05)

    async def _waiting(self) -> int:
        ((stored,),) = await self.bot.rows(WAITING)
        return int(stored) + self.bot.sandbox.world.queue.pending()


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Let only what is wrong be logged: a line for every message would take half of the time."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    yield
    structlog.reset_defaults()


@asynccontextmanager
async def storm(folder: Path, name: str, people: int) -> AsyncIterator[Storm]:
    """A sandbox, a store, and people who may enter leads; the actors are not started."""
    clock = FixedClock(follow=True)
    async with (
        open_sandbox(Sandbox(seed=1)) as sandbox,
        running_store(folder, clock=clock) as booth,
    ):
        api = BotApi(sandbox.token, sandbox.base_url, throttle=OpenThrottle())
        admins = [
            Admin(number, Guest(sandbox.world, "А", id=FIRST_ID + number, username=f"adm_{number}"))
            for number in range(people)
        ]
        async with trio.open_nursery() as nursery:
            yield Storm(Bot(sandbox, api, booth, clock, nursery), dice(name), admins)
            nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            await api.aclose()


async def rage(made: Storm, moves: int) -> None:
    """Let it happen, and say how it went."""
    began = time.perf_counter()
    async with trio.open_nursery() as nursery:
        for spec in (made.dialogue, made.bot.delivery, made.bot.poller):
            nursery.start_soon(made.kill_now_and_then, spec)
        await made.people(moves)
        made.over.set()
    await made.calm()
    seconds = time.perf_counter() - began
    updates = sum(len(admin.events) for admin in made.admins)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{updates} updates, {made.kills} kills and stops, {seconds:.1f} s,"
        f" {updates / seconds:.0f} updates/s, {megabytes:.0f} MiB at most"
    )


async def audit(made: Storm) -> None:
    """Compare what is stored and shown with what the rules say."""
    await every_update_is_done(made)
    clerks = await books(made)
    await leads_are_those_entered(made, clerks)
    await drafts_are_those_left(made, clerks)
    await nobody_has_two_questions(made, clerks)


async def every_update_is_done(made: Storm) -> None:
    done = await made.bot.rows("SELECT update_id, status FROM telegram_inbox ORDER BY 1")
    sent = sorted(update for admin in made.admins for update, _ in admin.events)
    assert done == [(update, "done") for update in sent]


async def books(made: Storm) -> dict[int, Clerk]:
    asked = await runs(made)
    clerks = {}
    for admin in made.admins:
        clerk = clerks[admin.number] = Clerk(asked.get(admin.guest.id, {}))
        for update, event in admin.events:
            clerk.note(update, event)
    return clerks


async def runs(made: Storm) -> dict[int, dict[str, int]]:
    """By chat: which update was answered with the first buttons of each run of a form."""
    found: dict[int, dict[str, int]] = {}
    for key, chat, payload in await made.bot.rows(
        "SELECT dedupe_key, chat_id, payload FROM outbox WHERE payload LIKE '%\"f:%' ORDER BY id"
    ):
        run = payload.split('"f:')[1].split(":")[0]
        found.setdefault(chat, {}).setdefault(run, int(key.split(":")[1]))
    return found


async def leads_are_those_entered(made: Storm, clerks: dict[int, Clerk]) -> None:
    rows = await made.bot.rows(
        "SELECT t.who, l.name, l.telegram, l.phone, l.comment FROM leads l JOIN transitions t"
        " ON t.machine = 'lead' AND t.trigger = 'submit' AND t.record = l.id ORDER BY l.id"
    )
    entered: dict[str, list[Answers]] = {}
    for who, *values in rows:
        named = zip(("name", "telegram", "phone", "comment"), values, strict=True)
        entered.setdefault(who, []).append({name: value for name, value in named if value})
    expected = {
        admin.label: clerks[admin.number].leads
        for admin in made.admins
        if clerks[admin.number].leads
    }
    print(f"{len(rows)} leads")
    assert entered == expected
    assert await made.bot.rows("SELECT count(*) FROM leads") == [(len(rows),)]
    assert await made.bot.rows("SELECT count(*) FROM lead_repeats") == [(0,)]


async def drafts_are_those_left(made: Storm, clerks: dict[int, Clerk]) -> None:
    stored = dict(await made.bot.rows("SELECT telegram_user_id, state FROM bot_users"))
    kept = {
        user: json.loads(state)["p"]["form"] for user, state in stored.items() if state is not None
    }
    expected = {
        admin.guest.id: draft.as_stored()
        for admin in made.admins
        if (draft := clerks[admin.number].draft) is not None
    }
    print(f"{len(expected)} drafts")
    assert kept == expected


async def nobody_has_two_questions(made: Storm, clerks: dict[int, Clerk]) -> None:
    """A send that was cut off is repeated, so there may be one more for each of these."""
    repeated = dict(await made.bot.rows(REPEATED))
    print(f"{len(repeated)} chats with repeated calls")
    for admin in made.admins:
        draft, chat = clerks[admin.number].draft, admin.guest.id
        wanted = [] if draft is None else [draft.place]
        shown = [place_of(each) for each in admin.questions()]
        most = len(wanted) + repeated.get(chat, 0)
        assert len(wanted) <= len(shown) <= most, admin.label
        if chat not in repeated:
            assert shown == wanted, admin.label


@pytest.mark.slow
@pytest.mark.timeout(1500)
async def test_a_thousand_people_in_forms_at_once_lose_nothing_and_get_nothing_of_each_other(
    tmp_path: Path,
) -> None:
    async with storm(tmp_path, "forms", MANY) as made:
        await rage(made, MOVES)
        await audit(made)


async def test_a_few_people_in_forms_at_once_lose_nothing_and_get_nothing_of_each_other(
    tmp_path: Path,
) -> None:
    async with storm(tmp_path, "few forms", FEW) as made:
        await rage(made, MOVES_OF_FEW)
        await audit(made)


async def test_a_button_of_the_same_question_further_up_moves_the_open_one(tmp_path: Path) -> None:
    async with storm(tmp_path, "two questions", 1) as made:
        for spec in (made.dialogue, made.bot.delivery, made.bot.poller):
            await made.bot.start(spec())
        (admin,) = made.admins
        admin.begin()
        await admin.guest.send_text("Анна")
        question = await admin.guest.wait_for_text("шаг 2 из 4")
        await admin.guest.send_text("не знаю")
        await admin.guest.wait_for_message(lambda it: place_of(it) == "1", 30, after=question.id)
        await made.calm()

        (skip,) = [data for data in form_buttons(question) if data.endswith(":s")]
        made.bot.sandbox.world.press(admin.guest.person, question, skip)
        await made.calm()

        assert [place_of(each) for each in admin.questions()] == ["2"]
