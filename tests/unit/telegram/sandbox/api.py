"""A caller of the sandbox over real sockets, independent of the product's client."""

import io
from dataclasses import dataclass
from typing import Any

import httpx
from PIL import Image

from telegram.sandbox.guest import Guest
from telegram.sandbox.server import Sandbox


@dataclass(frozen=True, slots=True)
class Api:
    """Calls methods and hands back decoded envelopes."""

    sandbox: Sandbox
    client: httpx.AsyncClient

    def url(self, method: str) -> str:
        return f"{self.sandbox.base_url}/bot{self.sandbox.token}/{method}"

    async def envelope(self, method: str, **fields: Any) -> dict[str, Any]:
        answer = await self.client.post(self.url(method), json=fields)
        decoded: dict[str, Any] = answer.json()
        assert decoded["ok"] == (answer.status_code == 200)
        assert decoded["ok"] or decoded["error_code"] == answer.status_code
        return decoded

    async def result(self, method: str, **fields: Any) -> Any:
        answer = await self.envelope(method, **fields)
        assert answer["ok"], answer
        return answer["result"]

    async def refusal(self, method: str, **fields: Any) -> str:
        answer = await self.envelope(method, **fields)
        assert not answer["ok"], answer
        return str(answer["description"])

    async def guest(self, **facts: Any) -> Guest:
        """A person who has pressed Start."""
        guest = Guest(self.sandbox.world, **facts)
        await guest.press_start()
        return guest

    async def upload(self, user_id: int, data: bytes, sticker_format: str = "static") -> Any:
        fields = {"user_id": str(user_id), "sticker_format": sticker_format}
        answer = await self.client.post(
            self.url("uploadStickerFile"), data=fields, files={"sticker": ("s.png", data)}
        )
        return answer.json()

    async def uploaded(self, user_id: int, data: bytes | None = None) -> str:
        answer = await self.upload(user_id, data or picture())
        return str(answer["result"]["file_id"])

    async def make_set(self, guest: Guest, name: str = "k1", count: int = 1) -> str:
        """A set of different stickers; returns its full name."""
        full = f"{name}_by_{self.sandbox.bot_username}"
        files = [await self.uploaded(guest.id, picture(shade=at)) for at in range(count)]
        stickers = [sticker(each) for each in files]
        await self.result(
            "createNewStickerSet", user_id=guest.id, name=full, title="Набор", stickers=stickers
        )
        return full


def picture(width: int = 512, height: int = 300, kind: str = "PNG", shade: int = 7) -> bytes:
    """An image file of one colour."""
    out = io.BytesIO()
    mode = "RGB" if kind == "JPEG" else "RGBA"
    Image.new(mode, (width, height), (shade % 256, 20, 30)).save(out, kind)
    return out.getvalue()


def sticker(file: str, *emoji: str) -> dict[str, Any]:
    """An InputSticker."""
    return {"sticker": file, "format": "static", "emoji_list": list(emoji) or ["😀"]}
