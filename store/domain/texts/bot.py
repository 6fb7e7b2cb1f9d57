"""What the bot says to guests and to operators.

The Russian sentences that the contract fixes stand here exactly as it quotes them.
"""

from store.domain.texts.text import Text

CLOSED = Text(
    ru="Сессия закрыта, нажми «СТАРТ» на планшете.",
    uz="Seans yopilgan, planshetda «START» tugmasini bosing.",
    en="This session is closed. Tap START on the tablet.",
)
IN_PROGRESS = Text(
    ru="Твой набор уже готовится ⏳…",
    uz="Stikerlaringiz allaqachon tayyorlanmoqda ⏳…",
    en="Your pack is already being prepared ⏳…",
)
DELAYED = Text(
    ru="Дорабатываем детали твоего набора ✨ Скоро пришлю!",
    uz="To‘plamingizning so‘nggi detallari ustida ishlayapmiz ✨ Tez orada yuboraman!",
    en="We are polishing the details of your pack ✨ I will send it soon!",
)
LATE = Text(
    ru="Не успели собрать твой набор вовремя 😔 Поможем вручную — подойди к сотруднику.",
    uz="To‘plamingizni vaqtida tayyorlay olmadik 😔 Xodimga murojaat qiling, yordam beramiz.",
    en="We could not finish your pack in time 😔 Please see a member of staff, we will help.",
)
FAILED = Text(
    ru="Не получилось сделать твой набор 😔 Поможем вручную — подойди к сотруднику.",
    uz="To‘plamingizni tayyorlab bo‘lmadi 😔 Xodimga murojaat qiling, yordam beramiz.",
    en="We could not make your pack 😔 Please see a member of staff, we will help.",
)
LINK = Text(
    ru="Готово! 🎉 Твой набор стикеров: {link}",
    uz="Tayyor! 🎉 Stikerlar to‘plamingiz: {link}",
    en="Done! 🎉 Your sticker pack: {link}",
)
OPEN_PACK = Text(ru="Открыть набор", uz="To‘plamni ochish", en="Open the pack")
HAVE_PACK = Text(
    ru="У тебя уже есть набор: {link}",
    uz="Sizda allaqachon to‘plam bor: {link}",
    en="You already have a pack: {link}",
)
HAVE_PACK_NO_LINK = Text(
    ru="У тебя уже есть набор 🎉",
    uz="Sizda allaqachon to‘plam bor 🎉",
    en="You already have a pack 🎉",
)
WELCOME = Text(
    ru="Привет! Я делаю стикеры из твоего фото. Нажми «СТАРТ» на планшете и отсканируй QR-код.",
    uz="Salom! Suratingizdan stikerlar yasayman. Planshetda «START»ni bosing, QR-kodni skanerlang.",
    en="Hi! I turn your photo into stickers. Tap START on the tablet and scan the QR code.",
)
HELP = Text(
    ru=(
        "Как это работает:\n1. Нажми «СТАРТ» на планшете.\n2. Отсканируй QR-код и согласись.\n"
        "3. Выбери образ и сфотографируйся.\n4. Набор стикеров придёт сюда.\n\n"
        "Если что-то не так, подойди к сотруднику."
    ),
    uz=(
        "Bu shunday ishlaydi:\n1. Planshetda «START»ni bosing.\n"
        "2. QR-kodni skanerlab, rozi bo‘ling.\n"
        "3. Obraz tanlab, suratga tushing.\n4. Stikerlar shu yerga keladi.\n\n"
        "Muammo bo‘lsa, xodimga murojaat qiling."
    ),
    en=(
        "How it works:\n1. Tap START on the tablet.\n2. Scan the QR code and agree.\n"
        "3. Choose an outfit and have your photo taken.\n4. The sticker pack comes here.\n\n"
        "If something goes wrong, please see a member of staff."
    ),
)
ASK_CONSENT = Text(
    ru=(
        "Сделаю из твоего фото набор стикеров. Фото хранится только до выдачи набора и никому "
        "не передаётся. Согласен?"
    ),
    uz=(
        "Suratingizdan stikerlar to‘plami yasayman. Surat faqat to‘plam berilguncha saqlanadi va "
        "hech kimga berilmaydi. Rozimisiz?"
    ),
    en=(
        "I will turn your photo into a sticker pack. The photo is kept only until the pack is "
        "delivered and is given to nobody. Do you agree?"
    ),
)
ASK_CONSENT_CLOUD = Text(
    ru=(
        "Сделаю из твоего фото набор стикеров. Рисует сервис искусственного интеллекта: фото "
        "отправится ему и хранится у нас только до выдачи набора. Согласен?"
    ),
    uz=(
        "Suratingizdan stikerlar to‘plami yasayman. Stikerlarni sun’iy intellekt xizmati chizadi: "
        "surat unga yuboriladi, bizda esa faqat to‘plam berilguncha saqlanadi. Rozimisiz?"
    ),
    en=(
        "I will turn your photo into a sticker pack. An AI service draws it: the photo is sent to "
        "it, and we keep it only until the pack is delivered. Do you agree?"
    ),
)
"""Asked in its place when a picture leaves the booth for a paid service."""
AGREE = Text(ru="✅ Согласен", uz="✅ Roziman", en="✅ I agree")
AGREED = Text(
    ru="Отлично! Теперь выбери образ на планшете 👗",
    uz="Ajoyib! Endi planshetda obraz tanlang 👗",
    en="Great! Now choose an outfit on the tablet 👗",
)
CHOOSE_ON_TABLET = Text(
    ru="Всё готово — продолжай на планшете 👗",
    uz="Hammasi tayyor — planshetda davom eting 👗",
    en="All set — go on at the tablet 👗",
)
SOMEBODY_ELSE = Text(
    ru="Этот QR-код уже открыл другой гость. Нажми «СТАРТ» на планшете, чтобы получить свой.",
    uz="Bu QR-kodni boshqa mehmon ochgan. O‘zingiznikini olish uchun planshetda «START»ni bosing.",
    en="Another guest has opened this QR code. Tap START on the tablet to get your own.",
)
UNKNOWN_LINK = Text(
    ru="Эта ссылка не работает. Нажми «СТАРТ» на планшете и отсканируй новый QR-код.",
    uz="Bu havola ishlamaydi. Planshetda «START»ni bosing va yangi QR-kodni skanerlang.",
    en="This link does not work. Tap START on the tablet and scan the new QR code.",
)
PAUSED = Text(
    ru="Стенд ненадолго остановлен. Загляни чуть позже 🙏",
    uz="Stend vaqtincha to‘xtatilgan. Birozdan so‘ng keling 🙏",
    en="The booth is paused for a while. Please come back a little later 🙏",
)
NOT_UNDERSTOOD = Text(
    ru="Я понимаю только кнопки и команды. Нажми /help.",
    uz="Men faqat tugmalar va buyruqlarni tushunaman. /help ni bosing.",
    en="I understand only buttons and commands. Try /help.",
)
ALERT_JOB_FAILED = Text(
    ru="⚠️ Набор {job} не сделан: {error}",
    uz="⚠️ {job} to‘plami tayyorlanmadi: {error}",
    en="⚠️ Pack {job} was not made: {error}",
)
ALERT_PAUSED = Text(
    ru="⛔ Стенд остановлен: {text}. Продолжить: /resume",
    uz="⛔ Stend to‘xtatildi: {text}. Davom ettirish: /resume",
    en="⛔ The booth is paused: {text}. To go on: /resume",
)
PAUSED_BY_SETTING = Text(
    ru="Пауза задана в настройках: MAINTENANCE_MODE.",
    uz="Pauza sozlamalarda berilgan: MAINTENANCE_MODE.",
    en="The pause is set in the settings: MAINTENANCE_MODE.",
)
PACK_TITLE = Text(ru="Мои стикеры", uz="Mening stikerlarim", en="My stickers")
