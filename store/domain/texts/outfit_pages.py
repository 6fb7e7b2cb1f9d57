"""What operators are told about outfits: the list, an outfit's page, forms, unfinished drafts."""

from store.domain.texts.text import Text

LIST = Text(ru="👗 <b>Образы</b>", uz="👗 <b>Obrazlar</b>", en="👗 <b>Outfits</b>")
LIST_HINT = Text(
    ru="Гости выбирают из них в этом порядке. Нажми на образ, чтобы изменить его.",
    uz="Mehmonlar shu tartibda tanlaydi. O‘zgartirish uchun obrazni bosing.",
    en="Guests choose among these, in this order. Press an outfit to change it.",
)
LIST_EMPTY = Text(
    ru="Пока нет ни одного образа.", uz="Hozircha birorta obraz yo‘q.", en="No outfits yet."
)
LINE = Text(ru="{place}. {title}", uz="{place}. {title}", en="{place}. {title}")
LINE_HIDDEN = Text(
    ru="{place}. 🙈 {title} (скрыт)",
    uz="{place}. 🙈 {title} (yashirilgan)",
    en="{place}. 🙈 {title} (hidden)",
)
ADD = Text(ru="➕ Добавить", uz="➕ Qo‘shish", en="➕ Add")
TO_LIST = Text(ru="⬅️ К списку", uz="⬅️ Ro‘yxatga", en="⬅️ To the list")

PLACE = Text(
    ru="Место в списке: {place} из {places}",
    uz="Ro‘yxatdagi o‘rni: {place}, jami {places}",
    en="Place in the list: {place} of {places}",
)
SHOWN = Text(ru="👁 Виден гостям", uz="👁 Mehmonlarga ko‘rinadi", en="👁 Guests see it")
HIDDEN = Text(ru="🙈 Скрыт от гостей", uz="🙈 Mehmonlardan yashirilgan", en="🙈 Hidden from guests")
BUILT_IN = Text(ru="Встроенный", uz="Standart obraz", en="Built-in")
BUILT_IN_CHANGED = Text(
    ru="Встроенный, изменён", uz="Standart obraz, o‘zgartirilgan", en="Built-in, changed"
)
OWN = Text(ru="Добавлен через бота", uz="Bot orqali qo‘shilgan", en="Added through the bot")
UP = Text(ru="⬆️ Выше", uz="⬆️ Yuqoriga", en="⬆️ Up")
DOWN = Text(ru="⬇️ Ниже", uz="⬇️ Pastga", en="⬇️ Down")
HIDE = Text(ru="🙈 Скрыть", uz="🙈 Yashirish", en="🙈 Hide")
SHOW = Text(ru="👁 Показать", uz="👁 Ko‘rsatish", en="👁 Show")
NEW_ART = Text(ru="🖼 Новая картинка", uz="🖼 Yangi rasm", en="🖼 New picture")
DELETE = Text(ru="🗑 Удалить", uz="🗑 O‘chirish", en="🗑 Delete")

GONE = Text(ru="Этого образа уже нет", uz="Bu obraz endi yo‘q", en="This outfit is gone")
AT_END = Text(
    ru="Дальше двигать некуда", uz="Bundan nariga surib bo‘lmaydi", en="It is at the end already"
)
LAST = Text(
    ru="Это последний образ, который видят гости. Сначала покажи или добавь другой.",
    uz="Mehmonlar ko‘radigan oxirgi obraz shu. Avval boshqasini ko‘rsating yoki qo‘shing.",
    en="This is the last outfit that guests see. Show or add another one first.",
)
ASK_DELETE = Text(
    ru=(
        "Удалить образ <b>{title}</b>? Вернуть его будет нельзя. "
        "Наборы, которые уже делаются, доделаются."
    ),
    uz=(
        "<b>{title}</b> obrazi o‘chirilsinmi? Uni qaytarib bo‘lmaydi. "
        "Tayyorlanayotgan to‘plamlar oxirigacha yetkaziladi."
    ),
    en=(
        "Delete the outfit <b>{title}</b>? It cannot be brought back. "
        "Packs that are being made will be finished."
    ),
)

