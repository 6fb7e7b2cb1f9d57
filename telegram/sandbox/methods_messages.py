"""Methods that send, edit and delete texts and answer button presses.

Every edit without markup drops the inline keyboard; messages sent with any other markup can never
be edited.
"""

from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.access import (
    addressed_message,
    known_chat,
    reply_target,
    thread_of,
    writable_chat,
)
from telegram.sandbox.formatting import read_caption, read_text
from telegram.sandbox.markup import Markup, check_requests, read_markup
from telegram.sandbox.model import Chat, ChatKind, Message, member_json
from telegram.sandbox.params import Call
from telegram.sandbox.refusal import bad_request
from telegram.sandbox.world import World

_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
_DELETE_FOR_ALL_SECONDS = 48 * 3600


def send_message(world: World, call: Call) -> dict[str, Any]:
    """sendMessage."""
    formatted = read_text(call)
    return deliver(world, call, formatted.content())


def deliver(world: World, call: Call, content: dict[str, Any]) -> dict[str, Any]:
    """Put content that is already checked into the chat of the call; raises `Refusal`."""
    markup = read_markup(call)
    chat = writable_chat(world, call)
    check_requests(markup, chat)
    thread = thread_of(chat, call)
    reply = reply_target(chat, call)
    message = world.post(
        chat,
        world.bot,
        content,
        markup=markup.inline,
        special_markup=markup.special is not None,
        thread_id=thread,
        reply_to=reply,
    )
    _show_markup(chat, message, markup)
    world.bump()
    return message.as_json()


def _show_markup(chat: Chat, message: Message, markup: Markup) -> None:
    special = markup.special
    if special is None:
        return
    _forget_reply(chat)
    if "keyboard" in special:
        chat.keyboard, chat.keyboard_from, chat.keyboard_hidden = special, message.id, False
    elif "remove_keyboard" in special:
        _forget_keyboard(chat)
    else:
        chat.asked_reply = message.id
        chat.reply_placeholder = special.get("input_field_placeholder", "")


def _forget_keyboard(chat: Chat) -> None:
    chat.keyboard, chat.keyboard_from, chat.keyboard_hidden = None, None, False


def _forget_reply(chat: Chat) -> None:
    chat.asked_reply, chat.reply_placeholder = None, ""


def edit_message_text(world: World, call: Call) -> dict[str, Any]:
    """editMessageText."""
    formatted = read_text(call)
    markup = read_markup(call)
    message = _editable(world, call, markup)
    if "text" not in message.content:
        raise bad_request("there is no text in the message to edit")
    return _change(world, message, formatted.content(), markup)


def edit_message_caption(world: World, call: Call) -> dict[str, Any]:
    """editMessageCaption."""
    formatted = read_caption(call)
    markup = read_markup(call)
    message = _editable(world, call, markup)
    if not {"photo", "document"} & message.content.keys():
        raise bad_request("there is no caption in the message to edit")
    kept = {
        key: value
        for key, value in message.content.items()
        if key not in {"caption", "caption_entities"}
    }
    return _change(world, message, kept | formatted.content("caption"), markup)


def edit_message_reply_markup(world: World, call: Call) -> dict[str, Any]:
    """editMessageReplyMarkup."""
    markup = read_markup(call)
    message = _editable(world, call, markup)
    return _change(world, message, message.content, markup)


def _editable(world: World, call: Call, markup: Markup) -> Message:
    message = addressed_message(world, call, "message to edit")
    if message.sender.id != world.bot.id or message.special_markup:
        raise bad_request("message can't be edited")
    if markup.special is not None:
        raise bad_request("inline keyboard expected")
    return message


def _change(
    world: World, message: Message, content: dict[str, Any], markup: Markup
) -> dict[str, Any]:
    if (message.content, message.markup) == (content, markup.inline):
        raise bad_request(_NOT_MODIFIED)
    message.content, message.markup = content, markup.inline
    message.edited = world.now()
    world.bump()
    return message.as_json()


def delete_message(world: World, call: Call) -> bool:
    """deleteMessage."""
    message = addressed_message(world, call, "message to delete")
    own = message.sender.id == world.bot.id
    chat = message.chat
    if chat.person is None and not own and chat.members.get(world.bot.id) != "administrator":
        raise bad_request("message can't be deleted")
    if world.now() - message.date > _DELETE_FOR_ALL_SECONDS:
        raise bad_request("message can't be deleted for everyone")
    del chat.messages[message.id]
    # The app takes what a message brought along from the screen together with it.
    if chat.keyboard_from == message.id:
        _forget_keyboard(chat)
    if chat.asked_reply == message.id:
        _forget_reply(chat)
    world.bump()
    return True


def answer_callback_query(world: World, call: Call) -> bool:
    """answerCallbackQuery."""
    text = call.text("text")
    callback = world.callbacks.get(call.text("callback_query_id"))
    if callback is None:
        raise bad_request(_TOO_OLD)
    if world.clock.now() > callback.pressed + world.callback_answer_seconds:
        raise bad_request(_TOO_OLD)
    if len(text) > limits.CALLBACK_ANSWER_MAX:
        raise bad_request("MESSAGE_TOO_LONG")
    callback.answer = {"text": text, "show_alert": call.boolean("show_alert")}
    world.bump()
    return True


def send_chat_action(world: World, call: Call) -> bool:
    """sendChatAction; the action is not shown anywhere."""
    chat = writable_chat(world, call)
    thread_of(chat, call)
    if call.text("action").lower() not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    return True


_ACTIONS = frozenset(
    [
        "cancel",
        "typing",
        "record_video",
        "upload_video",
        "record_audio",
        "upload_audio",
        "record_voice",
        "upload_voice",
        "upload_photo",
        "upload_document",
        "choose_sticker",
        "pick_up_location",
        "find_location",
        "record_video_note",
        "upload_video_note",
    ]
)


def get_chat(world: World, call: Call) -> dict[str, Any]:
    """getChat."""
    chat = known_chat(world, call)
    facts = {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(_GIFT_KINDS, False),
    }
    return chat.as_json() | facts


_GIFT_KINDS = (
    "unlimited_gifts",
    "limited_gifts",
    "unique_gifts",
    "premium_subscription",
    "gifts_from_channels",
)


def get_chat_member(world: World, call: Call) -> dict[str, Any]:
    """getChatMember."""
    chat = known_chat(world, call)
    user_id = call.integer("user_id")
    if user_id <= 0:
        raise bad_request("invalid user_id specified")
    person = world.people.get(user_id)
    if person is None:
        raise bad_request("user not found")
    in_channel = chat.kind is ChatKind.CHANNEL
    return member_json(person, chat.members.get(person.id, "left"), in_channel=in_channel)
