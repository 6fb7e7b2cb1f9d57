"""What a guest reads about themselves: language, pack, what is stored, being forgotten."""

from store.domain.texts.plural import Counted
from store.domain.texts.text import Text

ASK_LANGUAGE = Text(
    ru="На каком языке говорим?", uz="Qaysi tilda gaplashamiz?", en="Which language shall we use?"
)
LANGUAGES = {"ru": "🇷🇺 Русский", "uz": "🇺🇿 O‘zbekcha", "en": "🇬🇧 English"}
"""Languages by their own names, so that everybody finds theirs."""
LANGUAGE_SET = Text(
    ru="Теперь говорим по-русски.", uz="Endi o‘zbekcha gaplashamiz.", en="We speak English now."
)
NO_PACK = Text(
    ru="У тебя пока нет набора. Нажми «СТАРТ» на планшете — и он появится 🙂",
    uz="Sizda hali to‘plam yo‘q. Planshetda «START»ni bosing — va u paydo bo‘ladi 🙂",
    en="You have no pack yet. Tap START on the tablet and you soon will 🙂",
)
HOURS = Counted(
    ru=("{count} час", "{count} часа", "{count} часов"),
    uz="{count} soat",
    en=("{count} hour", "{count} hours"),
)
DAYS = Counted(
    ru=("{count} день", "{count} дня", "{count} дней"),
    uz="{count} kun",
    en=("{count} day", "{count} days"),
)
PRIVACY = Text(
    ru=(
        "<b>Что хранится о тебе</b>\n\n"
        "• Фото — только пока делается набор. Как только ссылка отправлена, фото удаляется; если "
        "набор не получился, оно удаляется через {hours}.\n"
        "• Твой Telegram ID, язык, время согласия и название набора — чтобы выдать набор "
        "ещё раз.\n"
        "• Начатые анкеты и вопросы с кнопками — не дольше, чем {days}.\n\n"
        "Набор стикеров принадлежит тебе и живёт в твоём Telegram. Забыть всё остальное: /forget"
    ),
    uz=(
        "<b>Siz haqingizda nima saqlanadi</b>\n\n"
        "• Surat — faqat to‘plam tayyorlanguncha. Havola yuborilishi bilan surat o‘chiriladi; "
        "to‘plam chiqmasa, surat {hours}dan keyin o‘chiriladi.\n"
        "• Telegram ID raqamingiz, tilingiz, rozilik vaqti va to‘plam nomi — to‘plamni yana "
        "berish uchun.\n"
        "• Boshlangan so‘rovnomalar va tugmali savollar — ko‘pi bilan {days}.\n\n"
        "Stikerlar to‘plami sizniki va Telegramingizda qoladi. Qolganini unutish: /forget"
    ),
    en=(
        "<b>What is stored about you</b>\n\n"
        "• Your photo, only while the pack is being made. It is deleted as soon as the link is "
        "sent; if the pack could not be made, it goes after {hours}.\n"
        "• Your Telegram ID, language, the time of your consent and the name of your pack, to give "
        "you the pack again.\n"
        "• Forms you began and questions with buttons, for no longer than {days}.\n\n"
        "The sticker pack is yours and lives in your Telegram. To have the rest forgotten: /forget"
    ),
)
PRIVACY_CLOUD = Text(
    ru="\n\nСтикеры рисует сервис искусственного интеллекта, и твоё фото отправляется ему.",
    uz="\n\nStikerlarni sun’iy intellekt xizmati chizadi va suratingiz unga yuboriladi.",
    en="\n\nAn AI service draws the stickers, and your photo is sent to it.",
)
"""Said besides when a picture leaves the booth for a paid service."""
ASK_FORGET = Text(
    ru=(
        "Забыть тебя? Удалю сессии, фото, листы со стикерами, тексты сообщений и всё начатое. "
        "Набор, который делается сейчас, не будет выдан. Готовый набор стикеров твой и останется "
        "в твоём Telegram."
    ),
    uz=(
        "Sizni unutaymi? Seanslar, surat, stikerlar varag‘i, xabarlar matni va boshlangan "
        "hamma narsa o‘chiriladi. Hozir tayyorlanayotgan to‘plam berilmaydi. Tayyor to‘plam "
        "sizniki va Telegramingizda qoladi."
    ),
    en=(
        "Shall I forget you? Sessions, photos, sticker sheets, the texts of messages and "
        "everything you began will be deleted. A pack that is being made will not be delivered. A "
        "finished sticker pack is yours and stays in your Telegram."
    ),
)
FORGOTTEN = Text(
    ru="Всё удалено. Набор стикеров остался твоим. Вернуться можно в любой момент: /start",
    uz="Hammasi o‘chirildi. Stikerlar to‘plami sizniki bo‘lib qoldi. Qaytish uchun: /start",
    en="Everything is deleted. The sticker pack stays yours. Come back any time: /start",
)
ASK_RESET = Text(
    ru="Сбросить гостя {guest}? Его сессии и наборы удалятся, и он сможет начать заново.",
    uz="{guest} mehmon qaytadan boshlasinmi? Uning seanslari va to‘plamlari o‘chiriladi.",
    en="Reset guest {guest}? Their sessions and packs are removed and they may start anew.",
)
RESET = Text(
    ru="Гость {guest} может начать заново.",
    uz="{guest} mehmon qaytadan boshlashi mumkin.",
    en="Guest {guest} may start anew.",
)
RESET_USAGE = Text(
    ru="Нужен Telegram ID гостя, например: /reset 123456789",
    uz="Mehmonning Telegram ID raqami kerak, masalan: /reset 123456789",
    en="The Telegram ID of a guest is needed, as in /reset 123456789",
)
