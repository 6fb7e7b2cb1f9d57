"""Every method the sandbox speaks, by lower-case name."""

from collections.abc import Awaitable, Callable
from typing import Any

from telegram.sandbox import methods_bot as bot
from telegram.sandbox import methods_media as media
from telegram.sandbox import methods_messages as messages
from telegram.sandbox import methods_stickers as stickers
from telegram.sandbox.params import Call
from telegram.sandbox.world import World

Handler = Callable[[World, Call], Any]
WaitingHandler = Callable[[World, Call], Awaitable[Any]]

WAITING: dict[str, WaitingHandler] = {"getupdates": bot.get_updates}

METHODS: dict[str, Handler] = {
    "getme": bot.get_me,
    "setwebhook": bot.set_webhook,
    "deletewebhook": bot.delete_webhook,
    "getwebhookinfo": bot.get_webhook_info,
    "setmycommands": bot.set_my_commands,
    "getmycommands": bot.get_my_commands,
    "deletemycommands": bot.delete_my_commands,
    "sendmessage": messages.send_message,
    "editmessagetext": messages.edit_message_text,
    "editmessagecaption": messages.edit_message_caption,
    "editmessagereplymarkup": messages.edit_message_reply_markup,
    "deletemessage": messages.delete_message,
    "answercallbackquery": messages.answer_callback_query,
    "sendchataction": messages.send_chat_action,
    "getchat": messages.get_chat,
    "getchatmember": messages.get_chat_member,
    "sendphoto": media.send_photo,
    "senddocument": media.send_document,
    "sendsticker": media.send_sticker,
    "getfile": media.get_file,
    "uploadstickerfile": stickers.upload_sticker_file,
    "createnewstickerset": stickers.create_new_sticker_set,
    "addstickertoset": stickers.add_sticker_to_set,
    "replacestickerinset": stickers.replace_sticker_in_set,
    "deletestickerfromset": stickers.delete_sticker_from_set,
    "setstickersettitle": stickers.set_sticker_set_title,
    "setstickerpositioninset": stickers.set_sticker_position_in_set,
    "setstickeremojilist": stickers.set_sticker_emoji_list,
    "deletestickerset": stickers.delete_sticker_set,
    "getstickerset": stickers.get_sticker_set,
}


async def run(world: World, call: Call, name: str) -> Any:
    """The result of a known method; raises `Refusal`."""
    if name in WAITING:
        return await WAITING[name](world, call)
    return METHODS[name](world, call)


def is_known(name: str) -> bool:
    """Whether the lower-case name is a method."""
    return name in METHODS or name in WAITING
