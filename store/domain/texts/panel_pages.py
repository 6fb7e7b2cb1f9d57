"""What the panel's lists and records are labelled with."""

from store.domain.texts.text import Text

JOB = Text(ru="Заказ", uz="Buyurtma", en="Job")
GUEST = Text(ru="Гость", uz="Mehmon", en="Guest")
SESSION = Text(ru="Сеанс", uz="Seans", en="Session")
LEAD = Text(ru="Заявка", uz="Ariza", en="Lead")
STATUS = Text(ru="Статус", uz="Holat", en="Status")
CAUSE = Text(ru="Причина", uz="Sabab", en="Cause")
ANY = Text(ru="любой", uz="istalgan", en="any")
DAY = Text(ru="День", uz="Kun", en="Day")
OUTFIT = Text(ru="Образ", uz="Obraz", en="Outfit")
PROVIDER = Text(ru="Провайдер", uz="Provayder", en="Provider")
SHOW = Text(ru="Показать", uz="Ko‘rsatish", en="Show")
CLEAR = Text(ru="Сбросить", uz="Tozalash", en="Clear")
FILTERS = Text(ru="Фильтры", uz="Filtrlar", en="Filters")
OLDER = Text(ru="Дальше", uz="Keyingisi", en="Older")
NOTHING_HERE = Text(ru="Здесь пока пусто.", uz="Bu yer hozircha bo‘sh.", en="Nothing here yet.")
BEGUN = Text(ru="Начат", uz="Boshlandi", en="Begun")
TOOK = Text(ru="Заняло", uz="Vaqt", en="Took")
STICKERS = Text(ru="Стикеры", uz="Stikerlar", en="Stickers")
STICKER = Text(ru="Стикер", uz="Stiker", en="Sticker")
ATTEMPTS = Text(ru="Попытки", uz="Urinishlar", en="Attempts")
COST = Text(ru="Цена", uz="Narx", en="Cost")
BULK = Text(ru="Все сразу", uz="Hammasi birdan", en="All at once")
LANGUAGE = Text(ru="Язык", uz="Til", en="Language")
GENERATION = Text(ru="Поколение", uz="Avlod", en="Generation")
SLOT = Text(ru="Место", uz="O‘rin", en="Slot")
PACK = Text(ru="Набор", uz="To‘plam", en="Pack")
TIMELINE = Text(ru="История", uz="Tarix", en="Timeline")
PICTURES = Text(ru="Фото и стикеры", uz="Surat va stikerlar", en="Photo and stickers")
NO_PICTURES = Text(ru="Файлов больше нет.", uz="Fayllar endi yo‘q.", en="The files are gone.")
SELFIE = Text(ru="Селфи", uz="Selfi", en="Selfie")
SHEET = Text(ru="Лист стикеров", uz="Stikerlar varag‘i", en="Contact sheet")
HIDDEN_PICTURES = Text(
    ru="На фото — лицо гостя. Просмотр запишется в журнал.",
    uz="Suratda mehmonning yuzi bor. Ko‘rish jurnalga yoziladi.",
    en="The pictures show the guest’s face. Looking at them is logged.",
)
SHOW_PICTURES = Text(ru="Показать фото", uz="Suratni ko‘rsatish", en="Show the pictures")
VIEWER_HIDDEN = Text(
    ru="Скрыто: твой вход только для просмотра цифр.",
    uz="Yashirilgan: kirishing faqat raqamlarni ko‘rish uchun.",
    en="Hidden: your login shows figures only.",
)
EMOJI = Text(ru="Эмодзи", uz="Emoji", en="Emoji")
MADE_HOW = Text(ru="Как сделан", uz="Qanday qilingan", en="How it was made")
VERDICT = Text(ru="Оценка", uz="Baho", en="Verdict")
CALLS = Text(ru="Вызовы", uz="Chaqiruvlar", en="Calls")
MODEL = Text(ru="Модель", uz="Model", en="Model")
TOLD = Text(ru="Что написали гостю", uz="Mehmonga nima yozildi", en="What the guest was told")
NO_NAMES = Text(
    ru="Имён гостей программа не хранит, только номера Telegram.",
    uz="Dastur mehmonlar ismini saqlamaydi, faqat Telegram raqamlarini.",
    en="Names of guests are not kept, only their Telegram ids.",
)
TELEGRAM_ID = Text(ru="Номер Telegram", uz="Telegram raqami", en="Telegram id")
AGREED = Text(ru="Согласие", uz="Rozilik", en="Agreed")
BLOCKED = Text(ru="заблокировал(а) бота", uz="botni bloklagan", en="blocked the bot")
END = Text(ru="Чем кончился", uz="Qanday tugadi", en="End")
KIOSK = Text(ru="Планшет", uz="Planshet", en="Tablet")
NAME = Text(ru="Имя", uz="Nomi", en="Name")
SOURCE = Text(ru="Откуда", uz="Qayerdan", en="Source")
CAMPAIGN = Text(ru="Кампания", uz="Kampaniya", en="Campaign")
CARD = Text(ru="Карточка", uz="Kartochka", en="Card")
ERASED = Text(ru="Данные удалены", uz="Ma’lumotlar o‘chirilgan", en="Data erased")
PHONE = Text(ru="Телефон", uz="Telefon", en="Phone")
COMMENT = Text(ru="Комментарий", uz="Izoh", en="Comment")
HIDDEN_CONTACT = Text(
    ru="Имя и контакты скрыты. Просмотр запишется в журнал.",
    uz="Ism va kontaktlar yashirilgan. Ko‘rish jurnalga yoziladi.",
    en="Name and contact are hidden. Looking at them is logged.",
)
SHOW_CONTACT = Text(ru="Показать контакты", uz="Kontaktlarni ko‘rsatish", en="Show the contact")
TROUBLE = Text(ru="Неполадка", uz="Nosozlik", en="Trouble")
NOTES = Text(ru="Заметки", uz="Qaydlar", en="Notes")
REPEATS = Text(ru="Повторные обращения", uz="Qayta murojaatlar", en="Came again")
TAKE_AWAY = Text(ru="Выгрузка", uz="Yuklab olish", en="Take away")
AS_CSV = Text(ru="Скачать CSV", uz="CSV yuklab olish", en="Download CSV")
OUTFITS_BY_BOT = Text(
    ru="Добавить и изменить образы можно у бота: /outfits",
    uz="Obrazlarni botda qo‘shish va o‘zgartirish mumkin: /outfits",
    en="Add and change outfits with the bot: /outfits",
)
IS_HIDDEN = Text(ru="скрыт", uz="yashirilgan", en="hidden")
OWN = Text(ru="свой", uz="o‘zimizniki", en="own")
PER_PACK = Text(ru="за набор", uz="to‘plam uchun", en="per pack")
CHAIN = Text(ru="Кто рисует, по порядку", uz="Kim chizadi, tartib bilan", en="Who draws, in order")
GOOD_CALLS = Text(ru="Удачных", uz="Muvaffaqiyatli", en="Good")
MONEY_WEEK = Text(ru="Расход за неделю, $", uz="Haftalik xarajat, $", en="Spent in a week, $")
DELIVERED_HOURS = Text(
    ru="Отдано по часам", uz="Soatlar bo‘yicha berildi", en="Delivered by the hour"
)
MEDIAN_HOURS = Text(ru="Медиана по часам", uz="Soatlar bo‘yicha mediana", en="Median by the hour")
SLOWEST_HOURS = Text(ru="p95 по часам", uz="Soatlar bo‘yicha p95", en="p95 by the hour")
FAILURES_TODAY = Text(
    ru="Неудачи сегодня", uz="Bugungi muvaffaqiyatsizliklar", en="Failures of today"
)
AS_NUMBERS = Text(ru="Те же числа таблицей", uz="O‘sha raqamlar jadvalda", en="The same as a table")
HOUR = Text(ru="Час", uz="Soat", en="Hour")
DELIVERED = Text(ru="Отдано", uz="Berildi", en="Delivered")
MEDIAN = Text(ru="Медиана", uz="Mediana", en="Median")
TREE_LEAD = Text(
    ru="Упавшие поднимаются сами. Рестарт вручную нужен редко.",
    uz="Yiqilganlar o‘zi ko‘tariladi. Qo‘lda qayta ishga tushirish kam kerak.",
    en="What falls is started again by itself. A restart by hand is rarely needed.",
)
ACTOR = Text(ru="Процесс", uz="Jarayon", en="Actor")
STATE = Text(ru="Состояние", uz="Holat", en="State")
DOING = Text(ru="Чем занят", uz="Nima qilyapti", en="Doing")
RESTARTS = Text(ru="Рестартов", uz="Qayta ishga tushish", en="Restarts")
MAILBOX = Text(ru="В очереди", uz="Navbatda", en="Mailbox")
LAST_FAILURE = Text(ru="Последняя ошибка", uz="Oxirgi xato", en="Last failure")
NOT_CRITICAL = Text(ru="не главный", uz="asosiy emas", en="not critical")
WORK = Text(ru="Работа", uz="Ish", en="Work")
EVERY = Text(ru="Каждые", uz="Har", en="Every")
LAST_RUN = Text(ru="Была", uz="Bo‘ldi", en="Last run")
NEXT_RUN = Text(ru="Будет", uz="Bo‘ladi", en="Next run")
AGO = Text(ru="{span} назад", uz="{span} oldin", en="{span} ago")
IN = Text(ru="через {span}", uz="{span} dan keyin", en="in {span}")
SCHEDULE = {
    "sweep": Text(ru="Сроки заказов", uz="Buyurtmalar muddati", en="Deadlines of jobs"),
    "tidy": Text(
        ru="Удаление фото, место на диске",
        uz="Suratlarni o‘chirish, diskdagi joy",
        en="Removal of photos, room on the disk",
    ),
    "prune": Text(
        ru="Удаление старых разговоров",
        uz="Eski suhbatlarni o‘chirish",
        en="Removal of old conversations",
    ),
    "group": Text(
        ru="Карточки и напоминания о заявках",
        uz="Arizalar kartochkalari va eslatmalari",
        en="Cards and reminders of leads",
    ),
    "backup": Text(ru="Резервная копия", uz="Zaxira nusxa", en="Backup"),
}
WHEN = Text(ru="Когда", uz="Qachon", en="When")
WHO = Text(ru="Кто", uz="Kim", en="Who")
ACTION = Text(ru="Действие", uz="Harakat", en="Action")
RECORD = Text(ru="Запись", uz="Yozuv", en="Record")
VALUE = Text(ru="Значение", uz="Qiymat", en="Value")
MEANING = Text(ru="Что это", uz="Bu nima", en="Meaning")
SETTINGS_LEAD = Text(
    ru="Меняются в .env, затем перезапуск. Секреты не показаны.",
    uz=".env da o‘zgaradi, keyin qayta ishga tushirish. Sirlar ko‘rsatilmaydi.",
    en="They change in .env, then a restart. Secrets are not shown.",
)
SECRET_SET = Text(ru="задан, не показан", uz="berilgan, ko‘rsatilmaydi", en="set, not shown")
READY = Text(ru="готовы", uz="tayyor", en="ready")
NOT_READY = Text(ru="не готовы", uz="tayyor emas", en="not ready")
DATABASE = Text(ru="База данных", uz="Ma’lumotlar bazasi", en="Database")
ANSWERS = Text(ru="отвечает", uz="javob beryapti", en="answers")
IS_SILENT = Text(ru="молчит", uz="jim", en="silent")
DISK = Text(ru="Диск", uz="Disk", en="Disk")
FREE_DISK = Text(ru="свободно {size}", uz="{size} bo‘sh", en="{size} free")
BOT = Text(ru="Бот", uz="Bot", en="Bot")
TROUBLES = Text(ru="Неполадки", uz="Nosozliklar", en="Troubles")
NO_TROUBLES = Text(ru="Неполадок нет.", uz="Nosozliklar yo‘q.", en="None.")
BACKUPS = Text(ru="Резервные копии", uz="Zaxira nusxalar", en="Backups")
