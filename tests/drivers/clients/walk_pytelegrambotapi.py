"""Drives the sandbox with pyTelegramBotAPI: `walk_pytelegrambotapi.py URL TOKEN STICKERS...`.

Prints one JSON object of what happened; exit code 0 means that every step
had its answer.
"""

import json
import sys
from pathlib import Path

import telebot
from telebot import apihelper
from telebot.apihelper import ApiTelegramException
from telebot.types import InlineKeyboardButton, InlineKeyboardMarkup, InputFile, InputSticker

url, token, *paths = sys.argv[1:]
pictures = [Path(path) for path in paths]
apihelper.API_URL = url + "/bot{0}/{1}"
apihelper.FILE_URL = url + "/file/bot{0}/{1}"
bot = telebot.TeleBot(token, threaded=False)
report = {"errors": {}}


@bot.message_handler(commands=["start"])
def started(message):
    report["payload"] = message.text.partition(" ")[2]
    report["user"] = message.from_user.id
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("Да", callback_data="consent:1")]])
    sent = bot.send_message(
        message.chat.id, "<b>Привет</b>, 😀", parse_mode="HTML", reply_markup=markup
    )
    report["sent"] = [sent.text, [entity.type for entity in sent.entities]]


@bot.callback_query_handler(func=lambda query: query.data == "consent:1")
def consented(query):
    report["pressed"] = query.from_user.id
    bot.answer_callback_query(query.id, "ok")
    edited = bot.edit_message_text("спасибо", query.message.chat.id, query.message.message_id)
    report["edited"] = [edited.text, edited.reply_markup is None]
    bot.stop_bot()


def refused(name, call, *args, **options):
    try:
        call(*args, **options)
    except ApiTelegramException as error:
        parameters = error.result_json.get("parameters") or {}
        if "retry_after" in parameters:
            report["errors"][name] = f"retry after {parameters['retry_after']}"
        else:
            report["errors"][name] = error.description
    else:
        report["errors"][name] = "no error"


def described(file):
    return InputSticker(file, ["😀"], format="static")


def stickers(user, me):
    name = f"ptba_by_{me.username}"
    files = []
    for path in pictures[:2]:
        kept = bot.upload_sticker_file(user, sticker=InputFile(path), sticker_format="static")
        files.append(kept.file_id)
    bot.create_new_sticker_set(user, name, "Набор", stickers=[described(each) for each in files])
    bot.add_sticker_to_set(user, name, emojis=None, sticker=described(InputFile(pictures[2])))
    found = bot.get_sticker_set(name)
    report["set"] = [found.title, [sticker.emoji for sticker in found.stickers]]
    bot.set_sticker_position_in_set(found.stickers[2].file_id, 0)
    bot.delete_sticker_from_set(found.stickers[0].file_id)
    moved = bot.get_sticker_set(name)
    report["moved"] = moved.stickers[0].file_id == found.stickers[2].file_id
    report["left"] = len(moved.stickers)
    file = bot.get_file(moved.stickers[0].file_id)
    report["same bytes"] = bot.download_file(file.file_path) == pictures[2].read_bytes()
    sent = bot.send_sticker(user, moved.stickers[0].file_id)
    report["sent sticker"] = sent.sticker.set_name == name
    photo = bot.send_photo(user, InputFile(pictures[0]), caption="лист")
    report["photo"] = [photo.caption, photo.photo[-1].width]
    make = bot.create_new_sticker_set
    refused("occupied", make, user, name, "x", stickers=[described(files[0])])
    refused("name", make, user, "bad", "x", stickers=[described(files[0])])
    refused("unknown set", bot.get_sticker_set, f"zz_by_{me.username}")
    wrong = InputSticker(files[0], ["x"], format="static")
    refused("emoji", bot.add_sticker_to_set, user, name, emojis=None, sticker=wrong)


def errors(user):
    refused("entities", bot.send_message, user, "<x>", parse_mode="HTML")
    refused("empty", bot.send_message, user, " ")
    refused("stranger", bot.send_message, user + 1, "x")
    sent = bot.send_message(user, "same")
    refused("same", bot.edit_message_text, "same", user, sent.message_id)
    refused("gone", bot.delete_message, user, 999999)
    refused("flood", bot.send_document, user, InputFile(pictures[0]))


me = bot.get_me()
report["me"] = me.username
bot.delete_webhook()
bot.polling(long_polling_timeout=5, none_stop=True)
stickers(report["user"], me)
errors(report["user"])
json.dump(report, sys.stdout, ensure_ascii=False)
