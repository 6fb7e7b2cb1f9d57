"""The Bot API methods we call, each ending in a `Result` and never in an exception of httpx.

What stays true:
- The token is in no repr, exception or log line.
- Every call has a deadline (see `calling.Bounds`).
- Chat-addressed calls are paced and `retry_after` is obeyed per chat (see `throttle`). Nothing is
  repeated here: whether a repeat is safe is the caller's knowledge.
- Polling has an httpx client of its own, so uploads cannot starve it.
Field meanings and limits: Bot API reference 10.1.
"""

from collections.abc import Mapping, Sequence

from telegram.botapi.calling import Bounds, Caller, expect_true
from telegram.botapi.errors import Result
from telegram.botapi.html import cut
from telegram.botapi.media import File, StickerSet
from telegram.botapi.reading import items
from telegram.botapi.sending import AS_HTML, Fields, InputSticker, Markup, Sending
from telegram.botapi.throttle import Throttle
from telegram.botapi.transport import Upload
from telegram.botapi.types import BotIdentity, Chat, ChatMember, Message, WebhookInfo

CLOUD_ROOT = "https://api.telegram.org"
MAX_POLL = 50  # the server clamps longer polls to this without a word
MAX_DOWNLOAD = 20 * 1024 * 1024
MAX_CALLBACK_TEXT = 200

_NO_PREVIEW: Fields = {"is_disabled": True}


