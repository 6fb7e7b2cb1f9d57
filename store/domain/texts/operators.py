"""What operators read in the chat: pause, figures, alarms, and what to do about each."""

from store.domain.causes import Cause
from store.domain.conditions import Condition
from store.domain.status import LeadStatus, MaintenanceStatus
from store.domain.texts.plural import Counted
from store.domain.texts.text import Text

PAUSED = Text(
    ru="⏸ Стенд остановлен. Принятые фото ждут: их время идёт. Продолжить: /resume\n\n"
    "Гости читают: {text}",
    uz="⏸ Stend to‘xtatildi. Qabul qilingan suratlar kutmoqda: ularning vaqti o‘tyapti. Davom "
    "ettirish: /resume\n\nMehmonlar o‘qiydi: {text}",
    en="⏸ The booth is paused. Accepted photos wait while their time runs. To go on: /resume\n\n"
    "Guests read: {text}",
)
RUNNING = Text(ru="▶️ Стенд работает.", uz="▶️ Stend ishlayapti.", en="▶️ The booth is running.")
RUNS_ALREADY = Text(
    ru="Стенд и так работает.", uz="Stend shundoq ham ishlayapti.", en="The booth runs already."
)
TOO_LONG = Text(
    ru="Текст длиннее {most} знаков: на планшет столько не поместится.",
    uz="Matn {most} belgidan uzun: planshetga sig‘maydi.",
    en="The text is longer than {most} characters: the tablet has no room for it.",
)

STATS = Text(ru="<b>Сегодня, {day}</b>", uz="<b>Bugun, {day}</b>", en="<b>Today, {day}</b>")
PAUSE_LINES = {
    MaintenanceStatus.OFF: Text(
        ru="🟢 Стенд работает", uz="🟢 Stend ishlayapti", en="🟢 The booth is running"
    ),
    MaintenanceStatus.ADMIN: Text(
        ru="⏸ Остановлен командой с {since}",
        uz="⏸ Buyruq bilan to‘xtatilgan, {since} dan beri",
        en="⏸ Paused by command since {since}",
    ),
    MaintenanceStatus.AUTO: Text(
        ru="⛔ Остановился сам с {since}: пополни баланс, затем /resume",
        uz="⛔ O‘zi to‘xtadi, {since} dan beri: balansni to‘ldiring, keyin /resume",
        en="⛔ Paused itself since {since}: top up, then /resume",
    ),
    MaintenanceStatus.ENV: Text(
        ru="⏸ Остановлен настройкой MAINTENANCE_MODE",
        uz="⏸ MAINTENANCE_MODE sozlamasi bilan to‘xtatilgan",
        en="⏸ Paused by the setting MAINTENANCE_MODE",
    ),
}
FUNNEL = Text(ru="<b>Гости</b>", uz="<b>Mehmonlar</b>", en="<b>Guests</b>")
FUNNEL_STEPS = {
    "started": Text(ru="нажали «СТАРТ»", uz="«START»ni bosdi", en="tapped START"),
    "linked": Text(ru="открыли бота", uz="botni ochdi", en="opened the bot"),
    "consented": Text(ru="согласились", uz="rozi bo‘ldi", en="agreed"),
    "chosen": Text(ru="выбрали образ", uz="obraz tanladi", en="chose an outfit"),
    "photo": Text(ru="сфотографировались", uz="suratga tushdi", en="had a photo taken"),
    "delivered": Text(ru="получили набор", uz="to‘plam oldi", en="got their pack"),
    "failed": Text(ru="не получили", uz="ololmadi", en="got none"),
}
QUEUE_EMPTY = Text(ru="Очереди нет", uz="Navbat yo‘q", en="The queue is empty")
QUEUE = Text(
    ru="<b>В работе: {active}</b> (ждут {queued}, делаются {processing}, проверяются {delivering})",
    uz="<b>Ishda: {active}</b> (kutmoqda {queued}, tayyorlanmoqda {processing}, tekshirilmoqda "
    "{delivering})",
    en="<b>In work: {active}</b> (waiting {queued}, being made {processing}, checked {delivering})",
)
OLDEST = Text(
    ru="Дольше всех ждут {waited}, до крайнего срока {left}",
    uz="Eng uzoq kutish {waited}, muddatgacha {left}",
    en="The longest wait is {waited}, the deadline is in {left}",
)
OLDEST_LATE = Text(
    ru="Дольше всех ждут {waited}: крайний срок прошёл",
    uz="Eng uzoq kutish {waited}: muddat o‘tdi",
    en="The longest wait is {waited}: past the deadline",
)
TIMES = Text(
    ru="<b>От фото до набора</b>: половина за {p50}, почти все (95 %) за {p95}; последние "
    "{recent}: {recent_p50} и {recent_p95}",
    uz="<b>Suratdan to‘plamgacha</b>: yarmi {p50} ichida, deyarli hammasi (95 %) {p95} ichida; "
    "oxirgi {recent} ta: {recent_p50} va {recent_p95}",
    en="<b>From photo to pack</b>: half within {p50}, nearly all (95 %) within {p95}; the last "
    "{recent}: {recent_p50} and {recent_p95}",
)
FAILURES = Text(ru="<b>Не сделаны</b>", uz="<b>Tayyorlanmadi</b>", en="<b>Not made</b>")
MONEY = Text(ru="<b>Деньги</b>", uz="<b>Pul</b>", en="<b>Money</b>")
SPENT = Counted(
    ru=(
        "{provider}: {usd} $ за {count} запрос",
        "{provider}: {usd} $ за {count} запроса",
        "{provider}: {usd} $ за {count} запросов",
    ),
    uz="{provider}: {count} ta so‘rov uchun {usd} $",
    en=("{provider}: {usd} $ for {count} call", "{provider}: {usd} $ for {count} calls"),
)
LEADS = Text(
    ru="<b>Заявки</b> (сегодня {new})",
    uz="<b>Arizalar</b> (bugun {new})",
    en="<b>Requests</b> (today {new})",
)
LEAD_WORDS = {
    LeadStatus.NEW: Text(ru="новых", uz="yangi", en="new"),
    LeadStatus.IN_WORK: Text(ru="в работе", uz="ishda", en="in work"),
    LeadStatus.CONTACTED: Text(ru="связались", uz="bog‘lanildi", en="contacted"),
    LeadStatus.DEAL: Text(ru="сделок", uz="kelishildi", en="deals"),
    LeadStatus.REFUSED: Text(ru="отказов", uz="rad etildi", en="refused"),
    LeadStatus.SPAM: Text(ru="спама", uz="spam", en="spam"),
}
OPINION = Counted(
    ru=(
        "<b>Оценка</b>: {mean} ⭐ ({count} гость)",
        "<b>Оценка</b>: {mean} ⭐ ({count} гостя)",
        "<b>Оценка</b>: {mean} ⭐ ({count} гостей)",
    ),
    uz="<b>Baho</b>: {mean} ⭐ ({count} mehmon)",
    en=("<b>Score</b>: {mean} ⭐ ({count} guest)", "<b>Score</b>: {mean} ⭐ ({count} guests)"),
)
SECONDS = Text(ru="{n} с", uz="{n} s", en="{n} s")
MINUTES = Text(ru="{n} мин {rest} с", uz="{n} daq {rest} s", en="{n} min {rest} s")

