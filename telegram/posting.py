"""What the product wants to say, as the Bot API call that says it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from store.domain.outgoing import (
    Answer,
    Body,
    Button,
    Delete,
    Edit,
    Keys,
    Rows,
    Say,
    ShowSticker,
)
from telegram.botapi.client import BotApi
from telegram.botapi.errors import ErrorKind, Failed, Result
from telegram.botapi.sending import Sending
from telegram.botapi.types import Message

MOST_PLACEHOLDER = 64
"""Characters that fit into an empty input field (Bot API 10.1)."""


async def post(
    api: BotApi, body: Body, chat_id: int | None, image: bytes = b""
) -> Result[Message] | Result[bool]:
    """Make the call for a body; what is new is said once more where it still can be.

    That is at the new address of a group that has moved, or outside a topic that is gone. An edit
    stays where its message is: in the new group its id is the id of another message. `chat_id` may
    be None for an answer to a press only; else the server refuses. `image` is the sticker's file.
    Raises ValueError for a change of a message whose id is not known.
    """
    result = await _post_to(api, body, chat_id or 0, image)
    if not isinstance(body, Say | ShowSticker) or not isinstance(result, Failed):
        return result
    if result.migrate_to is not None:
        return await _post_to(api, _out_of_topic(body), result.migrate_to, image)
    if result.kind is ErrorKind.THREAD_GONE and isinstance(body, Say) and body.topic is not None:
        return await _post_to(api, _out_of_topic(body), chat_id or 0, image)
    return result


async def _post_to(
    api: BotApi, body: Body, chat_id: int, image: bytes
) -> Result[Message] | Result[bool]:
    match body:
        case Say(text, buttons, topic, keys):
            markup = markup_of(buttons) if keys is None else _keyboard(keys)
            return await api.send_message(chat_id, text, Sending(markup=markup, thread_id=topic))
        case ShowSticker(_, buttons):
            return await api.send_sticker(chat_id, image, Sending(markup=markup_of(buttons)))
        case Edit(message_id, text, buttons):
            return await api.edit_message_text(
                chat_id, _known(message_id), text, markup=markup_of(buttons)
            )
        case Delete(message_id):
            return await api.delete_message(chat_id, _known(message_id))
        case Answer(query_id, text, alert):
            return await api.answer_callback_query(query_id, text, alert=alert)
        case _ as never:
            assert_never(never)


def markup_of(buttons: Rows) -> Mapping[str, object] | None:
    """Return an inline keyboard; without one, an edit takes the old keyboard away."""
    if not buttons:
        return None
    return {"inline_keyboard": [[_button(button) for button in row] for row in buttons]}


def _keyboard(keys: Keys) -> Mapping[str, object]:
    """Return the keyboard under the input field, or its removal."""
    if not keys.rows:
        return {"remove_keyboard": True}
    keyboard: dict[str, object] = {
        "keyboard": [[{"text": label} for label in row] for row in keys.rows],
        "resize_keyboard": True,
        "is_persistent": True,
    }
    if keys.placeholder:
        keyboard["input_field_placeholder"] = keys.placeholder[:MOST_PLACEHOLDER]
    return keyboard


def _out_of_topic(body: Say | ShowSticker) -> Say | ShowSticker:
    return replace(body, topic=None) if isinstance(body, Say) else body


def _known(message_id: int | None) -> int:
    if message_id is None:
        raise ValueError("a change names no message")
    return message_id


def _button(button: Button) -> Mapping[str, object]:
    if button.data is not None:
        return {"text": button.text, "callback_data": button.data}
    return {"text": button.text, "url": button.url}
