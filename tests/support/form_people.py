"""Lead admins who fill in /lead at random in the sandbox, and remember what they did.

They look at their chat as people do: mostly they answer the newest question, sometimes they do
anything else. Nothing here knows what the bot makes of it.
"""

import random
import re
from dataclasses import dataclass, field

from telegram.sandbox import cards, media, phone, rewriting, samples
from telegram.sandbox.guest import Guest
from telegram.sandbox.model import Chat, Message, Person
from telegram.sandbox.world import World
from tests.support.lead_rules import (
    FIELDS,
    SUMMARY,
    Edited,
    Event,
    Left,
    Pressed,
    Said,
    Started,
)

_STEP = re.compile(r"Новая заявка · шаг (\d) из 4")
_CHECK = "Проверь, всё ли верно:"
_COMMANDS = (
    "/cancel",
    "/help",
    "/mypack",
    "/privacy",
    "/language",
    "/nonsense",
    "/start",
    "/forget",
)
_CANCEL, _ENTER = "✖️ Отмена", "➕ Заявка"
_DEEDS = {
    "answer": 60,
    "button": 16,
    "any": 6,
    "media": 5,
    "edit": 4,
    "old button": 5,
    "foreign button": 4,
    "leave": 1,
    "command": 2,
    "again": 1,
}


def place_of(message: Message) -> str | None:
    """The place of the question that a message asks; None for a message that asks nothing."""
    text = str(message.content.get("text", ""))
    if found := _STEP.search(text):
        return str(int(found[1]) - 1)
    return SUMMARY if _CHECK in text else None


def form_buttons(message: Message) -> list[str]:
    """The data of a message's buttons that belong to a form."""
    rows = (message.markup or {}).get("inline_keyboard", [])
    data = [str(button.get("callback_data", "")) for row in rows for button in row]
    return [each for each in data if each.startswith("f:")]


@dataclass
class Admin:
    """A person, what they did by the number of the update, and the buttons they ever saw."""

    number: int
    guest: Guest
    events: list[tuple[int, Event]] = field(default_factory=list)
    seen: dict[tuple[int, str], Message] = field(default_factory=dict)
    _spoken: int = 0
    _own: list[Message] = field(default_factory=list)

    @property
    def label(self) -> str:
        """How the bot names them to colleagues."""
        return f"@{self.guest.person.username}"

    @property
    def world(self) -> World:
        """Where they live."""
        return self.guest.world

    def begin(self) -> None:
        """Begin a form, as somebody whose chat with the bot is open for long."""
        self.guest.chat.started = True
        self._say("/lead", Started())

    def questions(self) -> list[Message]:
        """The questions in the chat, oldest first."""
        return [each for each in self.guest.messages() if place_of(each) is not None]

    def act(self, rng: random.Random, others: list["Admin"]) -> None:
        """Do one thing."""
        shown = self.questions()
        for message in shown:
            self.seen |= {(message.id, data): message for data in form_buttons(message)}
        deed = rng.choices(list(_DEEDS), weights=list(_DEEDS.values()))[0]
        match deed:
            case "button" if shown and form_buttons(shown[-1]):
                self._press(shown[-1], _likely(form_buttons(shown[-1]), rng))
            case "old button" if self.seen:
                (_, data), message = rng.choice(list(self.seen.items()))
                self._press(message, data)
            case "foreign button":
                self._press_foreign(rng, others)
            case "edit" if self._own:
                self._edit(rng)
            case "media":
                self._send_media(rng)
            case "leave":
                self._say(_CANCEL, Left())
            case "command":
                self._say(rng.choice(_COMMANDS), Left())
            case "again":
                self._say("/lead", Started())
            case _:
                self._answer(rng, shown[-1] if shown else None, anything=deed == "any")

    def _answer(self, rng: random.Random, question: Message | None, *, anything: bool) -> None:
        place = None if question is None else place_of(question)
        if place is None:
            text = rng.choice(("/lead", "/lead", _ENTER))
            self._say(text, Started() if text == "/lead" else _key())
        elif place == SUMMARY and question is not None and form_buttons(question):
            self._press(question, _likely(form_buttons(question), rng))
        else:
            kind = rng.choice(FIELDS) if anything or place == SUMMARY else FIELDS[int(place)]
            self._speak(kind, rng)

    def _speak(self, kind: str, rng: random.Random) -> None:
        """Say what nobody else says and they themselves never said before."""
        self._spoken += 1
        mark = f"{self.number}-{self._spoken}"
        digits = f"{self.number:04d}{self._spoken:03d}"
        match kind:
            case "name":
                self._write(f"Клиент {mark}", {})
            case "telegram":
                name = f"client_{self.number}_{self._spoken}"
                way = rng.choice((f"@{name}", f"https://t.me/{name}", name))
                self._write(way, {"telegram": name})
            case "phone" if rng.random() < 0.3:
                number = f"+99890{digits}"
                self._note(Said({"phone": number}))
                cards.send_card(*self._where(), number.removeprefix("+"), "Клиент")
            case "phone":
                self._write(f"+998 90 {digits}", {"phone": f"+99890{digits}"})
            case _ if rng.random() < 0.2:
                self._say("ц" * 1001, Said())
            case _:
                self._write(f"Позвонить после {mark}\nСпросить Анну", {})

    def _write(self, text: str, contacts: dict[str, str]) -> None:
        self._say(text, Said({"name": text.replace("\n", " "), "comment": text, **contacts}))

    def _send_media(self, rng: random.Random) -> None:
        self._note(Said())
        if rng.random() < 0.5:
            media.send_voice(*self._where(), samples.VOICE)
        else:
            cards.send_location(*self._where(), 41.3, 69.2)

    def _edit(self, rng: random.Random) -> None:
        self._spoken += 1
        self._note(Edited())
        message = rng.choice(self._own)
        rewriting.edit(self.world, self.guest.person, message, f"Исправлено {self._spoken}")

    def _press_foreign(self, rng: random.Random, others: list["Admin"]) -> None:
        """Press somebody else's button, or send its data from under an own message."""
        other = rng.choice(others)
        mine = self.guest.messages()
        if not other.seen or not mine:
            self._send_media(rng)
            return
        (_, data), message = rng.choice(list(other.seen.items()))
        self._press(message if rng.random() < 0.5 else mine[-1], data)

    def _press(self, message: Message, data: str) -> None:
        self._note(Pressed.of(data))
        self.world.press(self.guest.person, message, data)

    def _say(self, text: str, event: Event) -> None:
        self._note(event)
        said = phone.say(*self._where(), text)
        if isinstance(event, Said):
            self._own.append(said)

    def _note(self, event: Event) -> None:
        """Remember what is done next under the number that its update will have."""
        self.events.append((self.world.queue.next_id, event))

    def _where(self) -> tuple[World, Person, Chat]:
        return self.world, self.guest.person, self.guest.chat


def _key() -> Said:
    """The key that begins a form, and is a word like any other inside one."""
    return Said({"name": _ENTER, "comment": _ENTER}, starts_when_idle=True)


def _likely(data: list[str], rng: random.Random) -> str:
    """Choose a button; the one that confirms is pressed more often than the others."""
    confirm = [each for each in data if each.endswith(":k")]
    return confirm[0] if confirm and rng.random() < 0.5 else rng.choice(data)