RETITLE_RU = Text(ru="Название по-русски", uz="Ruscha nomi", en="Title in Russian")
RETITLE_UZ = Text(ru="Название по-узбекски", uz="O‘zbekcha nomi", en="Title in Uzbek")
RETITLE_EN = Text(ru="Название по-английски", uz="Inglizcha nomi", en="Title in English")
TITLES = {"ru": RETITLE_RU, "uz": RETITLE_UZ, "en": RETITLE_EN}
"""What the title in each language is called."""
RETITLING = Text(
    ru="✏️ Образ <b>{title}</b>. Сейчас: «{now}».",
    uz="✏️ <b>{title}</b> obrazi. Hozir: «{now}».",
    en="✏️ Outfit <b>{title}</b>. Now: “{now}”.",
)
RETITLED = Text(
    ru="Готово: теперь «{title}».",
    uz="Tayyor: endi «{title}».",
    en="Done: it is “{title}” now.",
)
ASK_NEW_TITLE = Text(
    ru="Напиши новое название. Можно знаков: {limit}.",
    uz="Yangi nomini yozing. Ko‘pi bilan {limit} ta belgi.",
    en="Write the new title. Characters at most: {limit}.",
)
ASK_TITLE_RU = Text(
    ru="Как назвать образ по-русски? Так его увидят гости. Можно знаков: {limit}.",
    uz="Obrazning ruscha nomi qanday bo‘lsin? Mehmonlar shuni ko‘radi. "
    "Ko‘pi bilan {limit} ta belgi.",
    en="What is the outfit called in Russian? Guests will see this. Characters at most: {limit}.",
)
ASK_TITLE_UZ = Text(
    ru="А по-узбекски? Можно знаков: {limit}.",
    uz="O‘zbekcha nomi-chi? Ko‘pi bilan {limit} ta belgi.",
    en="And in Uzbek? Characters at most: {limit}.",
)
ASK_TITLE_EN = Text(
    ru="А по-английски? Можно знаков: {limit}.",
    uz="Inglizcha nomi-chi? Ko‘pi bilan {limit} ta belgi.",
    en="And in English? Characters at most: {limit}.",
)
ASK_TITLES = {"ru": ASK_TITLE_RU, "uz": ASK_TITLE_UZ, "en": ASK_TITLE_EN}
"""The question for the title in each language."""
ELSE_RUSSIAN = Text(
    ru="Если пропустить, будет как по-русски.",
    uz="O‘tkazib yuborilsa, ruscha nomi qoladi.",
    en="If skipped, the Russian one is used.",
)

NEW_OUTFIT = Text(ru="Новый образ", uz="Yangi obraz", en="New outfit")
NEW_ART_FORM = Text(ru="Новая картинка образа", uz="Obrazning yangi rasmi", en="New outfit picture")
ART = Text(ru="Костюм", uz="Libos", en="Costume")
ASK_ART = Text(
    ru="Пришли костюм файлом (PNG или WEBP).",
    uz="Libosni fayl qilib yuboring (PNG yoki WEBP).",
    en="Send the costume as a file (PNG or WEBP).",
)
FRONT = Text(ru="Передний слой", uz="Oldingi qatlam", en="Front layer")
ASK_FRONT = Text(
    ru=(
        "Есть что-то перед шеей: воротник, застёжка плаща? Пришли это вторым файлом "
        "того же размера. Если нет, пропусти."
    ),
    uz=(
        "Bo‘yin oldida biror narsa bormi: yoqa, plash ilgagi? Uni xuddi shu o‘lchamdagi ikkinchi "
        "fayl qilib yuboring. Bo‘lmasa, o‘tkazib yuboring."
    ),
    en=(
        "Is anything in front of the neck: a collar, the clasp of a cape? Send it as a second file "
        "of the same size. If not, skip this."
    ),
)
COLOUR = Text(ru="Цвет", uz="Rang", en="Colour")
ASK_COLOUR = Text(
    ru="Какой цвет у подписей и значка?",
    uz="Yozuvlar va nishon qaysi rangda bo‘lsin?",
    en="Which colour should captions and the badge have?",
)
COLOURS: dict[str, Text] = {
    "red": Text(ru="🔴 Красный", uz="🔴 Qizil", en="🔴 Red"),
    "gold": Text(ru="🟡 Золотой", uz="🟡 Oltin", en="🟡 Gold"),
    "green": Text(ru="🟢 Зелёный", uz="🟢 Yashil", en="🟢 Green"),
    "teal": Text(ru="🌊 Бирюзовый", uz="🌊 Feruza", en="🌊 Teal"),
    "blue": Text(ru="🔵 Синий", uz="🔵 Ko‘k", en="🔵 Blue"),
    "purple": Text(ru="🟣 Фиолетовый", uz="🟣 Binafsha", en="🟣 Purple"),
    "pink": Text(ru="🌸 Розовый", uz="🌸 Pushti", en="🌸 Pink"),
}
"""What each colour of an outfit is called, by its name in `outfit_drafts.COLOURS`."""
EXPLAIN_NEW = Text(
    ru="👗 Добавим образ: названия, картинка костюма и цвет. Потом покажу пробный стикер.",
    uz="👗 Obraz qo‘shamiz: nomlari, libos rasmi va rang. Keyin sinov stikerini ko‘rsataman.",
    en="👗 Let us add an outfit: titles, a picture of the costume and a colour. Then I will "
    "show you a sample.",
)
EXPLAIN_CHANGED = Text(
    ru="🖼 Новая картинка образа <b>{title}</b>. Пока ты её не одобришь, гости видят прежнюю.",
    uz="🖼 <b>{title}</b> obrazining yangi rasmi. Siz ma’qullamaguncha, mehmonlar avvalgisini "
    "ko‘radi.",
    en="🖼 A new picture of <b>{title}</b>. Until you approve it, guests see the former one.",
)
WHAT_ART = Text(
    ru=(
        "Какая картинка нужна:\n"
        "• костюм спереди, без головы: по шею, с руками или без;\n"
        "• прозрачный фон, PNG или WEBP, до 20 МБ;\n"
        "• не меньше 512 пикселей в ширину и в высоту, лучше 1024;\n"
        "• отправь её <b>файлом</b>: у фотографий прозрачность пропадает."
    ),
    uz=(
        "Qanday rasm kerak:\n"
        "• libosning old ko‘rinishi, boshsiz: bo‘yingacha, qo‘llar bilan yoki ularsiz;\n"
        "• shaffof fon, PNG yoki WEBP, 20 MB gacha;\n"
        "• eni va bo‘yi kamida 512 piksel, yaxshisi 1024;\n"
        "• uni <b>fayl</b> qilib yuboring: suratda shaffoflik yo‘qoladi."
    ),
    en=(
        "The picture should be:\n"
        "• the costume from the front, without a head: up to the neck, with arms or without;\n"
        "• on a transparent background, PNG or WEBP, up to 20 MB;\n"
        "• at least 512 pixels wide and high, better 1024;\n"
        "• sent as a <b>file</b>: photos lose their transparency."
    ),
)
PHOTO_LOSES = Text(
    ru="Это фото, и прозрачный фон пропал. Отправь ту же картинку файлом.",
    uz="Bu surat, shaffof fon yo‘qolgan. O‘sha rasmni fayl qilib yuboring.",
    en="This is a photo, so the transparent background is lost. Send the picture as a file.",
)