CAUSES = {
    Cause.DEADLINE: Text(ru="не успели", uz="ulgurilmadi", en="out of time"),
    Cause.TELEGRAM: Text(ru="отказал Telegram", uz="Telegram rad etdi", en="refused by Telegram"),
    Cause.FUNDS: Text(ru="кончились деньги", uz="mablag‘ tugadi", en="out of funds"),
    Cause.PROVIDER: Text(ru="провайдер", uz="provayder", en="provider"),
    Cause.WORKER: Text(ru="сбой рендера", uz="render xatosi", en="renderer broke"),
    Cause.RESTART: Text(ru="перезапуск", uz="qayta ishga tushish", en="restart"),
    Cause.MISSING: Text(ru="нет файла", uz="fayl yo‘q", en="file missing"),
    Cause.OTHER: Text(ru="другое", uz="boshqa", en="other"),
}
MENDS = {
    Cause.DEADLINE: Text(
        ru="Посмотри очередь: /stats. Когда станет короче, повтори в панели.",
        uz="Navbatni ko‘ring: /stats. Qisqarganda paneldan qaytaring.",
        en="Look at the queue: /stats. When it is shorter, retry in the panel.",
    ),
    Cause.TELEGRAM: Text(
        ru="Проверь, жив ли бот, и повтори в панели.",
        uz="Bot ishlayotganini tekshiring va paneldan qaytaring.",
        en="Check that the bot lives and retry in the panel.",
    ),
    Cause.FUNDS: Text(
        ru="Пополни баланс провайдера или подними JOB_COST_LIMIT_USD, потом повтори в панели.",
        uz="Provayder balansini to‘ldiring yoki JOB_COST_LIMIT_USD ni oshiring, keyin paneldan "
        "qaytaring.",
        en="Top the provider up or raise JOB_COST_LIMIT_USD, then retry in the panel.",
    ),
    Cause.PROVIDER: Text(
        ru="Посмотри провайдеров в панели: ключ, модель, их страница состояния.",
        uz="Panelda provayderlarni ko‘ring: kalit, model, ularning holat sahifasi.",
        en="Look at the providers in the panel: key, model, their status page.",
    ),
    Cause.WORKER: Text(
        ru="Проверь память и диск машины, потом повтори в панели.",
        uz="Mashina xotirasi va diskini tekshiring, keyin paneldan qaytaring.",
        en="Check the machine’s memory and disk, then retry in the panel.",
    ),
    Cause.RESTART: Text(
        ru="Программа перезапускается: посмотри журнал. Потом повтори в панели.",
        uz="Dastur qayta ishga tushyapti: jurnalni ko‘ring. Keyin paneldan qaytaring.",
        en="The program keeps restarting: look at the log. Then retry in the panel.",
    ),
    Cause.MISSING: Text(
        ru="Повторить нельзя: сбрось гостя (/reset) и сфотографируй заново.",
        uz="Qaytarib bo‘lmaydi: mehmonni qaytadan boshlating (/reset) va suratga oling.",
        en="It cannot be retried: reset the guest (/reset) and take the photo again.",
    ),
    Cause.OTHER: Text(
        ru="Причина в журнале. Повторить можно в панели.",
        uz="Sababi jurnalda. Paneldan qaytarish mumkin.",
        en="The log has the reason. It can be retried in the panel.",
    ),
}
FAILED_MORE = Counted(
    ru=(
        "⚠️ Не сделан ещё {count} набор ({cause}), последний {job}: {error}",
        "⚠️ Не сделаны ещё {count} набора ({cause}), последний {job}: {error}",
        "⚠️ Не сделаны ещё {count} наборов ({cause}), последний {job}: {error}",
    ),
    uz="⚠️ Yana {count} ta to‘plam tayyorlanmadi ({cause}), oxirgisi {job}: {error}",
    en=(
        "⚠️ {count} more pack was not made ({cause}), namely {job}: {error}",
        "⚠️ {count} more packs were not made ({cause}), the last was {job}: {error}",
    ),
)

