"""The leads storm: requests, repeats, presses, deletions, crashes of the actor and a failing
Telegram, all at once; each lead ends on one live card, and each repeat is told once.

The moments come from a seed, which is printed; STORM_SEED repeats it. Time jumps.
"""

import os
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from store.domain.leads import LeadForm, LeadId
from store.domain.texts import leads as texts
from telegram import actor as dialogue
from telegram import delivery, poller
from telegram.gathering import Booth
from telegram.sandbox.faults import Cut, Fault
from telegram.sandbox.model import Callback, Message
from tests.support.leads_office import Office, buttons_of, office, text_of
from tests.unit.telegram.bot import Watched, middle

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

PEOPLE = 8
REQUESTS = 60
STATUSES = ("in_work", "contacted", "deal", "refused")
_PING = re.compile(r"🔁 Повторное обращение по заявке №(\d+)")


@pytest.fixture
def patient_clock() -> MockClock:
    """Jump over long waits, but give real sockets 50 ms to deliver first."""
    return MockClock(autojump_threshold=0.05)


def dice(name: str) -> random.Random:
    """The storm's randomness; says how to repeat it."""
    seed = os.environ.get("STORM_SEED") or str(random.SystemRandom().randrange(10**9))
    print(f"{name}: STORM_SEED={seed}")
    return random.Random(f"{name} {seed}")


@dataclass
class Storm:
    """What rages, and what was done in it."""

    o: Office
    rng: random.Random
    over: trio.Event = field(default_factory=trio.Event)
    presses: list[Callback] = field(default_factory=list)
    accepted: dict[str, LeadId] = field(default_factory=dict)

    async def people(self) -> None:
        """Everybody sends the form several times, some requests twice at the same moment."""
        async with trio.open_nursery() as nursery:
            for number in range(REQUESTS):
                nursery.start_soon(self._request, number, self.rng.uniform(0, 900))
                if self.rng.random() < 0.3:
                    nursery.start_soon(self._request, number, self.rng.uniform(0, 900))

    async def _request(self, number: int, after: float) -> None:
        await trio.sleep(after)
        phone = f"+99890000000{number % PEOPLE}"
        form = LeadForm(f"Анна <{number}>", phone=phone, comment=f"comment {number}")
        accepted = await self.o.submitted(form, f"request-{number}")
        assert self.accepted.setdefault(f"request-{number}", accepted.lead_id) == accepted.lead_id

    async def admins(self) -> None:
        """Buttons are pressed wherever there are some, also on old cards."""
        while not self.over.is_set():
            await trio.sleep(self.rng.uniform(1, 40))
            live = self.o.live_cards()
            if live:
                card = self.rng.choice(live)
                lead = buttons_of(card)[0].split(":")[1]
                status = self.rng.choice(STATUSES)
                data = f"stickers_lead:{lead}:{status}"
                self.presses.append(self.o.sandbox.world.press(self.o.boss, card, data))

    async def vandals(self) -> None:
        """Cards are deleted by people of the group."""
        while not self.over.is_set():
            await trio.sleep(self.rng.uniform(60, 200))
            if live := self.o.live_cards():
                del self.o.group.messages[self.rng.choice(live).id]

    async def crashes(self) -> None:
        """The actor is killed at any moment, or stopped in order."""
        while not self.over.is_set():
            work = await self.o.start(poll=5.0)
            await trio.sleep(self.rng.uniform(1, 120))
            await (work.kill() if self.rng.random() < 0.7 else work.stop())

    async def telegram(self) -> None:
        """Answers get lost before and after, floods come, the server stumbles."""
        while not self.over.is_set():
            await trio.sleep(self.rng.uniform(5, 60))
            method = self.rng.choice(["sendMessage", "editMessageText", "answerCallbackQuery"])
            faults = self.o.sandbox.faults
            match self.rng.randrange(6):
                case 0:
                    faults.add(method, Fault(cut=Cut.AFTER))
                case 1:
                    faults.add(method, Fault(cut=Cut.BEFORE))
                case 2:
                    faults.add(method, Fault(cut=Cut.BODY))
                case 3:
                    faults.add(method, Fault(delay_after=self.rng.uniform(1, 30)))
                case 4:
                    faults.answer_error(method, 502, "Bad Gateway", act=self.rng.random() < 0.5)
                case _:
                    faults.flood(self.o.group.id, self.rng.uniform(1, 90))

    async def calm(self) -> None:
        """Let everything settle; cards that nobody knows are pressed, as an admin would."""
        self.o.sandbox.faults.clear()
        await self.o.start(poll=5.0)
        for lead in set(self.accepted.values()):
            # A message that somebody deleted shows itself at the next change only.
            await self.o.press(lead, "spam")
            await self.o.shown(lead)
        await self.o.told()
        for _ in range(20):
            await trio.sleep(120)
            extra = await self._unknown()
            if not extra:
                return
            for card in extra:
                self.presses.append(
                    self.o.sandbox.world.press(self.o.boss, card, buttons_of(card)[0])
                )

    async def _unknown(self) -> list[Message]:
        rows = await self.o.rows("SELECT message_id FROM leads")
        known = {message for (message,) in rows}
        return [card for card in self.o.live_cards() if card.id not in known]


async def test_each_lead_ends_on_one_live_card_and_each_repeat_is_told_once(
    tmp_path: Path, patient_clock: MockClock
) -> None:
    async with office(tmp_path) as o:
        storm = Storm(o, dice("leads storm"))
        await o.run(
            delivery.child(
                store=o.store,
                api=o.api,
                conditions=Watched(),
                clock=o.clock,
                data=o.booth.path.parent,
                random=middle,
            )
        )
        await o.run(
            poller.child(
                store=o.store, api=o.api, conditions=Watched(), clock=o.clock, random=middle
            )
        )
        await o.run(
            dialogue.child(
                store=o.store,
                clock=o.clock,
                booth=Booth(lead_admins=frozenset({o.boss.id})),
            )
        )
        async with trio.open_nursery() as nursery:
            for trouble in (storm.admins, storm.vandals, storm.crashes, storm.telegram):
                nursery.start_soon(trouble)
            await storm.people()
            await trio.sleep(300)
            storm.over.set()

        await storm.calm()
        await every_lead_has_one_live_card(storm)
        await every_repeat_is_told_once(storm)


async def every_lead_has_one_live_card(storm: Storm) -> None:
    live = Counter(int(buttons_of(card)[0].split(":")[1]) for card in storm.o.live_cards())
    assert live == Counter(set(storm.accepted.values()))
    for lead in set(storm.accepted.values()):
        assert texts.STATUSES[(await storm.o.lead(lead)).status].ru in text_of(
            await storm.o.shown(lead)
        )


async def every_repeat_is_told_once(storm: Storm) -> None:
    rows = await storm.o.rows("SELECT lead_id, id, status, notify_error FROM lead_repeats")
    assert {status for _, _, status, _ in rows} <= {"notified"}
    absorbed = {
        int(record)
        for (record,) in await storm.o.rows(
            "SELECT record FROM transitions WHERE machine = 'lead_repeat' AND trigger = 'absorbed'"
        )
    }
    told = Counter(lead for lead, number, _, error in rows if number not in absorbed and not error)
    doubtful = Counter(lead for lead, _, _, error in rows if error)
    pings = Counter(
        int(found[1]) for text in storm.o.texts() if (found := _PING.fullmatch(text)) is not None
    )
    for lead in set(storm.accepted.values()):
        assert told[lead] <= pings[lead] <= told[lead] + doubtful[lead]
    assert len(rows) + len(set(storm.accepted.values())) == len(storm.accepted)