class BotApi:
    """The bot of one token at one Bot API server; close it with `aclose`.

    `token` is `<digits>:<secret>` and `root` an http(s) address; anything else raises ValueError,
    which never quotes the token.
    """

    def __init__(
        self,
        token: str,
        root: str = CLOUD_ROOT,
        *,
        bounds: Bounds | None = None,
        throttle: Throttle | None = None,
    ) -> None:
        self.throttle = throttle or Throttle()
        self._calls = Caller(token, root, bounds or Bounds(), self.throttle)

    def __repr__(self) -> str:
        return f"BotApi(bot={self._calls.bot_id}, root={self._calls.root!r})"

    @property
    def bot_id(self) -> str:
        """The digits before the colon of the token: the bot's user id."""
        return self._calls.bot_id

    async def aclose(self) -> None:
        """Closes all connections; calls in flight end in `Unknown`, later ones in `NotSent`."""
        await self._calls.aclose()

    # --- the bot and its updates

    async def get_me(self) -> Result[BotIdentity]:
        """Who the token belongs to."""
        return await self._calls.read("getMe", {}, BotIdentity.parse)

    async def get_updates(
        self,
        offset: int | None,
        timeout: int,
        limit: int = 100,
        allowed_updates: Sequence[str] | None = None,
    ) -> Result[tuple[object, ...]]:
        """Updates as decoded JSON nobody has looked at, in the order sent, one by one hostile.

        `offset` confirms everything below it; `timeout` in seconds, at most 50.
        `allowed_updates` sticks on the server, so pass it on the first poll after a start.
        """
        seconds = min(max(timeout, 0), MAX_POLL)
        fields: Fields = {"timeout": seconds, "limit": limit}
        if offset is not None:
            fields["offset"] = offset
        if allowed_updates is not None:
            fields["allowed_updates"] = list(allowed_updates)
        return await self._calls.poll("getUpdates", fields, seconds, _raw_items)

    async def delete_webhook(self) -> Result[bool]:
        """Makes polling possible; waiting updates are kept."""
        return await self._calls.write("deleteWebhook", {}, expect_true)

    async def get_webhook_info(self) -> Result[WebhookInfo]:
        """The state of the queue on the server."""
        return await self._calls.read("getWebhookInfo", {}, WebhookInfo.parse)

    async def set_my_commands(
        self,
        commands: Sequence[tuple[str, str]],
        *,
        scope: Mapping[str, object] | None = None,
        language: str = "",
    ) -> Result[bool]:
        """The menu of commands, as (command, description) pairs, for a scope and a language."""
        fields: Fields = {
            "commands": [{"command": name, "description": about} for name, about in commands]
        }
        if scope is not None:
            fields["scope"] = dict(scope)
        if language:
            fields["language_code"] = language
        return await self._calls.write("setMyCommands", fields, expect_true)

    async def delete_my_commands(
        self, *, scope: Mapping[str, object] | None = None, language: str = ""
    ) -> Result[bool]:
        """Takes a list of commands away: the next wider scope's is shown instead."""
        fields: Fields = {}
        if scope is not None:
            fields["scope"] = dict(scope)
        if language:
            fields["language_code"] = language
        return await self._calls.write("deleteMyCommands", fields, expect_true)

    # --- messages

    async def send_message(
        self, chat_id: int, text: str, how: Sending = AS_HTML
    ) -> Result[Message]:
        """A text, 1..4096 units after parsing; `Unknown` may mean the guest has it already."""
        fields: Fields = {
            "text": text,
            "link_preview_options": _NO_PREVIEW,
            **how.to_json(),
        }
        return await self._calls.to_chat("sendMessage", chat_id, fields, Message.parse)

    async def send_photo(
        self, chat_id: int, photo: bytes | str, caption: str = "", how: Sending = AS_HTML
    ) -> Result[Message]:
        """A photo, as a file_id or as bytes up to 10 MB, with a caption of at most 1024 units."""
        fields: Fields = {**how.to_json()}
        if caption:
            fields["caption"] = caption
        if isinstance(photo, str):
            fields["photo"] = photo
            return await self._calls.to_chat("sendPhoto", chat_id, fields, Message.parse)
        upload = Upload("photo.jpg", photo, "image/jpeg")
        return await self._calls.to_chat(
            "sendPhoto", chat_id, fields, Message.parse, uploads={"photo": upload}
        )

    async def send_sticker(
        self, chat_id: int, sticker: bytes | str, how: Sending = AS_HTML
    ) -> Result[Message]:
        """A sticker, as a file_id or as the bytes of a WEBP."""
        fields: Fields = {**how.to_json()}
        fields.pop("parse_mode", None)
        if isinstance(sticker, str):
            fields["sticker"] = sticker
            return await self._calls.to_chat("sendSticker", chat_id, fields, Message.parse)
        upload = Upload("sticker.webp", sticker, "image/webp")
        return await self._calls.to_chat(
            "sendSticker", chat_id, fields, Message.parse, uploads={"sticker": upload}
        )

    async def edit_message_text(
        self,
        chat_id: int,
        message_id: int,
        text: str,
        *,
        markup: Markup | None = None,
        parse_mode: str | None = "HTML",
    ) -> Result[Message]:
        """A new text in place of the old; without `markup` the inline keyboard goes away."""
        how = Sending(parse_mode, markup)
        fields: Fields = {
            "message_id": message_id,
            "text": text,
            "link_preview_options": _NO_PREVIEW,
            **how.to_json(),
        }
        return await self._calls.to_chat("editMessageText", chat_id, fields, Message.parse)

    async def edit_message_reply_markup(
        self, chat_id: int, message_id: int, markup: Markup | None = None
    ) -> Result[Message]:
        """A new inline keyboard, or none."""
        fields: Fields = {"message_id": message_id, **Sending(None, markup).to_json()}
        return await self._calls.to_chat("editMessageReplyMarkup", chat_id, fields, Message.parse)

    async def delete_message(self, chat_id: int, message_id: int) -> Result[bool]:
        """Takes a message away, within 48 h of sending."""
        fields: Fields = {"message_id": message_id}
        return await self._calls.to_chat(
            "deleteMessage", chat_id, fields, expect_true, counts=False
        )

    async def send_chat_action(
        self, chat_id: int, action: str, *, thread_id: int | None = None
    ) -> Result[bool]:
        """Shows "typing", "choose_sticker", "upload_photo" and the like for five seconds."""
        fields: Fields = {"action": action, **Sending(None, thread_id=thread_id).to_json()}
        return await self._calls.to_chat(
            "sendChatAction", chat_id, fields, expect_true, counts=False
        )

    async def answer_callback_query(
        self, query_id: str, text: str = "", *, alert: bool = False
    ) -> Result[bool]:
        """Ends the spinner on a pressed button; a text over 200 units is cut."""
        fields: Fields = {"callback_query_id": query_id}
        if text:
            fields["text"] = cut(text, MAX_CALLBACK_TEXT)
        if alert:
            fields["show_alert"] = True
        return await self._calls.write("answerCallbackQuery", fields, expect_true)

    async def get_chat(self, chat_id: int) -> Result[Chat]:
        """What the bot may know of a chat."""
        return await self._calls.read("getChat", {"chat_id": chat_id}, Chat.parse)

    async def get_chat_member(self, chat_id: int, user_id: int) -> Result[ChatMember]:
        """What somebody is in a chat."""
        fields: Fields = {"chat_id": chat_id, "user_id": user_id}
        return await self._calls.read("getChatMember", fields, ChatMember.parse)

    # --- files

    async def get_file(self, file_id: str) -> Result[File]:
        """A file of at most 20 MB with its `file_path`, good for an hour."""
        return await self._calls.read("getFile", {"file_id": file_id}, File.parse)

    async def download(self, file_path: str, limit: int = MAX_DOWNLOAD) -> Result[bytes]:
        """The bytes at a `file_path` from `get_file`; more than `limit` bytes end in `Unknown`."""
        return await self._calls.download(file_path, limit)

    # --- stickers

    async def upload_sticker_file(
        self, user_id: int, sticker: bytes, *, mime: str = "image/webp", form: str = "static"
    ) -> Result[File]:
        """Stores a sticker image on the server; the file_id may be used many times."""
        upload = Upload(f"sticker.{mime.rpartition('/')[2]}", sticker, mime)
        fields: Fields = {"user_id": user_id, "sticker_format": form}
        return await self._calls.write(
            "uploadStickerFile", fields, File.parse, uploads={"sticker": upload}
        )

    async def create_new_sticker_set(
        self, user_id: int, name: str, title: str, stickers: Sequence[InputSticker]
    ) -> Result[bool]:
        """Makes a set of 1..50 stickers, all or nothing.

        After `Unknown` or NAME_OCCUPIED the set may exist: ask `get_sticker_set`.
        """
        fields: Fields = {
            "user_id": user_id,
            "name": name,
            "title": title,
            "stickers": [sticker.to_json() for sticker in stickers],
            "sticker_type": "regular",
        }
        return await self._calls.write("createNewStickerSet", fields, expect_true)

    async def add_sticker_to_set(
        self, user_id: int, name: str, sticker: InputSticker
    ) -> Result[bool]:
        """One more sticker; repeating it with the same file_id changes nothing."""
        fields: Fields = {"user_id": user_id, "name": name, "sticker": sticker.to_json()}
        return await self._calls.write("addStickerToSet", fields, expect_true)

    async def get_sticker_set(self, name: str) -> Result[StickerSet]:
        """A set as the server's cache knows it, up to 15 minutes old."""
        return await self._calls.read("getStickerSet", {"name": name}, StickerSet.parse)

    async def delete_sticker_set(self, name: str) -> Result[bool]:
        """Takes a set away; its name is not free again at once."""
        return await self._calls.write("deleteStickerSet", {"name": name}, expect_true)


def _raw_items(raw: object) -> tuple[object, ...]:
    return tuple(items(raw, "updates"))
