"""A bot on aiogram 3 that does what ours does in `bench_dispatch`: `answer_aiogram.py URL TOKEN`.

Standard input is one JSON object with the texts to send. A form is a state of aiogram's memory
storage. Runs until it is ended.
"""

import asyncio
import json
import sys

from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.enums import ParseMode
from aiogram.filters import Command, CommandStart
from aiogram.fsm.state import State, StatesGroup
from aiogram.types import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    KeyboardButton,
    LinkPreviewOptions,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
)

url, token = sys.argv[1:]
texts = json.load(sys.stdin)
dispatcher = Dispatcher()
how = {"parse_mode": ParseMode.HTML, "link_preview_options": LinkPreviewOptions(is_disabled=True)}
cancel = ReplyKeyboardMarkup(keyboard=[[KeyboardButton(text="✖")]], resize_keyboard=True)
buttons = InlineKeyboardMarkup(
    inline_keyboard=[[InlineKeyboardButton(text="→", callback_data="next")]]
)


class Lead(StatesGroup):
    name = State()
    telegram = State()
    phone = State()
    comment = State()
    summary = State()


following = {
    Lead.name.state: Lead.telegram,
    Lead.telegram.state: Lead.phone,
    Lead.phone.state: Lead.comment,
    Lead.comment.state: Lead.summary,
}


@dispatcher.message(CommandStart())
async def started(message):
    await message.answer(texts["welcome"], **how)


@dispatcher.message(Command("help"))
async def helped(message):
    await message.answer(texts["help"], **how)


@dispatcher.message(Command("lead"))
async def began(message, state):
    await message.answer(texts["started"], reply_markup=cancel, **how)
    question = await message.answer(texts["question"], reply_markup=buttons, **how)
    await state.set_state(Lead.name)
    await state.update_data(question=question.message_id)


@dispatcher.message(Command("cancel"))
async def cancelled(message, state):
    data = await state.get_data()
    await state.clear()
    await message.bot.delete_message(message.chat.id, data["question"])
    await message.answer(texts["cancelled"], reply_markup=ReplyKeyboardRemove(), **how)


@dispatcher.message(F.text)
async def answered(message, state):
    now = await state.get_state()
    if now not in following:
        return
    data = await state.get_data()
    await message.bot.delete_message(message.chat.id, data["question"])
    question = await message.answer(texts["question"], reply_markup=buttons, **how)
    await state.set_state(following[now])
    await state.update_data({now: message.text, "question": question.message_id})


@dispatcher.callback_query()
async def pressed(query):
    await query.answer(texts["pressed"])
    await query.message.edit_text(texts["pressed"], **how)


async def main():
    bot = Bot(token, session=AiohttpSession(api=TelegramAPIServer.from_base(url)))
    await dispatcher.start_polling(bot, handle_signals=False)


asyncio.run(main())
