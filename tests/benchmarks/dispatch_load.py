"""People who write to a bot in the sandbox, and when the call that answers them has arrived.

The sandbox and all the people are in this process, the bot in another. A time is counted from the
moment at which the update exists to that at which the answering call is read by the sandbox.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import trio

from telegram.sandbox import phone
from telegram.sandbox.calls import Record
from telegram.sandbox.model import Chat, Person
from telegram.sandbox.server import Sandbox

FIRST_PERSON = 1001
PATIENCE = 120.0
"""Seconds after which a bot that does not answer is taken for broken."""
SAY, EDIT = "sendmessage", "editmessagetext"
BUTTON = "consent:bench-token-of-no-session"
"""A button of a session that is not known: it is answered and its message is rewritten."""


@dataclass(slots=True)
class _Awaited:
    method: str
    left: int
    at: float = 0.0
    arrived: trio.Event = field(default_factory=trio.Event)


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody does, and how many calls of a method answer it; `timed` counts as a latency."""

    act: Callable[["Crowd", Person], None]
    method: str = SAY
    calls: int = 1
    timed: bool = True


@dataclass(frozen=True, slots=True)
class Crowded:
    """A load of many people at once: updates answered, seconds, own share of a processor."""

    updates: int
    seconds: float
    own_load: float

    @property
    def rate(self) -> float:
        """Updates a second."""
        return self.updates / self.seconds


class Crowd:
    """People with numbers from `FIRST_PERSON` on, each in a private chat with the bot."""

    def __init__(self, sandbox: Sandbox, size: int) -> None:
        self.world = sandbox.world
        self.people = [
            self.world.add_person(f"Guest {number}", id=FIRST_PERSON + number, language_code="ru")
            for number in range(size)
        ]
        self._calls = sandbox.calls
        self._awaited: dict[int, _Awaited] = {}

    async def watch(self) -> None:
        """Tell those who wait what has arrived, without end; one reader for all of them."""
        seen = 0
        while True:
            await self._calls.wait_until(lambda: self._newest() > seen)  # noqa: B023
            for record in self._since(seen):
                self._note(record)
            seen = self._newest()

    async def one(self, person: Person, steps: tuple[Step, ...], times: int) -> list[float]:
        """Let one person take the steps so many times; returns the seconds of the timed ones."""
        seconds = []
        for _ in range(times):
            for step in steps:
                taken = await self._answered(person, step)
                seconds += [taken] if step.timed else []
        return seconds

    async def all(self, steps: tuple[Step, ...], times: int) -> Crowded:
        """Let everybody take the steps so many times, each as fast as they are answered."""
        began, own = time.perf_counter(), time.process_time()
        async with trio.open_nursery() as nursery:
            for person in self.people:
                nursery.start_soon(self.one, person, steps, times)
        seconds = time.perf_counter() - began
        updates = len(self.people) * len(steps) * times
        return Crowded(updates, seconds, (time.process_time() - own) / seconds)

    def check(self) -> None:
        """Raise RuntimeError if the sandbox refused a call: then the bots did not do the same."""
        refused = {each.outcome for each in self._calls.records if each.status >= 400}
        if refused:
            raise RuntimeError(f"calls were refused: {', '.join(sorted(refused))}")

    async def _answered(self, person: Person, step: Step) -> float:
        awaited = self._awaited[person.id] = _Awaited(step.method, step.calls)
        began = self.world.clock.now()
        step.act(self, person)
        with trio.fail_after(PATIENCE):
            await awaited.arrived.wait()
        return awaited.at - began

    def _newest(self) -> int:
        return self._calls.records[-1].number if self._calls.records else 0

    def _since(self, seen: int) -> Iterator[Record]:
        new = []
        for record in reversed(self._calls.records):
            if record.number <= seen:
                break
            new.append(record)
        return reversed(new)

    def _note(self, record: Record) -> None:
        awaited = self._awaited.get(int(record.fields.get("chat_id", 0)))
        if awaited is None or awaited.method != record.method:
            return
        awaited.left -= 1
        if awaited.left == 0:
            awaited.at = record.time
            awaited.arrived.set()

    def chat(self, person: Person) -> Chat:
        """Return the person's chat with the bot."""
        return self.world.private_chat(person)


def start(crowd: Crowd, person: Person) -> None:
    """Press START."""
    phone.start(crowd.world, person)


def write(text: str) -> Callable[[Crowd, Person], None]:
    """Return writing a text."""

    def act(crowd: Crowd, person: Person) -> None:
        phone.say(crowd.world, person, crowd.chat(person), text)

    return act


def press(crowd: Crowd, person: Person) -> None:
    """Press the button of a new message of the bot."""
    world, chat = crowd.world, crowd.chat(person)
    keyboard = {"inline_keyboard": [[{"text": "OK", "callback_data": BUTTON}]]}
    message = world.post(chat, world.bot, {"text": "?"}, markup=keyboard)
    world.press(person, message, BUTTON)


STARTS = (Step(start),)
HELP = (Step(write("/help")),)
PRESS = (Step(press, EDIT),)
FORM = (
    Step(write("/lead"), calls=2, timed=False),
    Step(write("Анна Каримова")),
    Step(write("@anna_karimova")),
    Step(write("+998 90 123 45 67")),
    Step(write("Позвонить после шести")),
    Step(write("/cancel"), timed=False),
)
"""A form is begun (which also brings a keyboard), answered to its summary, and cancelled."""
LOADS = {"/help": (HELP, 1), "press": (PRESS, 1), "form": (FORM, len(FORM))}
"""Steps by name, with their number."""
