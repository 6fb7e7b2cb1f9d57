"""What the panel says on every page and on its first one; «ты» is an operator, in a hurry."""

from store.domain.texts.text import Text

PANEL = Text(ru="Панель", uz="Panel", en="Panel")
SKIP = Text(ru="К содержанию", uz="Mazmunga", en="To the content")
MENU = Text(ru="Разделы", uz="Bo‘limlar", en="Sections")
ONLY_LOOKS = Text(ru="только просмотр", uz="faqat ko‘rish", en="view only")
THEME = Text(ru="Светлая или тёмная", uz="Yorug‘ yoki qorong‘i", en="Light or dark")
LOGIN = Text(ru="Вход в панель", uz="Panelga kirish", en="Panel login")
LOGOUT = Text(ru="Выйти", uz="Chiqish", en="Log out")
PASSWORD = Text(ru="Пароль", uz="Parol", en="Password")
YOUR_NAME = Text(
    ru="Как тебя зовут (не обязательно)", uz="Isming (majburiy emas)", en="Your name (optional)"
)
WHY_NAME = Text(
    ru="Останется в журнале рядом с твоими действиями.",
    uz="Jurnalda harakatlaring yonida qoladi.",
    en="It stands in the log next to what you do.",
)
ENTER = Text(ru="Войти", uz="Kirish", en="Log in")
WRONG_PASSWORD = Text(
    ru="Пароль не подошёл.", uz="Parol to‘g‘ri kelmadi.", en="That password is not right."
)
TOO_MANY_TRIES = Text(
    ru="Слишком много попыток. Подожди минуту.",
    uz="Urinishlar juda ko‘p. Bir daqiqa kut.",
    en="Too many tries. Wait a minute.",
)
SORRY = Text(ru="Не получилось", uz="Bo‘lmadi", en="That did not work")
NOT_FOUND = Text(ru="Не нашлось", uz="Topilmadi", en="Not found")
TO_OVERVIEW = Text(ru="К обзору", uz="Umumiy sahifaga", en="To the overview")
READ_ONLY = Text(
    ru="Твой вход только для просмотра.",
    uz="Kirishing faqat ko‘rish uchun.",
    en="Your login is view only.",
)
OVERVIEW = Text(ru="Обзор", uz="Umumiy", en="Overview")
JOBS = Text(ru="Заказы", uz="Buyurtmalar", en="Jobs")
GUESTS = Text(ru="Гости", uz="Mehmonlar", en="Guests")
SESSIONS = Text(ru="Сеансы", uz="Seanslar", en="Sessions")
LEADS = Text(ru="Заявки", uz="Arizalar", en="Leads")
OUTFITS = Text(ru="Образы", uz="Obrazlar", en="Outfits")
MONEY = Text(ru="Деньги", uz="Pul", en="Money")
MONEY_PAGE = Text(ru="Провайдеры и деньги", uz="Provayderlar va pul", en="Providers and money")
TREE = Text(ru="Процессы", uz="Jarayonlar", en="Tree")
SCHEDULES = Text(ru="Расписание", uz="Jadval", en="Schedules")
HEALTH = Text(ru="Здоровье", uz="Salomatlik", en="Health")
ACTIONS = Text(ru="Журнал", uz="Jurnal", en="Log")
SETTINGS = Text(ru="Настройки", uz="Sozlamalar", en="Settings")
SINCE = Text(ru="с {at}", uz="{at} dan beri", en="since {at}")
NOW = Text(ru="Сейчас", uz="Hozir", en="Now")
DELIVERED_TODAY = Text(ru="отдано сегодня", uz="bugun berildi", en="delivered today")
FAILED_TODAY = Text(ru="не удалось сегодня", uz="bugun chiqmadi", en="failed today")
MESSAGES_WAITING = Text(
    ru="сообщений ждут отправки", uz="xabar yuborilishni kutmoqda", en="messages wait"
)
LONGEST_WAIT = Text(ru="Самое долгое ожидание", uz="Eng uzoq kutish", en="Longest wait")
AT_THE_TABLET = Text(ru="У планшета", uz="Planshet oldida", en="At the tablet")
SLOTS = Text(ru="Рабочие места", uz="Ish o‘rinlari", en="Slots")
FREE = Text(ru="свободно", uz="bo‘sh", en="free")
FUNNEL_TODAY = Text(ru="Воронка за сегодня", uz="Bugungi voronka", en="Funnel of today")
MEDIAN_TODAY = Text(ru="Медиана сегодня", uz="Bugungi mediana", en="Median today")
LAST_20 = Text(ru="последние 20", uz="oxirgi 20 ta", en="last 20")
SPENT_TODAY = Text(ru="потрачено сегодня", uz="bugun sarflandi", en="spent today")
NEW_LEADS = Text(ru="новых заявок", uz="yangi ariza", en="new leads")
SCORE = Text(ru="оценка", uz="baho", en="score")
WHAT_TO_DO = Text(ru="Что сделать", uz="Nima qilish kerak", en="What to do")
LEVEL = {
    "fine": Text(ru="Выдаём", uz="Beryapmiz", en="Delivering"),
    "slow": Text(ru="Выдаём медленно", uz="Sekin beryapmiz", en="Delivering slowly"),
    "stopped": Text(ru="Стоим", uz="To‘xtab turibmiz", en="Stopped"),
}
REASON = {
    "fine": Text(ru="Всё в порядке.", uz="Hammasi joyida.", en="All is well."),
    "draining": Text(
        ru="Программа останавливается.", uz="Dastur to‘xtayapti.", en="The program is stopping."
    ),
    "store_down": Text(
        ru="База данных не отвечает.",
        uz="Ma’lumotlar bazasi javob bermayapti.",
        en="The database does not answer.",
    ),
    "disk_full": Text(
        ru="На диске кончается место.", uz="Diskda joy tugayapti.", en="The disk is nearly full."
    ),
    "token_refused": Text(
        ru="Telegram не принимает токен бота.",
        uz="Telegram bot tokenini qabul qilmayapti.",
        en="Telegram refuses the bot’s token.",
    ),
    "telegram_unreachable": Text(
        ru="Telegram недоступен.",
        uz="Telegramga ulanib bo‘lmayapti.",
        en="Telegram cannot be reached.",
    ),
    "poller_conflict": Text(
        ru="Бота опрашивает кто-то ещё.",
        uz="Botni yana kimdir so‘rayapti.",
        en="Somebody else polls the bot.",
    ),
    "other_trouble": Text(ru="Неполадка: {name}.", uz="Nosozlik: {name}.", en="Trouble: {name}."),
    "paused_by_setting": Text(
        ru="Пауза задана в настройках.",
        uz="Pauza sozlamalarda yoqilgan.",
        en="Paused by the settings.",
    ),
    "paused_itself": Text(
        ru="Стенд остановился сам: у провайдера кончились деньги.",
        uz="Stend o‘zi to‘xtadi: provayderda pul tugagan.",
        en="The booth paused itself: the provider is out of funds.",
    ),
    "paused_by_hand": Text(ru="Стенд на паузе.", uz="Stend pauzada.", en="The booth is paused."),
    "starting": Text(
        ru="Программа запускается.", uz="Dastur ishga tushyapti.", en="The program is starting."
    ),
    "actor_down": Text(ru="Не работает: {name}.", uz="Ishlamayapti: {name}.", en="Down: {name}."),
    "no_bot": Text(
        ru="Telegram ещё не назвал имя бота.",
        uz="Telegram hali bot nomini aytmadi.",
        en="Telegram has not told the bot’s name yet.",
    ),
    "queue_too_long": Text(
        ru="Очередь длиннее срока: ждать {minutes} мин.",
        uz="Navbat muddatdan uzun: {minutes} daqiqa kutish kerak.",
        en="The queue is longer than the deadline: {minutes} min to wait.",
    ),
    "failing": Text(
        ru="За {minutes} мин не удалось заказов: {count}.",
        uz="{minutes} daqiqada {count} ta buyurtma chiqmadi.",
        en="{count} jobs failed within {minutes} min.",
    ),
    "long_wait": Text(
        ru="Кто-то ждёт уже {minutes} мин.",
        uz="Kimdir {minutes} daqiqadan beri kutmoqda.",
        en="Somebody has waited for {minutes} min.",
    ),
    "long_queue": Text(
        ru="Новому гостю ждать около {minutes} мин.",
        uz="Yangi mehmon taxminan {minutes} daqiqa kutadi.",
        en="A new guest would wait for about {minutes} min.",
    ),
    "messages_wait": Text(
        ru="Сообщения не уходят: ждут {count}.",
        uz="Xabarlar ketmayapti: {count} ta kutmoqda.",
        en="Messages do not go out: {count} wait.",
    ),
    "helper_down": Text(
        ru="Не работает помощник: {name}.",
        uz="Yordamchi ishlamayapti: {name}.",
        en="A helper is down: {name}.",
    ),
}
REMEDIES = {
    "draining": Text(
        ru="Подожди или запусти программу снова.",
        uz="Kut yoki dasturni qayta ishga tushir.",
        en="Wait, or start the program again.",
    ),
    "store_down": Text(
        ru="Проверь диск и права на папку данных.",
        uz="Disk va ma’lumotlar papkasi huquqlarini tekshir.",
        en="Check the disk and the rights of the data folder.",
    ),
    "disk_full": Text(
        ru="Освободи место: старые копии и журналы.",
        uz="Joy bo‘shat: eski nusxalar va jurnallar.",
        en="Free some room: old backups and logs.",
    ),
    "token_refused": Text(
        ru="Возьми у @BotFather новый токен, впиши BOT_TOKEN, перезапусти.",
        uz="@BotFather dan yangi token ol, BOT_TOKEN ga yoz, qayta ishga tushir.",
        en="Get a new token of @BotFather, set BOT_TOKEN, restart.",
    ),
    "telegram_unreachable": Text(
        ru="Проверь интернет на этом компьютере.",
        uz="Bu kompyuterda internetni tekshir.",
        en="Check this computer’s internet connection.",
    ),
    "poller_conflict": Text(
        ru="Останови вторую программу с этим токеном.",
        uz="Shu tokenli ikkinchi dasturni to‘xtat.",
        en="Stop the other program with this token.",
    ),
    "other_trouble": Text(ru="Открой «Здоровье».", uz="«Salomatlik»ni och.", en="Open Health."),
    "paused_by_setting": Text(
        ru="Убери MAINTENANCE_MODE и перезапусти.",
        uz="MAINTENANCE_MODE ni olib tashla va qayta ishga tushir.",
        en="Unset MAINTENANCE_MODE and restart.",
    ),
    "paused_itself": Text(
        ru="Пополни баланс, затем нажми «Продолжить».",
        uz="Balansni to‘ldir, keyin «Davom etish»ni bos.",
        en="Top up the balance, then press Resume.",
    ),
    "paused_by_hand": Text(
        ru="Когда будете готовы, нажми «Продолжить».",
        uz="Tayyor bo‘lganda «Davom etish»ni bos.",
        en="Press Resume when you are ready.",
    ),
    "starting": Text(
        ru="Подожди несколько секунд.", uz="Bir necha soniya kut.", en="Wait a few seconds."
    ),
    "actor_down": Text(
        ru="Открой «Процессы» и посмотри последнюю ошибку.",
        uz="«Jarayonlar»ni och va oxirgi xatoni ko‘r.",
        en="Open Tree and look at the last failure.",
    ),
    "no_bot": Text(
        ru="Проверь интернет и BOT_TOKEN.",
        uz="Internet va BOT_TOKEN ni tekshir.",
        en="Check the internet connection and BOT_TOKEN.",
    ),
    "queue_too_long": Text(
        ru="Планшет сам не пускает новых, пока очередь не спадёт.",
        uz="Navbat qisqarguncha planshet yangilarni o‘zi kiritmaydi.",
        en="The tablet lets nobody in until the queue is shorter.",
    ),
    "failing": Text(
        ru="Открой заказы с ошибкой и посмотри причину.",
        uz="Chiqmagan buyurtmalarni och va sababini ko‘r.",
        en="Open the failed jobs and look at the cause.",
    ),
    "long_wait": Text(
        ru="Посмотри, чем заняты рабочие места.",
        uz="Ish o‘rinlari nima bilan bandligini ko‘r.",
        en="See what the slots are doing.",
    ),
    "long_queue": Text(
        ru="Предупреди очередь у стенда.",
        uz="Stend oldidagi navbatni ogohlantir.",
        en="Tell those who queue at the booth.",
    ),
    "messages_wait": Text(
        ru="Проверь интернет; сообщения уйдут сами.",
        uz="Internetni tekshir; xabarlar o‘zi ketadi.",
        en="Check the internet connection; they go out by themselves.",
    ),
    "helper_down": Text(
        ru="Стенд работает. Открой «Процессы» и перезапусти.",
        uz="Stend ishlayapti. «Jarayonlar»ni och va qayta ishga tushir.",
        en="The booth works. Open Tree and restart it.",
    ),
}
FUNNEL_STEP = {
    "started": Text(ru="Нажали «СТАРТ»", uz="«START»ni bosdi", en="Tapped START"),
    "linked": Text(ru="Открыли бота", uz="Botni ochdi", en="Opened the bot"),
    "consented": Text(ru="Согласились", uz="Rozi bo‘ldi", en="Agreed"),
    "chosen": Text(ru="Выбрали образ", uz="Obraz tanladi", en="Chose an outfit"),
    "photo": Text(ru="Сфотографировались", uz="Suratga tushdi", en="Had a photo taken"),
    "delivered": Text(ru="Получили набор", uz="To‘plam oldi", en="Got their pack"),
}