ALARMS = {
    Condition.POLLER_CONFLICT: Text(
        ru="Бота опрашивает кто-то ещё. Останови вторую программу с этим токеном или вебхук.",
        uz="Botni yana kimdir so‘rayapti. Shu tokenli ikkinchi dastur yoki vebhukni to‘xtating.",
        en="Somebody else polls the bot. Stop the other program with its token, or the webhook.",
    ),
    Condition.TOKEN_REFUSED: Text(
        ru="Telegram не принимал токен бота.",
        uz="Telegram bot tokenini qabul qilmadi.",
        en="Telegram refused the bot’s token.",
    ),
    Condition.TELEGRAM_UNREACHABLE: Text(
        ru="Telegram был недоступен. Проверь интернет.",
        uz="Telegramga ulanib bo‘lmadi. Internetni tekshiring.",
        en="Telegram was out of reach. Check the network.",
    ),
    Condition.DISK_FULL: Text(
        ru="На диске нет места, новых гостей не берём. Освободи место.",
        uz="Diskda joy yo‘q, yangi mehmonlar olinmayapti. Joy bo‘shating.",
        en="The disk is full and no new guests are taken. Make room.",
    ),
    Condition.STORE_DOWN: Text(
        ru="База данных не отвечает. Посмотри диск и журнал.",
        uz="Ma’lumotlar bazasi javob bermayapti. Disk va jurnalni ko‘ring.",
        en="The database does not answer. Look at the disk and the log.",
    ),
}
ALARM = Text(ru="🚨 {what}", uz="🚨 {what}", en="🚨 {what}")
ALARM_OVER = Text(
    ru="✅ Прошло, длилось {lasted}. Было: {what}",
    uz="✅ O‘tdi, {lasted} davom etdi. Bo‘lgan: {what}",
    en="✅ Over after {lasted}. It was: {what}",
)
BACKUP_FAILED = Text(
    ru="🚨 Резервная копия не сделана: {reason}. Проверь диск, затем <code>stickerbooth "
    "doctor</code>.",
    uz="🚨 Zaxira nusxa olinmadi: {reason}. Diskni tekshiring, keyin <code>stickerbooth "
    "doctor</code>.",
    en="🚨 No backup was made: {reason}. Check the disk, then run <code>stickerbooth "
    "doctor</code>.",
)


def span(seconds: float, language: str | None) -> str:
    """Return a time in words: seconds, or minutes and seconds from two minutes on."""
    whole = max(0, round(seconds))
    if whole < 120:
        return SECONDS.of(language, n=whole)
    return MINUTES.of(language, n=whole // 60, rest=whole % 60)
