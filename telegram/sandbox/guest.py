"""A scripted person for the demo and for tests in the same process.

It sees what the app shows and can do what the app offers. Waiting is for facts: a message, a
button, an answer; `within` is seconds, and running over it raises `TimeoutError` with what was on
the screen.
"""

from collections.abc import Callable, Sequence
from typing import Any

import trio

from telegram.sandbox import cards, media, phone, rewriting, samples
from telegram.sandbox.command_scopes import commands_for
from telegram.sandbox.model import Callback, Chat, Message, Person
from telegram.sandbox.phone import Pressed
from telegram.sandbox.rewriting import Origin
from telegram.sandbox.world import World


class Guest:
    """A person in a private chat with the bot, or in `chat` if given."""

    def __init__(
        self,
        world: World,
        first_name: str = "Анна",
        *,
        person: Person | None = None,
        chat: Chat | None = None,
        **facts: Any,
    ) -> None:
        self.world = world
        self.person = person or world.add_person(first_name, **facts)
        self.chat = chat or world.private_chat(self.person)

    @property
    def id(self) -> int:
        """User id."""
        return self.person.id

    async def press_start(self, token: str = "") -> Message:
        """Press START, as from the deep link with this token."""
        await trio.lowlevel.checkpoint()
        return phone.start(self.world, self.person, token)

    def _where(self) -> tuple[World, Person, Chat]:
        return self.world, self.person, self.chat

    async def send_text(
        self, text: str, *, reply_to: int | None = None, on_behalf_of: Chat | None = None
    ) -> Message:
        """Write a text; in the name of the group or of an own channel if given."""
        await trio.lowlevel.checkpoint()
        return phone.say(*self._where(), text, reply_to=reply_to, on_behalf_of=on_behalf_of)

    async def edit(self, message: Message, text: str) -> Message:
        """Change an own text or caption."""
        await trio.lowlevel.checkpoint()
        return rewriting.edit(self.world, self.person, message, text)

    async def forward(self, message: Message) -> Message:
        """Forward a message from any chat the person is in."""
        await trio.lowlevel.checkpoint()
        return rewriting.forward(*self._where(), message)

    async def forward_foreign(self, text: str, origin: Origin) -> Message:
        """Forward a text from a place outside of this world."""
        await trio.lowlevel.checkpoint()
        return rewriting.forward_foreign(*self._where(), text, origin)

    async def send_photo(self, data: bytes, *, caption: str = "") -> Message:
        """Send a picture."""
        await trio.lowlevel.checkpoint()
        return media.send_picture(*self._where(), data, caption=caption)

    async def send_album(self, pictures: list[bytes], *, caption: str = "") -> list[Message]:
        """Send two to ten pictures together."""
        await trio.lowlevel.checkpoint()
        return media.send_album(*self._where(), pictures, caption=caption)

    async def send_document(
        self,
        data: bytes,
        name: str,
        mime: str = "application/octet-stream",
        *,
        caption: str = "",
    ) -> Message:
        """Send bytes as a file."""
        await trio.lowlevel.checkpoint()
        return media.send_file(*self._where(), data, name, mime, caption=caption)

    async def send_sticker(self, sticker: bytes | str | None = None) -> Message:
        """Send a sticker: own bytes, a file_id of a set, or a sample."""
        await trio.lowlevel.checkpoint()
        return media.send_sticker(*self._where(), sticker or samples.sticker())

    async def send_voice(self, data: bytes = samples.VOICE, *, duration: int = 3) -> Message:
        """Send a voice message."""
        await trio.lowlevel.checkpoint()
        return media.send_voice(*self._where(), data, duration=duration)

    async def send_video(self, data: bytes = samples.VIDEO, *, duration: int = 3) -> Message:
        """Send a video."""
        await trio.lowlevel.checkpoint()
        return media.send_video(*self._where(), data, duration=duration)

    async def send_video_note(self, data: bytes = samples.VIDEO, *, duration: int = 3) -> Message:
        """Send a round video message."""
        await trio.lowlevel.checkpoint()
        return media.send_video_note(*self._where(), data, duration=duration)

    async def share_contact(self, whose: Person | None = None) -> Message:
        """Share the own contact or that of another person of Telegram."""
        await trio.lowlevel.checkpoint()
        return cards.share_contact(*self._where(), whose)

    async def send_card(self, phone_number: str, first_name: str, last_name: str = "") -> Message:
        """Share the contact of somebody who has no account."""
        await trio.lowlevel.checkpoint()
        return cards.send_card(*self._where(), phone_number, first_name, last_name=last_name)

    async def send_location(self, latitude: float = 41.311, longitude: float = 69.28) -> Message:
        """Send a place, in degrees."""
        await trio.lowlevel.checkpoint()
        return cards.send_location(*self._where(), latitude, longitude)

    async def send_dice(self, emoji: str = "🎲") -> Message:
        """Throw a dice."""
        await trio.lowlevel.checkpoint()
        return cards.send_dice(*self._where(), emoji)

    async def send_poll(self, question: str, options: Sequence[str]) -> Message:
        """Send a poll."""
        await trio.lowlevel.checkpoint()
        return cards.send_poll(*self._where(), question, options)

    def commands(self) -> list[dict[str, str]]:
        """What the menu of the chat lists for this person."""
        return commands_for(self.world, self.chat, self.person)

    async def press_button(self, label: str, within: float = 30.0) -> Pressed:
        """Press the inline button with this text or data, or the reply key.

        Waits for it to show.
        """
        await self._wait(lambda: self._sees(label), within, f"a button {label!r}")
        return phone.press(self.world, self.person, self.chat, label)

    async def block(self) -> None:
        """Block the bot."""
        await trio.lowlevel.checkpoint()
        phone.block(self.world, self.person)

    def messages(self) -> list[Message]:
        """What the bot has in the chat now, oldest first."""
        bot = self.world.bot.id
        return [each for each in self.chat.messages.values() if each.sender.id == bot]

    def texts(self) -> list[str]:
        """The texts or captions of the bot's messages."""
        return [_text(each) for each in self.messages()]

    async def wait_for_message(
        self, predicate: Callable[[Message], bool], within: float, *, after: int = 0
    ) -> Message:
        """The first message of the bot that fits, already there, yet to come or edited so."""

        def fitting() -> list[Message]:
            return [each for each in self.messages() if each.id > after and predicate(each)]

        await self._wait(lambda: bool(fitting()), within, "a message")
        return fitting()[0]

    async def wait_for_text(self, part: str, within: float = 30.0, *, after: int = 0) -> Message:
        """The first message of the bot whose text or caption holds `part`."""
        return await self.wait_for_message(lambda each: part in _text(each), within, after=after)

    async def wait_for_answer(self, callback: Callback, within: float = 30.0) -> dict[str, Any]:
        """The bot's answer to a press: `text` and `show_alert`."""
        await self._wait(lambda: callback.answer is not None, within, "an answer to the press")
        assert callback.answer is not None
        return callback.answer

    def _sees(self, label: str) -> bool:
        chat = self.chat
        return bool(phone.find_button(chat, label) or phone.find_key(chat, label))

    async def _wait(self, holds: Callable[[], bool], within: float, what: str) -> None:
        with trio.move_on_after(within) as scope:
            await self.world.wait_until(holds)
        if scope.cancelled_caught:
            raise TimeoutError(
                f"waited {within} s in vain for {what}; the chat shows {self.texts()}"
            )


def _text(message: Message) -> str:
    return str(message.content.get("text") or message.content.get("caption") or "")
