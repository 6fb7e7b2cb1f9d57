"""What a form says when an answer does not fit or a step is not possible.

An answer of the wrong kind is met with two sentences: what came (`GOT`), and what the question
needs (`NEED_...`). Numbers stand after a colon, so that no sentence depends on plural forms.
"""

from collections.abc import Mapping

from store.domain.texts.text import Text

NEED_TEXT = Text(
    ru="Здесь нужен текст: напиши его сообщением.",
    uz="Bu yerga matn kerak: uni xabar qilib yozing.",
    en="Text is needed here: write it as a message.",
)
NEED_CHOICE = Text(
    ru="Нажми одну из кнопок под вопросом.",
    uz="Savol ostidagi tugmalardan birini bosing.",
    en="Press one of the buttons under the question.",
)
NEED_NUMBER = Text(
    ru="Здесь нужно целое число от {least} до {most}, цифрами.",
    uz="Bu yerga {least} dan {most} gacha butun son kerak, raqamlar bilan.",
    en="A whole number from {least} to {most} is needed here, in digits.",
)
NEED_PHONE = Text(
    ru="Нужен номер телефона, например +998 90 123 45 67. Можно прислать контакт.",
    uz="Telefon raqami kerak, masalan +998 90 123 45 67. Kontakt yuborsangiz ham bo‘ladi.",
    en="A phone number is needed, such as +998 90 123 45 67. You can share a contact instead.",
)
NEED_USERNAME = Text(
    ru="Нужно имя пользователя Telegram: @name или ссылка t.me/name.",
    uz="Telegram foydalanuvchi nomi kerak: @name yoki t.me/name havolasi.",
    en="A Telegram username is needed: @name or a t.me/name link.",
)
NEED_PHOTO = Text(
    ru="Здесь нужна картинка, отправленная как фото.",
    uz="Bu yerga surat sifatida yuborilgan rasm kerak.",
    en="A picture sent as a photo is needed here.",
)
NEED_FILE = Text(
    ru="Здесь нужен файл ({kinds}): прикрепи его как файл.",
    uz="Bu yerga fayl kerak ({kinds}): uni fayl sifatida biriktiring.",
    en="A file is needed here ({kinds}): attach it as a file.",
)
NEED_ANY_FILE = Text(
    ru="Здесь нужен файл: прикрепи его как файл.",
    uz="Bu yerga fayl kerak: uni fayl sifatida biriktiring.",
    en="A file is needed here: attach it as a file.",
)
NEED_PERSON = Text(
    ru="Нужен человек: перешли его сообщение, пришли его контакт или числовой Telegram ID.",
    uz="Odam kerak: uning xabarini uzating, kontaktini yoki raqamli Telegram ID sini yuboring.",
    en="A person is needed: forward a message of theirs, share their contact or send their "
    "numeric Telegram ID.",
)

GOT_OTHER = Text(ru="Такое я не разберу.", uz="Buni tushuna olmayman.", en="I cannot read this.")
GOT: Mapping[str, Text] = {
    "text": Text(ru="Это текст.", uz="Bu matn.", en="This is text."),
    "chosen": Text(
        ru="Это кнопка другого вопроса.",
        uz="Bu boshqa savolning tugmasi.",
        en="That button belongs to another question.",
    ),
    "photo": Text(ru="Это фото.", uz="Bu surat.", en="This is a photo."),
    "document": Text(ru="Это файл.", uz="Bu fayl.", en="This is a file."),
    "contact": Text(ru="Это контакт.", uz="Bu kontakt.", en="This is a contact."),
    "forward": Text(
        ru="Это пересланное сообщение.",
        uz="Bu uzatilgan xabar.",
        en="This is a forwarded message.",
    ),
    "sticker": Text(ru="Это стикер.", uz="Bu stiker.", en="This is a sticker."),
    "voice": Text(
        ru="Голосовые я не слушаю.",
        uz="Ovozli xabarlarni eshita olmayman.",
        en="I cannot listen to voice messages.",
    ),
    "video_note": Text(
        ru="Это видеосообщение.", uz="Bu videoxabar.", en="This is a video message."
    ),
    "video": Text(ru="Это видео.", uz="Bu video.", en="This is a video."),
    "animation": Text(ru="Это GIF.", uz="Bu GIF.", en="This is a GIF."),
    "audio": Text(ru="Это аудио.", uz="Bu audio.", en="This is audio."),
    "location": Text(ru="Это геопозиция.", uz="Bu joylashuv.", en="This is a location."),
    "venue": Text(ru="Это геопозиция.", uz="Bu joylashuv.", en="This is a location."),
    "dice": Text(ru="Это игральный эмодзи.", uz="Bu o‘yin emojisi.", en="This is a game emoji."),
    "poll": Text(ru="Это опрос.", uz="Bu so‘rovnoma.", en="This is a poll."),
}
"""By the name of the field of a `Message`, or by what else came."""

