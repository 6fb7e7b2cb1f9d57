"""Drives the sandbox with aiogram 3: `walk_aiogram.py URL TOKEN STICKERS...`.

Prints one JSON object of what happened; exit code 0 means that every step
had its answer.
"""

import asyncio
import json
import sys
from pathlib import Path

from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.enums import ParseMode
from aiogram.exceptions import (
    TelegramAPIError,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramRetryAfter,
)
from aiogram.filters import CommandStart
from aiogram.types import (
    BufferedInputFile,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputSticker,
)

url, token, *paths = sys.argv[1:]
pictures = [Path(path).read_bytes() for path in paths]
bot = Bot(token, session=AiohttpSession(api=TelegramAPIServer.from_base(url)))
dispatcher = Dispatcher()
report = {"errors": {}}


@dispatcher.message(CommandStart(deep_link=True))
async def started(message, command):
    report["payload"] = command.args
    report["user"] = message.from_user.id
    button = InlineKeyboardButton(text="Да", callback_data="consent:1")
    markup = InlineKeyboardMarkup(inline_keyboard=[[button]])
    sent = await message.answer("<b>Привет</b>, 😀", parse_mode=ParseMode.HTML, reply_markup=markup)
    report["sent"] = [sent.text, [entity.type for entity in sent.entities]]


@dispatcher.callback_query(F.data == "consent:1")
async def consented(query):
    report["pressed"] = query.from_user.id
    await query.answer("ok")
    edited = await query.message.edit_text("спасибо")
    report["edited"] = [edited.text, edited.reply_markup is None]
    await dispatcher.stop_polling()


async def refused(name, call):
    try:
        await call
    except TelegramRetryAfter as error:
        report["errors"][name] = f"retry after {error.retry_after}"
    except TelegramMigrateToChat as error:
        report["errors"][name] = f"migrate to {error.migrate_to_chat_id}"
    except TelegramForbiddenError as error:
        report["errors"][name] = f"forbidden: {error.message}"
    except TelegramAPIError as error:
        report["errors"][name] = error.message
    else:
        report["errors"][name] = "no error"


def described(file):
    return InputSticker(sticker=file, format="static", emoji_list=["😀"])


async def stickers(user, me):
    name = f"aio_by_{me.username}"
    files = []
    for picture in pictures[:2]:
        kept = await bot.upload_sticker_file(
            user_id=user, sticker=BufferedInputFile(picture, "s.png"), sticker_format="static"
        )
        files.append(kept.file_id)
    await bot.create_new_sticker_set(
        user_id=user, name=name, title="Набор", stickers=[described(file) for file in files]
    )
    await bot.add_sticker_to_set(
        user_id=user, name=name, sticker=described(BufferedInputFile(pictures[2], "s.png"))
    )
    found = await bot.get_sticker_set(name)
    report["set"] = [found.title, [sticker.emoji for sticker in found.stickers]]
    await bot.set_sticker_position_in_set(found.stickers[2].file_id, 0)
    await bot.delete_sticker_from_set(found.stickers[0].file_id)
    moved = await bot.get_sticker_set(name)
    report["moved"] = moved.stickers[0].file_id == found.stickers[2].file_id
    report["left"] = len(moved.stickers)
    downloaded = await bot.download(moved.stickers[0].file_id)
    report["same bytes"] = downloaded.read() == pictures[2]
    sent = await bot.send_sticker(user, moved.stickers[0].file_id)
    report["sent sticker"] = sent.sticker.set_name == name
    photo = await bot.send_photo(user, BufferedInputFile(pictures[0], "p.png"), caption="лист")
    report["photo"] = [photo.caption, photo.photo[-1].width]
    await refused("occupied", bot.create_new_sticker_set(user, name, "x", [described(files[0])]))
    await refused("name", bot.create_new_sticker_set(user, "bad", "x", [described(files[0])]))
    await refused("unknown set", bot.get_sticker_set(f"zz_by_{me.username}"))
    wrong = InputSticker(sticker=files[0], format="static", emoji_list=["x"])
    await refused("emoji", bot.add_sticker_to_set(user, name, wrong))


async def errors(user):
    await refused("entities", bot.send_message(user, "<x>", parse_mode=ParseMode.HTML))
    await refused("empty", bot.send_message(user, " "))
    await refused("stranger", bot.send_message(int(report["user"]) + 1, "x"))
    sent = await bot.send_message(user, "same")
    await refused("same", bot.edit_message_text("same", chat_id=user, message_id=sent.message_id))
    await refused("gone", bot.delete_message(user, 999999))
    await refused("flood", bot.send_document(user, BufferedInputFile(b"x", "x.txt")))


async def main():
    me = await bot.get_me()
    report["me"] = me.username
    await bot.delete_webhook()
    await dispatcher.start_polling(
        bot, polling_timeout=5, handle_signals=False, close_bot_session=False
    )
    await stickers(report["user"], me)
    await errors(report["user"])
    await bot.session.close()
    json.dump(report, sys.stdout, ensure_ascii=False)


asyncio.run(asyncio.wait_for(main(), 60))
