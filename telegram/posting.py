"""What the product wants to say, as the Bot API call that says it."""

from collections.abc import Mapping
from typing import assert_never

from store.domain.outgoing import Answer, Body, Button, Edit, Rows, Say
from telegram.botapi.client import BotApi
from telegram.botapi.errors import Failed, Result
from telegram.botapi.sending import Sending
from telegram.botapi.types import Message


async def post(api: BotApi, body: Body, chat_id: int | None) -> Result[Message] | Result[bool]:
    """Make the call for a body, once more at the new address when a group has moved.

    `chat_id` may be None for an answer to a press only; else the server refuses.
    """
    result = await _post_to(api, body, chat_id or 0)
    if isinstance(result, Failed) and result.migrate_to is not None:
        return await _post_to(api, body, result.migrate_to)
    return result


async def _post_to(api: BotApi, body: Body, chat_id: int) -> Result[Message] | Result[bool]:
    match body:
        case Say(text, buttons):
            return await api.send_message(chat_id, text, Sending(markup=markup_of(buttons)))
        case Edit(message_id, text, buttons):
            return await api.edit_message_text(chat_id, message_id, text, markup=markup_of(buttons))
        case Answer(query_id, text, alert):
            return await api.answer_callback_query(query_id, text, alert=alert)
        case _ as never:
            assert_never(never)


def markup_of(buttons: Rows) -> Mapping[str, object] | None:
    """Return an inline keyboard; without one, an edit takes the old keyboard away."""
    if not buttons:
        return None
    return {"inline_keyboard": [[_button(button) for button in row] for row in buttons]}


def _button(button: Button) -> Mapping[str, object]:
    if button.data is not None:
        return {"text": button.text, "callback_data": button.data}
    return {"text": button.text, "url": button.url}
