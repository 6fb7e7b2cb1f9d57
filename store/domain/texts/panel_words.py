"""How the panel calls the closed words of the tables: statuses, triggers, roles, verdicts."""

from store.domain.causes import Cause
from store.domain.texts import leads
from store.domain.texts.text import Text

JOB_STATUS = {
    "queued": Text(ru="в очереди", uz="navbatda", en="queued"),
    "processing": Text(ru="делается", uz="qilinyapti", en="in the making"),
    "delivering": Text(ru="проверяется", uz="tekshirilyapti", en="being verified"),
    "done": Text(ru="отдан", uz="berildi", en="delivered"),
    "failed": Text(ru="не удался", uz="chiqmadi", en="failed"),
}
SESSION_STATUS = {
    "idle": Text(ru="QR-код", uz="QR-kod", en="QR code"),
    "linked": Text(ru="открыл(а) бота", uz="botni ochdi", en="opened the bot"),
    "consented": Text(ru="выбирает образ", uz="obraz tanlayapti", en="chooses an outfit"),
    "template_chosen": Text(ru="у камеры", uz="kamera oldida", en="at the camera"),
    "photo_taken": Text(ru="фото принято", uz="surat qabul qilindi", en="photo taken"),
    "expired": Text(ru="закрыт", uz="yopildi", en="closed"),
}
MAINTENANCE_STATUS = {
    "off": Text(ru="работает", uz="ishlayapti", en="running"),
    "env": Text(ru="пауза в настройках", uz="sozlamadagi pauza", en="paused by the settings"),
    "auto": Text(ru="остановился сам", uz="o‘zi to‘xtagan", en="paused itself"),
    "admin": Text(ru="пауза", uz="pauza", en="paused"),
}
CARD_STATUS = {
    "pending": Text(ru="ждёт публикации", uz="e’lon qilinishini kutmoqda", en="waits to be posted"),
    "published": Text(ru="в группе", uz="guruhda", en="in the group"),
    "erased": Text(ru="удалена", uz="o‘chirilgan", en="erased"),
}
MESSAGE_STATUS = {
    "pending": Text(ru="ждёт", uz="kutmoqda", en="waits"),
    "sending": Text(ru="уходит", uz="ketyapti", en="on its way"),
    "sent": Text(ru="отправлено", uz="yuborildi", en="sent"),
    "maybe_sent": Text(ru="возможно, дошло", uz="balki yetib borgan", en="maybe sent"),
    "failed": Text(ru="не дошло", uz="yetib bormadi", en="not delivered"),
    "cancelled": Text(ru="отменено", uz="bekor qilindi", en="cancelled"),
}
CHILD_STATE = {
    "waiting": Text(ru="ждёт очереди", uz="navbat kutmoqda", en="waits"),
    "starting": Text(ru="запускается", uz="ishga tushyapti", en="starting"),
    "ready": Text(ru="работает", uz="ishlayapti", en="ready"),
    "backoff": Text(
        ru="ждёт рестарта", uz="qayta ishga tushishni kutmoqda", en="waits for its restart"
    ),
    "stopping": Text(ru="останавливается", uz="to‘xtayapti", en="stopping"),
    "stopped": Text(ru="остановлен", uz="to‘xtagan", en="stopped"),
    "finished": Text(ru="закончил", uz="tugatdi", en="finished"),
    "failed": Text(ru="упал", uz="yiqildi", en="failed"),
}
CAUSES = {
    Cause.DEADLINE: Text(ru="не успели", uz="ulgurmadik", en="out of time"),
    Cause.TELEGRAM: Text(ru="отказ Telegram", uz="Telegram rad etdi", en="refused by Telegram"),
    Cause.FUNDS: Text(ru="деньги или лимит", uz="pul yoki limit", en="funds or limit"),
    Cause.PROVIDER: Text(ru="провайдер", uz="provayder", en="provider"),
    Cause.WORKER: Text(ru="рабочий процесс", uz="ishchi jarayon", en="worker process"),
    Cause.RESTART: Text(
        ru="рестарт программы", uz="dastur qayta ishga tushdi", en="program restarted"
    ),
    Cause.MISSING: Text(ru="нет файла", uz="fayl yo‘q", en="file missing"),
    Cause.OTHER: Text(ru="другое", uz="boshqa", en="other"),
}
ENDS = {
    "idle_timeout": Text(ru="долго не трогали", uz="uzoq tegilmadi", en="nobody touched it"),
    "qr_timeout": Text(ru="QR не открыли", uz="QR ochilmadi", en="QR not scanned"),
    "cancel": Text(ru="отменил гость", uz="mehmon bekor qildi", en="cancelled"),
    "staff_reset": Text(ru="сбросил сотрудник", uz="xodim qayta boshladi", en="reset by staff"),
    "camera_error": Text(ru="камера", uz="kamera", en="camera"),
    "kiosk_reset": Text(ru="возврат на старт", uz="boshiga qaytdi", en="back to the start"),
    "pack_ready": Text(ru="набор уже есть", uz="to‘plam bor", en="had a pack already"),
    "pack_in_progress": Text(
        ru="набор уже делается", uz="to‘plam qilinyapti", en="pack in the making"
    ),
}
MACHINE = {
    "session": Text(ru="сеанс", uz="seans", en="session"),
    "job": Text(ru="заказ", uz="buyurtma", en="job"),
}
TRIGGER = {
    "create": Text(ru="Нажат «СТАРТ»", uz="«START» bosildi", en="Start tapped"),
    "link": Text(ru="Открыт бот", uz="Bot ochildi", en="Bot opened"),
    "consent": Text(ru="Согласие", uz="Rozilik", en="Consent"),
    "choose": Text(ru="Выбран образ", uz="Obraz tanlandi", en="Outfit chosen"),
    "photo": Text(ru="Фото принято", uz="Surat qabul qilindi", en="Photo accepted"),
    "expire": Text(ru="Закрыт на планшете", uz="Planshetda yopildi", en="Closed at the tablet"),
    "enqueue": Text(ru="В очередь", uz="Navbatga", en="Queued"),
    "claim": Text(ru="Взят в работу", uz="Ishga olindi", en="Claimed"),
    "set_created": Text(ru="Набор создан", uz="To‘plam yaratildi", en="Set created"),
    "verified": Text(
        ru="Проверен, ссылка отправлена",
        uz="Tekshirildi, havola yuborildi",
        en="Verified, link sent",
    ),
    "attempt_failed": Text(ru="Попытка не удалась", uz="Urinish chiqmadi", en="Attempt failed"),
    "hopeless": Text(
        ru="Повтор не поможет", uz="Qaytarish foyda bermaydi", en="No use in another try"
    ),
    "shutdown": Text(ru="Остановка программы", uz="Dastur to‘xtatildi", en="Program stopped"),
    "recover": Text(ru="Возврат после сбоя", uz="Nosozlikdan keyin qaytarish", en="Recovered"),
    "deadline": Text(ru="Вышел срок", uz="Muddat tugadi", en="Out of time"),
    "fail_by_hand": Text(ru="Снят вручную", uz="Qo‘lda bekor qilindi", en="Failed by hand"),
    "retry": Text(ru="Повтор", uz="Qayta urinish", en="Retry"),
    "pause": Text(ru="Пауза", uz="Pauza", en="Pause"),
    "resume": Text(ru="Продолжение", uz="Davom etish", en="Resume"),
    "no_funds": Text(ru="Кончились деньги", uz="Pul tugadi", en="Out of funds"),
    "env_on": Text(ru="Пауза в настройках", uz="Sozlamadagi pauza", en="Paused by the settings"),
    "env_off": Text(ru="Настройка снята", uz="Sozlama olib tashlandi", en="Setting taken out"),
    "install": Text(ru="Новая база", uz="Yangi baza", en="New database"),
}
BY = {
    "kiosk": Text(ru="планшет", uz="planshet", en="tablet"),
    "guest": Text(ru="гость", uz="mehmon", en="guest"),
    "slot": Text(ru="рабочее место", uz="ish o‘rni", en="slot"),
    "verifier": Text(ru="проверка", uz="tekshiruv", en="verifier"),
    "sweeper": Text(ru="сроки", uz="muddatlar", en="sweeper"),
    "recovery": Text(ru="восстановление", uz="tiklash", en="recovery"),
    "admin": Text(ru="оператор", uz="operator", en="operator"),
    "settings": Text(ru="настройки", uz="sozlamalar", en="settings"),
    "landing": Text(ru="сайт", uz="sayt", en="landing page"),
    "lead_admin": Text(ru="менеджер", uz="menejer", en="lead admin"),
    "publisher": Text(ru="публикация", uz="nashr", en="publisher"),
    "retention": Text(ru="срок хранения", uz="saqlash muddati", en="retention"),
}
RENDER_MODES = {
    "figure": Text(ru="нарисовано провайдером", uz="provayder chizgan", en="drawn by a provider"),
    "composite": Text(ru="собрано на месте", uz="joyida yig‘ilgan", en="composed here"),
    "composite_fallback": Text(
        ru="собрано на месте, взамен",
        uz="joyida yig‘ilgan, o‘rniga",
        en="composed here, as a fallback",
    ),
}
JUDGED = {
    "good": Text(ru="годен", uz="yaroqli", en="good"),
}
VERDICTS = {
    "unknown": Text(ru="неизвестно", uz="noma’lum", en="unknown"),
    "ok": Text(ru="есть картинка", uz="rasm bor", en="a picture"),
    "refused": Text(ru="отказ", uz="rad etildi", en="refused"),
    "no_funds": Text(ru="нет денег", uz="pul yo‘q", en="no funds"),
    "rate": Text(ru="слишком часто", uz="juda tez-tez", en="rate limit"),
    "transient": Text(ru="сбой", uz="nosozlik", en="transient"),
    "bad_request": Text(ru="плохой запрос", uz="noto‘g‘ri so‘rov", en="bad request"),
    "model_gone": Text(ru="модели больше нет", uz="model endi yo‘q", en="model gone"),
    "auth": Text(ru="ключ не принят", uz="kalit qabul qilinmadi", en="key refused"),
}
PHASE = {
    "closed": Text(ru="рисует", uz="chizyapti", en="draws"),
    "open": Text(ru="отдыхает", uz="dam olyapti", en="rests"),
    "half_open": Text(ru="на пробе", uz="sinovda", en="on trial"),
}
DID = {
    "retry": Text(ru="повтор", uz="qayta urinish", en="retry"),
    "fail": Text(ru="снят заказ", uz="buyurtma bekor qilindi", en="failed a job"),
    "resend": Text(ru="ссылка ещё раз", uz="havola yana", en="resent the link"),
    "reset_guest": Text(ru="сброс гостя", uz="mehmon qayta boshlandi", en="reset a guest"),
    "pause": Text(ru="пауза", uz="pauza", en="pause"),
    "resume": Text(ru="продолжение", uz="davom etish", en="resume"),
    "backup": Text(ru="копия", uz="nusxa", en="backup"),
    "look": Text(
        ru="просмотр личных данных",
        uz="shaxsiy ma’lumotlarni ko‘rish",
        en="looked at personal data",
    ),
    "login": Text(ru="вход", uz="kirish", en="login"),
    "restart_child": Text(
        ru="рестарт процесса", uz="jarayon qayta ishga tushdi", en="restarted an actor"
    ),
    "export_leads": Text(
        ru="выгрузка заявок", uz="arizalar yuklab olindi", en="took the leads away"
    ),
}
LEAD_STATUS = leads.STATUSES
