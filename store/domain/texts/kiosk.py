"""What the tablet page says. `{done}`, `{total}`, `{position}` are filled in by the page."""

from store.domain.texts.text import Text

TITLE = Text(
    ru="Стикеры из твоего фото", uz="Suratingizdan stikerlar", en="Stickers from your photo"
)
TAGLINE = Text(
    ru="Одно фото — десять стикеров для Telegram",
    uz="Bitta surat — Telegram uchun o‘nta stiker",
    en="One photo, ten stickers for Telegram",
)
START = Text(ru="СТАРТ", uz="START", en="START")
LANGUAGE = Text(ru="Язык", uz="Til", en="Language")
LANGUAGE_NAME = Text(ru="Русский", uz="O‘zbekcha", en="English")
CANCEL = Text(ru="Отмена", uz="Bekor qilish", en="Cancel")
AGAIN = Text(ru="Ещё раз", uz="Yana bir bor", en="Try again")
TO_START = Text(ru="В начало", uz="Boshiga", en="Back to start")
SCAN = Text(
    ru="Наведи камеру телефона на код",
    uz="Telefon kamerasini kodga tuting",
    en="Point your phone’s camera at the code",
)
SCAN_HINT = Text(
    ru="Откроется наш бот в Telegram",
    uz="Telegramdagi botimiz ochiladi",
    en="It opens our bot in Telegram",
)
QR_ALT = Text(ru="QR-код бота", uz="Botning QR-kodi", en="QR code of the bot")
CONSENT = Text(
    ru="Теперь нажми «Согласен» в боте",
    uz="Endi botda «Roziman» tugmasini bosing",
    en="Now press “I agree” in the bot",
)
CONSENT_HINT = Text(
    ru="Продолжим здесь, как только ты согласишься",
    uz="Rozi bo‘lganingizdan so‘ng shu yerda davom etamiz",
    en="We go on here as soon as you agree",
)
CHOOSE = Text(ru="Выбери образ", uz="Obraz tanlang", en="Choose an outfit")
PHOTO = Text(ru="Теперь фото", uz="Endi surat", en="Now your photo")
PHOTO_HINT = Text(
    ru="Лицо целиком, при хорошем свете",
    uz="Yuz to‘liq ko‘rinsin, yorug‘lik yaxshi bo‘lsin",
    en="Your whole face, in good light",
)
PICK_PHOTO = Text(ru="Выбрать фото", uz="Suratni tanlash", en="Choose a photo")
OTHER_OUTFIT = Text(ru="Другой образ", uz="Boshqa obraz", en="Another outfit")
SENDING = Text(ru="Отправляю фото…", uz="Surat yuborilmoqda…", en="Sending the photo…")
IN_QUEUE = Text(
    ru="Ты в очереди: {position}", uz="Navbatdagi o‘rningiz: {position}", en="In line: {position}"
)
MAKING = Text(ru="Делаю стикеры", uz="Stikerlar yasalmoqda", en="Making your stickers")
PROGRESS = Text(ru="{done} из {total}", uz="{total} tadan {done} tasi", en="{done} of {total}")
CHECKING = Text(
    ru="Проверяю набор в Telegram",
    uz="To‘plam Telegramda tekshirilmoqda",
    en="Checking the pack in Telegram",
)
GO = Text(
    ru="Можно идти — набор придёт тебе в Telegram",
    uz="Ketaversangiz bo‘ladi — to‘plam Telegramga keladi",
    en="You may go, the pack comes to your Telegram",
)
DONE = Text(ru="Готово! 🎉", uz="Tayyor! 🎉", en="Done! 🎉")
DONE_HINT = Text(
    ru="Ссылка на набор уже в Telegram",
    uz="To‘plam havolasi Telegramda",
    en="The link to your pack is in Telegram",
)
FAILED = Text(ru="Не получилось 😔", uz="Bo‘lmadi 😔", en="It did not work 😔")
FAILED_HINT = Text(
    ru="Поможем вручную — подойди к сотруднику",
    uz="Xodimga murojaat qiling, yordam beramiz",
    en="Please see a member of staff, we will help",
)
PACK_READY = Text(
    ru="У тебя уже есть набор 🎉",
    uz="Sizda allaqachon to‘plam bor 🎉",
    en="You already have a pack 🎉",
)
PACK_READY_HINT = Text(
    ru="Ссылка на него — в нашем боте",
    uz="Havolasi botimizda",
    en="Its link is in our bot",
)
PACK_IN_PROGRESS = Text(
    ru="Твой набор уже готовится ⏳",
    uz="To‘plamingiz allaqachon tayyorlanmoqda ⏳",
    en="Your pack is already being prepared ⏳",
)
PACK_IN_PROGRESS_HINT = Text(
    ru="Он придёт тебе в Telegram", uz="U Telegramga keladi", en="It comes to your Telegram"
)
MAINTENANCE = Text(ru="Небольшой перерыв", uz="Qisqa tanaffus", en="A short break")
MAINTENANCE_HINT = Text(
    ru="Загляни чуть позже 🙏",
    uz="Birozdan so‘ng keling 🙏",
    en="Please come back a little later 🙏",
)
UNAVAILABLE = Text(
    ru="Сейчас не успеем сделать набор",
    uz="Hozir to‘plam yasay olmaymiz",
    en="We cannot make a pack just now",
)
UNAVAILABLE_HINT = Text(
    ru="Загляни через несколько минут",
    uz="Bir necha daqiqadan so‘ng keling",
    en="Please come back in a few minutes",
)
EXPIRED = Text(ru="Время вышло", uz="Vaqt tugadi", en="Time is up")
EXPIRED_HINT = Text(
    ru="Нажми СТАРТ, чтобы начать заново",
    uz="Qaytadan boshlash uchun STARTni bosing",
    en="Tap START to begin again",
)
OFFLINE = Text(ru="Нет связи", uz="Aloqa yo‘q", en="No connection")
OFFLINE_HINT = Text(
    ru="Продолжу, как только она вернётся",
    uz="Aloqa tiklanishi bilan davom etaman",
    en="I go on as soon as it is back",
)
RATE_LIMITED = Text(
    ru="Слишком часто — подожди минуту", uz="Juda tez — bir daqiqa kuting", en="One minute, please"
)
UNAUTHORIZED = Text(
    ru="Планшет не подключён — позови сотрудника",
    uz="Planshet ulanmagan — xodimni chaqiring",
    en="This tablet is not connected, please call staff",
)
ERROR = Text(ru="Что-то пошло не так", uz="Nimadir xato ketdi", en="Something went wrong")
NO_PERSON = Text(
    ru="Не вижу лица — попробуй ещё раз",
    uz="Yuz ko‘rinmayapti — yana urinib ko‘ring",
    en="I cannot see a face, please try again",
)
TOO_SMALL = Text(
    ru="Лицо слишком далеко — подойди ближе",
    uz="Yuz juda uzoqda — yaqinroq keling",
    en="Your face is too far away, come closer",
)
TOO_DARK = Text(
    ru="Слишком темно — нужен свет",
    uz="Juda qorong‘i — yorug‘roq joy kerak",
    en="It is too dark, find more light",
)
TOO_BRIGHT = Text(
    ru="Слишком ярко — встань иначе",
    uz="Juda yorug‘ — joyingizni o‘zgartiring",
    en="It is too bright, move a little",
)
BLURRED = Text(
    ru="Фото смазано — замри на секунду",
    uz="Surat xira — bir soniya qimirlamang",
    en="The photo is blurred, hold still",
)
TOO_LARGE = Text(ru="Файл слишком большой", uz="Fayl juda katta", en="The file is too large")
UNSUPPORTED_IMAGE = Text(
    ru="Это не похоже на фото", uz="Bu suratga o‘xshamaydi", en="That does not look like a photo"
)