MAKING = Text(
    ru="Готовлю пробный стикер, это займёт меньше минуты ⏳",
    uz="Sinov stikerini tayyorlayapman, bir daqiqa ham o‘tmaydi ⏳",
    en="I am making a sample sticker, it takes less than a minute ⏳",
)
LEFT = Text(
    ru="Остановились. Черновик сохранён.",
    uz="To‘xtadik. Qoralama saqlandi.",
    en="Stopped. The draft is kept.",
)
DRAFT_KEPT = Text(
    ru="Черновик ждёт, продолжить можно в любой момент.",
    uz="Qoralama kutib turadi, istalgan payt davom etish mumkin.",
    en="The draft waits and can be continued at any time.",
)
DRAFT_LINK = Text(
    ru="Продолжить может и коллега-оператор, по ссылке: {link}",
    uz="Hamkasb operator ham havola orqali davom ettira oladi: {link}",
    en="A fellow operator may continue it as well, by this link: {link}",
)
CONTINUE = Text(ru="▶️ Продолжить", uz="▶️ Davom etish", en="▶️ Continue")
OPENED = Text(
    ru="✏️ Черновик открыт ниже.", uz="✏️ Qoralama pastda ochildi.", en="✏️ The draft is open below."
)
DROPPED = Text(ru="🗑 Черновик удалён.", uz="🗑 Qoralama o‘chirildi.", en="🗑 The draft is deleted.")
PUBLISHED = Text(
    ru="✅ Образ <b>{title}</b> теперь видят гости.",
    uz="✅ Endi mehmonlar <b>{title}</b> obrazini ko‘radi.",
    en="✅ Guests see the outfit <b>{title}</b> now.",
)
ART_PUBLISHED = Text(
    ru="✅ У образа <b>{title}</b> новая картинка.",
    uz="✅ <b>{title}</b> obrazining rasmi yangilandi.",
    en="✅ The outfit <b>{title}</b> has its new picture.",
)
NOT_READY = Text(
    ru="Этот вариант ещё не готов: дождись пробного стикера",
    uz="Bu variant hali tayyor emas: sinov stikerini kuting",
    en="This version is not ready yet: wait for the sample sticker",
)
STAGE_DRAFT = Text(ru="Не закончен.", uz="Tugallanmagan.", en="Not finished.")
STAGE_READY = Text(
    ru="Готов, можно показать гостям.",
    uz="Tayyor, mehmonlarga ko‘rsatsa bo‘ladi.",
    en="Ready to be shown to guests.",
)
