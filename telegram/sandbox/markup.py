"""Reply markup as the server reads it: inline keyboards, reply keyboards, removal, forced reply.

Data of a button is counted in bytes. Only inline keyboards stay with a message; the others make the
message uneditable. Texts and order from the server's source [S].
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.model import Chat, ChatKind
from telegram.sandbox.params import Call
from telegram.sandbox.refusal import bad_request

_BROKEN = "can't parse reply keyboard markup JSON object"
_INLINE_OTHER = (
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
)
_URL = re.compile(r"(?:https?://)?[^\s/.]+(?:\.[^\s/.]+)+(?:[/?#]\S*)?|tg://\S+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Markup:
    """Exactly one of: an inline keyboard, or a special markup as `special`."""

    inline: dict[str, Any] | None = None
    special: dict[str, Any] | None = None


def read_markup(call: Call) -> Markup:
    """The field `reply_markup`; raises `Refusal`."""
    value = call.structure("reply_markup", _BROKEN)
    if value is None:
        return Markup()
    if not isinstance(value, dict):
        raise bad_request("object expected as reply markup")
    if len(json.dumps(value, ensure_ascii=False).encode()) > limits.MARKUP_BYTES_MAX:
        raise bad_request("reply markup is too long")
    rows = _rows(value, "keyboard", 'field "keyboard" must be an Array of Arrays')
    inline = _rows(
        value,
        "inline_keyboard",
        'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
    )
    keyboard = [[_reply_button(each) for each in row] for row in rows if row]
    buttons = [[_inline_button(each) for each in row] for row in inline if row]
    if keyboard:
        flags = {key: True for key in _KEYBOARD_FLAGS if value.get(key)}
        return Markup(special={"keyboard": keyboard} | flags | _placeholder(value))
    if buttons:
        _check_inline(buttons)
        return Markup(inline={"inline_keyboard": buttons})
    if value.get("remove_keyboard") or value.get("hide_keyboard"):
        return Markup(special={"remove_keyboard": True})
    if value.get("force_reply"):
        return Markup(special={"force_reply": True} | _placeholder(value))
    return Markup()


_KEYBOARD_FLAGS = ("is_persistent", "resize_keyboard", "one_time_keyboard")
_REQUESTS = {
    "request_contact": "phone number",
    "request_location": "location",
    "request_poll": "poll",
}


def _placeholder(value: dict[str, Any]) -> dict[str, str]:
    said = value.get("input_field_placeholder")
    if not isinstance(said, str) or not said.strip():
        return {}
    return {"input_field_placeholder": said.strip()[: limits.PLACEHOLDER_MAX]}


def check_requests(markup: Markup, chat: Chat) -> None:
    """Refuse keys that ask for the person's things outside of private chats."""
    if chat.kind is ChatKind.PRIVATE:
        return
    for key in (each for row in (markup.special or {}).get("keyboard", []) for each in row):
        for request, word in _REQUESTS.items():
            if request in key:
                raise bad_request(f"{word} can be requested in private chats only")


def _rows(value: dict[str, Any], name: str, refusal: str) -> list[list[Any]]:
    rows = value.get(name)
    if rows is None:
        return []
    if not isinstance(rows, list):
        raise bad_request(f'field "{name}" must be of type Array')
    if not all(isinstance(row, list) for row in rows):
        raise bad_request(refusal)
    return rows


def _text_of(button: dict[str, Any], prefix: str) -> str:
    text = button.get("text")
    if text is None:
        raise bad_request(f'{prefix}: can\'t find field "text"')
    if not isinstance(text, str | int | float):
        raise bad_request(f'{prefix}: field "text" must be of type String')
    return str(text).strip()


def _reply_button(button: Any) -> dict[str, Any]:
    prefix = "can't parse keyboard button"
    if isinstance(button, str):
        button = {"text": button}
    if not isinstance(button, dict):
        raise bad_request(f"{prefix}: KeyboardButton must be a String or an Object")
    text = _text_of(button, prefix)
    if not text:
        raise bad_request("keyboard button text must be non-empty")
    return {"text": text} | {each: button[each] for each in _REQUESTS if button.get(each)}


def _inline_button(button: Any) -> dict[str, Any]:
    prefix = "can't parse inline keyboard button"
    if not isinstance(button, dict):
        raise bad_request(f"{prefix}: InlineKeyboardButton must be an Object")
    answer: dict[str, Any] = {"text": _text_of(button, prefix)}
    if button.get("url"):
        return answer | {"url": str(button["url"])}
    if button.get("callback_data"):
        return answer | {"callback_data": str(button["callback_data"])}
    for kind in _INLINE_OTHER:
        if kind in button:
            return answer | {kind: button[kind]}
    raise bad_request(f"{prefix}: text buttons are unallowed in the inline keyboard")


def _check_inline(rows: list[list[dict[str, Any]]]) -> None:
    for button in (each for row in rows for each in row):
        if not button["text"]:
            raise bad_request("inline keyboard button text must be non-empty")
        if len(button.get("callback_data", "").encode()) > limits.CALLBACK_DATA_MAX:
            raise bad_request("BUTTON_DATA_INVALID")
        if "url" in button and not _URL.fullmatch(button["url"]):
            raise bad_request("BUTTON_URL_INVALID")