NOT_OFFERED = Text(
    ru="Эта кнопка не от этого вопроса.",
    uz="Bu tugma bu savolga tegishli emas.",
    en="That button does not belong to this question.",
)
NOTHING_SEEN = Text(
    ru="В этом тексте ничего не видно.",
    uz="Bu matnda hech narsa ko‘rinmayapti.",
    en="There is nothing visible in this text.",
)
TOO_LONG = Text(
    ru="Слишком длинно. Можно знаков: {limit}, а здесь: {length}. Сократи и пришли ещё раз.",
    uz="Juda uzun: ko‘pi bilan {limit} ta belgi mumkin, bu yerda {length} ta. "
    "Qisqartirib, qayta yuboring.",
    en="Too long. Characters allowed: {limit}, here: {length}. Shorten it and send it again.",
)
OUT_OF_RANGE = Text(
    ru="Это число не подходит.", uz="Bu son to‘g‘ri kelmaydi.", en="This number does not fit."
)
NOT_WHOLE = Text(
    ru="Это не целое число.", uz="Bu butun son emas.", en="This is not a whole number."
)
BAD_PHONE = Text(
    ru="Это не похоже на номер телефона.",
    uz="Bu telefon raqamiga o‘xshamaydi.",
    en="This does not look like a phone number.",
)
BAD_USERNAME = Text(
    ru="Это не похоже на имя пользователя Telegram.",
    uz="Bu Telegram foydalanuvchi nomiga o‘xshamaydi.",
    en="This does not look like a Telegram username.",
)
FILE_NOT_PHOTO = Text(
    ru="Картинка пришла файлом. Отправь её как фото (со сжатием).",
    uz="Rasm fayl bo‘lib keldi. Uni surat sifatida (siqib) yuboring.",
    en="The picture came as a file. Send it as a photo (compressed).",
)
PHOTO_NOT_FILE = Text(
    ru="Картинка пришла как фото, Telegram её сжал. Отправь её файлом (без сжатия).",
    uz="Rasm surat bo‘lib keldi, Telegram uni siqdi. Uni fayl sifatida (siqmasdan) yuboring.",
    en="The picture came as a photo, compressed by Telegram. Send it as a file (uncompressed).",
)
FORWARD_NOT_FILE = Text(
    ru="Из пересланного сообщения я файл не возьму: отправь его от себя.",
    uz="Uzatilgan xabardan faylni olmayman: uni o‘zingiz yuboring.",
    en="I do not take files from forwarded messages: send it yourself.",
)
WRONG_KIND = Text(
    ru="Такой файл не подходит. Подходят: {kinds}.",
    uz="Bunday fayl to‘g‘ri kelmaydi. Mumkin: {kinds}.",
    en="A file of this kind does not fit. These do: {kinds}.",
)
TOO_BIG = Text(
    ru="Слишком большой файл: можно до {limit} МБ, а здесь {size} МБ.",
    uz="Fayl juda katta: {limit} MB gacha mumkin, bu yerda {size} MB.",
    en="The file is too big: up to {limit} MB is possible, this has {size} MB.",
)
EMPTY_FILE = Text(ru="Файл пустой.", uz="Fayl bo‘sh.", en="The file is empty.")
BAD_PERSON = Text(
    ru="Это не Telegram ID: он состоит только из цифр.",
    uz="Bu Telegram ID emas: u faqat raqamlardan iborat.",
    en="This is not a Telegram ID: an ID consists of digits only.",
)
USERNAME_NOT_PERSON = Text(
    ru="По имени @name человека не найти.",
    uz="@name bo‘yicha odamni topib bo‘lmaydi.",
    en="A person cannot be found by their @name.",
)
HIDDEN_FORWARD = Text(
    ru="Автор этого сообщения скрыт. Пришли контакт человека или его числовой Telegram ID.",
    uz="Bu xabar muallifi yashirilgan. Odamning kontaktini yoki raqamli Telegram ID sini yuboring.",
    en="The author of this message is hidden. Share the person’s contact or send their numeric "
    "Telegram ID.",
)
CONTACT_WITHOUT_ACCOUNT = Text(
    ru="У этого контакта не видно аккаунта Telegram. Перешли сообщение человека или пришли его "
    "числовой Telegram ID.",
    uz="Bu kontaktning Telegram akkaunti ko‘rinmayapti. Odamning xabarini uzating yoki raqamli "
    "Telegram ID sini yuboring.",
    en="This contact shows no Telegram account. Forward a message of the person or send their "
    "numeric Telegram ID.",
)

NO_QUESTION = Text(
    ru="Сейчас вопроса нет: подтверди или выбери, что исправить.",
    uz="Hozir savol yo‘q: tasdiqlang yoki nimani tuzatishni tanlang.",
    en="Nothing is asked now: confirm, or choose what to change.",
)
NO_BACK = Text(
    ru="Это первый вопрос, назад некуда.",
    uz="Bu birinchi savol, orqaga qaytib bo‘lmaydi.",
    en="This is the first question, there is nothing to go back to.",
)
NO_NEXT = Text(
    ru="Сначала ответь на этот вопрос.",
    uz="Avval shu savolga javob bering.",
    en="Answer this question first.",
)
NO_SKIP = Text(
    ru="Этот вопрос нельзя пропустить.",
    uz="Bu savolni o‘tkazib yuborib bo‘lmaydi.",
    en="This question cannot be skipped.",
)
NO_EDIT = Text(
    ru="Сначала ответь на этот вопрос, исправить можно будет в конце.",
    uz="Avval shu savolga javob bering, oxirida tuzatish mumkin bo‘ladi.",
    en="Answer this question first, you can change things at the end.",
)
NO_SUCH_FIELD = Text(
    ru="Этого вопроса здесь больше нет.",
    uz="Bu savol endi bu yerda yo‘q.",
    en="That question is no longer here.",
)
NO_CONFIRM = Text(
    ru="Ещё не на все вопросы есть ответ.",
    uz="Hali hamma savolga javob berilmagan.",
    en="Not every question is answered yet.",
)

A_PHOTO = Text(ru="фото", uz="surat", en="photo")
A_FILE = Text(ru="файл", uz="fayl", en="file")
