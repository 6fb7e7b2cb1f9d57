"""What the product wants to say, as the Bot API call that says it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from store.domain.outgoing import Answer, Body, Button, Edit, Rows, Say
from telegram.botapi.client import BotApi
from telegram.botapi.errors import ErrorKind, Failed, Result
from telegram.botapi.sending import Sending
from telegram.botapi.types import Message


async def post(api: BotApi, body: Body, chat_id: int | None) -> Result[Message] | Result[bool]:
    """Make the call for a body; what is new is said once more where it still can be.

    That is at the new address of a group that has moved, or outside a topic that is gone. An edit
    stays where its message is: in the new group its id is the id of another message. `chat_id` may
    be None for an answer to a press only; else the server refuses.
    """
    result = await _post_to(api, body, chat_id or 0)
    if not isinstance(body, Say) or not isinstance(result, Failed):
        return result
    if result.migrate_to is not None:
        return await _post_to(api, replace(body, topic=None), result.migrate_to)
    if result.kind is ErrorKind.THREAD_GONE and body.topic is not None:
        return await _post_to(api, replace(body, topic=None), chat_id or 0)
    return result


async def _post_to(api: BotApi, body: Body, chat_id: int) -> Result[Message] | Result[bool]:
    match body:
        case Say(text, buttons, topic):
            how = Sending(markup=markup_of(buttons), thread_id=topic)
            return await api.send_message(chat_id, text, how)
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
