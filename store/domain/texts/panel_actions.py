"""What the panel's actions ask and answer, and why they are refused."""

from store.domain.reasons import Refusal
from store.domain.texts.text import Text

YES = Text(ru="Да, сделать", uz="Ha, qilish", en="Yes, do it")
WHY = Text(
    ru="Почему (останется в журнале)", uz="Nega (jurnalda qoladi)", en="Why (stays in the log)"
)
RETRY = Text(ru="Повторить", uz="Qaytadan", en="Retry")
SURE_RETRY = Text(
    ru="Сделать набор заново? Срок пойдёт с начала.",
    uz="To‘plamni qaytadan qilaymi? Muddat boshidan boshlanadi.",
    en="Make the pack once more? Its deadline starts anew.",
)
DID_RETRY = Text(
    ru="Заказ снова в очереди.", uz="Buyurtma yana navbatda.", en="The job is queued again."
)
RETRY_ALL = Text(
    ru="Повторить все с одной причиной",
    uz="Bir sababli hammasini qaytadan",
    en="Retry all of one cause",
)
SURE_RETRY_ALL = Text(
    ru="Повторить все заказы, не удавшиеся за сутки по этой причине?",
    uz="Bir kunda shu sabab bilan chiqmagan hamma buyurtmani qaytadan qilaymi?",
    en="Retry all jobs that failed of this cause within a day?",
)
DID_RETRY_ALL = Text(
    ru="Снова в очереди: {count}.", uz="Yana navbatda: {count}.", en="Queued again: {count}."
)
WHICH_CAUSE = Text(ru="Выбери причину.", uz="Sababni tanla.", en="Choose a cause.")
FAIL = Text(ru="Снять заказ", uz="Buyurtmani bekor qilish", en="Fail")
SURE_FAIL = Text(
    ru="Снять заказ? Гость получит сообщение, что ему помогут вручную.",
    uz="Buyurtmani bekor qilaymi? Mehmonga qo‘lda yordam berishlari haqida xabar boradi.",
    en="Fail the job? Its guest is told that staff will help.",
)
DID_FAIL = Text(
    ru="Заказ снят, гостю написали.",
    uz="Buyurtma bekor qilindi, mehmonga yozildi.",
    en="The job has failed and its guest is told.",
)
RESEND = Text(ru="Отправить ссылку ещё раз", uz="Havolani yana yuborish", en="Resend the link")
SURE_RESEND = Text(
    ru="Отправить гостю ссылку на набор ещё раз?",
    uz="Mehmonga to‘plam havolasini yana yuboraymi?",
    en="Send the guest the link of the pack once more?",
)
DID_RESEND = Text(
    ru="Ссылка уходит гостю.", uz="Havola mehmonga ketyapti.", en="The link is on its way."
)
LINK_WAITS = Text(
    ru="Ссылка уже ждёт отправки.",
    uz="Havola allaqachon yuborilishni kutmoqda.",
    en="A link waits to be sent already.",
)
RESET = Text(ru="Сбросить гостя", uz="Mehmonni qayta boshlash", en="Reset the guest")
SURE_RESET = Text(
    ru="Удалить сеансы, заказы и набор гостя, чтобы он начал сначала? Это не отменить.",
    uz=(
        "Mehmon boshidan boshlashi uchun uning seanslari, buyurtmalari va to‘plamini "
        "o‘chiraymi? Buni qaytarib bo‘lmaydi."
    ),
    en=(
        "Remove the guest’s sessions, jobs and pack, so that they can start anew? It "
        "cannot be undone."
    ),
)
DID_RESET = Text(
    ru="Гость может начать сначала.",
    uz="Mehmon boshidan boshlashi mumkin.",
    en="The guest can start anew.",
)
PAUSE = Text(ru="Пауза", uz="Pauza", en="Pause")
PAUSE_TEXT = Text(ru="Что прочитают гости", uz="Mehmonlar nima o‘qiydi", en="What guests read")
SURE_PAUSE = Text(
    ru="Не пускать новых гостей? Принятые фото доделаются, очередь подождёт.",
    uz="Yangi mehmonlarni kiritmaymizmi? Boshlanganlari tugatiladi, navbat kutadi.",
    en="Let no new guests in? What is being made is finished, the queue waits.",
)
DID_PAUSE = Text(ru="Стенд на паузе.", uz="Stend pauzada.", en="The booth is paused.")
RESUME = Text(ru="Продолжить", uz="Davom etish", en="Resume")
SURE_RESUME = Text(
    ru="Снова пускать гостей?", uz="Mehmonlarni yana kiritaylikmi?", en="Let guests in again?"
)
DID_RESUME = Text(ru="Стенд работает.", uz="Stend ishlayapti.", en="The booth is running.")
BACKUP = Text(ru="Сделать копию", uz="Nusxa olish", en="Back up now")
SURE_BACKUP = Text(
    ru="Сделать резервную копию базы и образов?",
    uz="Baza va obrazlarning zaxira nusxasini olaymi?",
    en="Make a backup of the database and the outfits?",
)
DID_BACKUP = Text(
    ru="Копия готова: {name}", uz="Nusxa tayyor: {name}", en="The backup is ready: {name}"
)
BACKUP_FAILED = Text(
    ru="Копия не сделана: {why}", uz="Nusxa olinmadi: {why}", en="No backup was made: {why}"
)
RESTART = Text(ru="Рестарт", uz="Qayta ishga tushirish", en="Restart")
SURE_RESTART = Text(
    ru="Перезапустить {name}?", uz="{name} qayta ishga tushirilsinmi?", en="Restart {name}?"
)
DID_RESTART = Text(
    ru="Перезапускается: {name}.", uz="Qayta ishga tushyapti: {name}.", en="Restarting: {name}."
)
RUN_NOW = Text(ru="Сделать сейчас", uz="Hozir qilish", en="Run now")
SURE_RUN = Text(
    ru="Перезапустить {name}? Работа начнётся сразу.",
    uz="{name} qayta ishga tushirilsinmi? Ish darhol boshlanadi.",
    en="Restart {name}? It begins its work at once.",
)
SURE_CSV = Text(
    ru="В файле будут имена и контакты. Выгрузка запишется в журнал.",
    uz="Faylda ismlar va kontaktlar bo‘ladi. Yuklab olish jurnalga yoziladi.",
    en="The file holds names and contacts. Taking it is logged.",
)
LOOK_NOTED = Text(
    ru="Просмотр записан в журнал. Скроется через 10 минут.",
    uz="Ko‘rish jurnalga yozildi. 10 daqiqadan keyin yashirinadi.",
    en="The look is logged. It hides again in 10 minutes.",
)
LOOK_FIRST = Text(
    ru="Сначала нажми «Показать»: просмотр записывается в журнал.",
    uz="Avval «Ko‘rsatish»ni bos: ko‘rish jurnalga yoziladi.",
    en="Press Show first: looks are logged.",
)
TOO_LATE = Text(
    ru="Уже не тот статус: теперь «{status}». {trigger}: {who}, {at}.",
    uz="Holat endi boshqa: «{status}». {trigger}: {who}, {at}.",
    en="The status is another by now: “{status}”. {trigger}: {who}, {at}.",
)
REFUSED = {
    Refusal.NOT_FOUND: Text(
        ru="Такой записи нет.", uz="Bunday yozuv yo‘q.", en="There is no such record."
    ),
    Refusal.WRONG_STATUS: Text(
        ru="В этом статусе так нельзя.",
        uz="Bu holatda mumkin emas.",
        en="Not possible in this status.",
    ),
    Refusal.SELFIE_GONE: Text(
        ru="Селфи уже удалено, делать не из чего.",
        uz="Selfi o‘chirilgan, qiladigan narsa yo‘q.",
        en="The selfie is gone, so there is nothing to make it of.",
    ),
    Refusal.PACK_LIMIT: Text(
        ru="У гостя уже есть набор или заказ: лимит исчерпан.",
        uz="Mehmonda to‘plam yoki buyurtma bor: limit tugagan.",
        en="The guest has as many packs as one guest may have.",
    ),
    Refusal.LINK_SENT: Text(
        ru="Ссылка уже отправлена.", uz="Havola yuborilgan.", en="The link has been sent."
    ),
    Refusal.NOT_DUE: Text(ru="Пока рано.", uz="Hali erta.", en="It is too early."),
    Refusal.MAINTENANCE: Text(ru="Стенд на паузе.", uz="Stend pauzada.", en="The booth is paused."),
    "not_delivered": Text(
        ru="Набор ещё не отдан.", uz="To‘plam hali berilmagan.", en="The pack is not delivered."
    ),
}
