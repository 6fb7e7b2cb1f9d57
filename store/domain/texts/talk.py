"""What the bot says about talking itself: keys, forms, confirmations, what has expired."""

from store.domain.texts.text import Text

KEY_PACK = Text(ru="🎁 Мой набор", uz="🎁 Mening to‘plamim", en="🎁 My pack")
KEY_HELP = Text(ru="❓ Помощь", uz="❓ Yordam", en="❓ Help")
KEY_LANGUAGE = Text(ru="🌐 Язык", uz="🌐 Til", en="🌐 Language")
KEY_LEAD = Text(ru="➕ Заявка", uz="➕ Ariza", en="➕ Request")
KEY_OUTFITS = Text(ru="👗 Образы", uz="👗 Obrazlar", en="👗 Outfits")
KEY_STAFF = Text(ru="👥 Сотрудники", uz="👥 Xodimlar", en="👥 Staff")
KEY_CANCEL = Text(ru="✖️ Отмена", uz="✖️ Bekor qilish", en="✖️ Cancel")

BACK = Text(ru="⬅️ Назад", uz="⬅️ Orqaga", en="⬅️ Back")
NEXT = Text(ru="Дальше ➡️", uz="Keyingi ➡️", en="Next ➡️")
SKIP = Text(ru="Пропустить", uz="O‘tkazib yuborish", en="Skip")
CONFIRM = Text(ru="✅ Всё верно", uz="✅ Hammasi to‘g‘ri", en="✅ All correct")
CHANGE = Text(ru="✏️ {label}", uz="✏️ {label}", en="✏️ {label}")
STEP = Text(
    ru="{title} · шаг {step} из {steps}",
    uz="{title} · {step}-qadam, jami {steps}",
    en="{title} · step {step} of {steps}",
)
NOW = Text(ru="Сейчас: {value}", uz="Hozir: {value}", en="Now: {value}")
LEFT_OUT = Text(ru="—", uz="—", en="—")
CHECK = Text(ru="Проверь, всё ли верно:", uz="Hammasi to‘g‘rimi, tekshiring:", en="Please check:")
STARTED = Text(
    ru="{title}. Отменить можно кнопкой внизу или командой /cancel.",
    uz="{title}. Pastdagi tugma yoki /cancel buyrug‘i bilan bekor qilish mumkin.",
    en="{title}. To cancel, use the key below or /cancel.",
)
CANCELLED = Text(
    ru="Отменено: {title}. Ничего не сохранено.",
    uz="Bekor qilindi: {title}. Hech narsa saqlanmadi.",
    en="Cancelled: {title}. Nothing was saved.",
)
NOTHING_TO_CANCEL = Text(
    ru="Отменять нечего.", uz="Bekor qiladigan narsa yo‘q.", en="There is nothing to cancel."
)
EXPIRED = Text(
    ru="Этот шаг устарел, и начатое не сохранилось. Начни заново, пожалуйста.",
    uz="Bu qadam eskirgan, boshlanganlari saqlanmadi. Iltimos, qaytadan boshlang.",
    en="This step has expired and what was begun is gone. Please start again.",
)
EDITED = Text(
    ru="Исправленное сообщение я не учитываю. Вернись кнопкой «Назад» или пришли ответ заново.",
    uz="Tahrirlangan xabar hisobga olinmaydi. «Orqaga» tugmasini bosing yoki javobni qayta "
    "yuboring.",
    en="I do not read edited messages as answers. Go back with the button or send the answer "
    "again.",
)
NOT_YOUR_TURN = Text(
    ru="Эта кнопка уже не работает",
    uz="Bu tugma endi ishlamaydi",
    en="This button no longer works",
)
NO_ACCESS = Text(ru="Нет доступа", uz="Ruxsat yo‘q", en="No access")
YES = Text(ru="Да, удалить", uz="Ha, o‘chirilsin", en="Yes, delete")
NO = Text(ru="Нет", uz="Yo‘q", en="No")
KEPT = Text(ru="Ничего не изменилось", uz="Hech narsa o‘zgarmadi", en="Nothing has changed")
DONE = Text(ru="Готово", uz="Tayyor", en="Done")
BUSY = Text(
    ru="Сначала закончи начатое или отмени: /cancel",
    uz="Avval boshlanganini tugating yoki bekor qiling: /cancel",
    en="Please finish what you began first, or cancel it: /cancel",
)
REPLY_HERE = Text(
    ru="↩️ Ответь прямо на это сообщение.",
    uz="↩️ Shu xabarning o‘ziga javob bering.",
    en="↩️ Please reply to this very message.",
)
