"""A person who chats with the bot of a real booth, through the phone that the sandbox plays.

They see what the app shows and press what it offers; each wait is for a fact in the chat.
"""

from typing import Any

import trio

from tests.support.polling import until
from tests.support.sandbox_process import SandboxProcess

WITHIN = 60.0

Json = dict[str, Any]


class Chatter:
    """Somebody in their private chat with the bot, or in a group."""

    def __init__(self, sandbox: SandboxProcess, user: int, chat: int | None = None) -> None:
        self.sandbox = sandbox
        self.user = user
        self.chat = chat or user
        self.seen = 0
        """The newest message that was read; waits look behind it, and at what was changed."""
        self._shown: dict[int, str] = {}

    async def say(self, text: str) -> None:
        """Write a text, and wait for what is said behind it."""
        await self._note()
        await self.sandbox.post("text", user=self.user, chat=self.chat, text=text)

    async def start(self, payload: str = "") -> None:
        """Press START, as from a link."""
        await self._note()
        await self.sandbox.post("start", user=self.user, payload=payload)

    async def press(self, label: str) -> Json:
        """Press the newest button that says so, when it is there."""
        message = 0

        async def is_there() -> bool:
            nonlocal message
            found = [m["message_id"] for m in await self.messages() if label in labels(m)]
            message = max(found, default=0)
            return bool(found)

        await self._until(is_there, f"a button {label!r}")
        await self._note()
        answer: Json = await self.sandbox.post(
            "press", user=self.user, chat=self.chat, label=label, message=message
        )
        return answer

    async def send_file(self, data: bytes, name: str, mime: str = "image/png") -> None:
        """Send a file."""
        await self._note()
        await self.sandbox.upload(
            data, user=self.user, chat=self.chat, as_kind="document", name=name, mime=mime
        )

    async def reads(self, part: str) -> str:
        """Wait for a message with these words that is new or was changed; returns its text."""
        found = ""

        async def is_there() -> bool:
            nonlocal found
            texts = [text_of(m) for m in await self.messages() if self._is_news(m)]
            found = next((text for text in reversed(texts) if part in text), "")
            return bool(found)

        await self._until(is_there, f"the words {part!r}")
        return found

    async def answered(self, pressed: Json) -> str:
        """Wait for the answer to a press; returns its words."""
        answer: Json = {}

        async def is_there() -> bool:
            nonlocal answer
            calls = (await self.sandbox.state(self.user))["callbacks"]
            mine = next(each for each in calls if each["id"] == pressed["callback"])
            answer = mine["answer"] or {}
            return mine["answer"] is not None

        await self._until(is_there, "an answer to the press")
        return str(answer["text"])

    async def keyboard(self) -> list[str]:
        """The labels of the keys under the input field."""
        shown = (await self._chat())["keyboard"] or {"keyboard": []}
        return [
            key["text"] if isinstance(key, dict) else key for r in shown["keyboard"] for key in r
        ]

    async def messages(self) -> list[Json]:
        """What the bot has in the chat, oldest first."""
        found: list[Json] = (await self._chat())["messages"]
        return [each for each in found if each["from"]["is_bot"]]

    async def _chat(self) -> Json:
        chats = (await self.sandbox.state(self.user))["chats"]
        found: Json = next(each for each in chats if each["id"] == self.chat)
        return found

    async def _note(self) -> None:
        found = (await self._chat())["messages"]
        self.seen = max((each["message_id"] for each in found), default=0)
        self._shown = {each["message_id"]: text_of(each) for each in found}

    def _is_news(self, message: Json) -> bool:
        number = message["message_id"]
        return number > self.seen or self._shown.get(number) != text_of(message)

    async def _until(self, holds: Any, what: str) -> None:
        try:
            await until(holds, WITHIN)
        except trio.TooSlowError:
            shown = [text_of(message) for message in await self.messages()]
            raise AssertionError(f"waited in vain for {what}; the chat shows {shown}") from None


def text_of(message: Json) -> str:
    """The words of a message."""
    return str(message.get("text") or message.get("caption") or "")


def labels(message: Json) -> list[str]:
    """The labels of the buttons under a message."""
    rows = (message.get("reply_markup") or {}).get("inline_keyboard", [])
    return [button["text"] for row in rows for button in row]


async def chatter(sandbox: SandboxProcess, **facts: Any) -> Chatter:
    """Make a person who has started the bot's chat."""
    person = await sandbox.post("people", **{"first_name": "Ольга", **facts})
    user = int(person["id"])
    return Chatter(sandbox, user)
