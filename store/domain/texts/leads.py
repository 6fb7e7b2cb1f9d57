"""What is said about leads: cards, buttons, answers to admins, and the greeting of a person.

The Russian answers that the contract fixes stand here exactly as it quotes them.
"""

from store.domain.status import LeadStatus
from store.domain.texts.text import Text

ALREADY_SO = Text(ru="Уже так", uz="Allaqachon shunday", en="Already so")
ERASED = Text(
    ru="Данные заявки удалены — статус не меняется",
    uz="Ariza ma’lumotlari o‘chirilgan — holat o‘zgarmaydi",
    en="The request’s data is deleted — its status does not change",
)
NO_SUCH_LEAD = Text(ru="Такой заявки нет", uz="Bunday ariza yo‘q", en="There is no such request")
ALERT_UNPUBLISHED = Text(
    ru="⚠️ Заявка №{lead} не попадает в группу. Проверь LEADS_CHAT_ID и права бота.",
    uz="⚠️ №{lead} ariza guruhga chiqmayapti. LEADS_CHAT_ID va bot huquqlarini tekshiring.",
    en="⚠️ Request {lead} does not reach the group. Check LEADS_CHAT_ID and the bot’s rights.",
)
TITLE = Text(ru="Заявка №{lead}", uz="Ariza №{lead}", en="Request {lead}")
TITLE_ERASED = Text(
    ru="Заявка №{lead}: данные удалены",
    uz="Ariza №{lead}: ma’lumotlar o‘chirilgan",
    en="Request {lead}: data deleted",
)
NAME = Text(ru="Имя", uz="Ism", en="Name")
TELEGRAM = Text(ru="Telegram", uz="Telegram", en="Telegram")
PHONE = Text(ru="Телефон", uz="Telefon", en="Phone")
COMMENT = Text(ru="Комментарий", uz="Izoh", en="Comment")
SOURCE = Text(ru="Источник", uz="Manba", en="Source")
CAME = Text(ru="Пришла", uz="Kelgan", en="Came")
BY_HAND = Text(ru="внесена вручную", uz="qo‘lda kiritilgan", en="entered by hand")
BY_HAND_OF = Text(
    ru="внесена вручную: {who}",
    uz="qo‘lda kiritgan: {who}",
    en="entered by hand by {who}",
)
STATUS = Text(ru="Статус", uz="Holat", en="Status")
CONNECTED = Text(ru="Открыл(а) бота", uz="Botni ochdi", en="Opened the bot")
REPEATED = Text(ru="Повторное обращение", uz="Qayta murojaat", en="Came again")
EARLIER = Text(
    ru="… и ещё обращений раньше: {count}",
    uz="… va undan oldingi murojaatlar: {count}",
    en="… and earlier ones: {count}",
)
EARLIER_NOTES = Text(
    ru="… и ещё заметок раньше: {count}",
    uz="… va undan oldingi qaydlar: {count}",
    en="… and earlier notes: {count}",
)
MAYBE_TWICE = Text(
    ru="⚠️ Карточка могла прийти дважды",
    uz="⚠️ Kartochka ikki marta kelgan bo‘lishi mumkin",
    en="⚠️ This card may have come twice",
)
MOVED = Text(
    ru="Карточка заявки №{lead} перенесена ниже",
    uz="№{lead} ariza kartochkasi pastga ko‘chirildi",
    en="The card of request {lead} has moved below",
)
ALERT_TOPIC = Text(
    ru="⚠️ Темы для заявок (LEADS_THREAD_ID) в группе нет или она закрыта: карточки идут без темы.",
    uz="⚠️ Guruhda arizalar mavzusi (LEADS_THREAD_ID) yo‘q yoki yopiq: kartochkalar mavzusiz.",
    en="⚠️ The topic for requests (LEADS_THREAD_ID) is gone or closed: cards go without it.",
)
ALERT_STAYS = Text(
    ru="⚠️ Данные заявки №{lead} удалены, но её карточку бот изменить не может: удали её вручную.",
    uz="⚠️ №{lead} ariza ma’lumotlari o‘chirildi, lekin bot uning kartochkasini o‘zgartira "
    "olmaydi: uni qo‘lda o‘chiring.",
    en="⚠️ The data of request {lead} is erased, but its card cannot be edited: delete it by hand.",
)
PING_REPEAT = Text(
    ru="🔁 Повторное обращение по заявке №{lead}",
    uz="🔁 №{lead} ariza bo‘yicha qayta murojaat",
    en="🔁 Request {lead}: the person came again",
)
REMINDER = Text(
    ru="⏰ Заявка №{lead} ждёт уже больше двух часов",
    uz="⏰ №{lead} ariza ikki soatdan beri kutmoqda",
    en="⏰ Request {lead} has been waiting for over two hours",
)
ASK_FORGET = Text(
    ru="Удалить личные данные заявки №{lead}? Это нельзя отменить.",
    uz="№{lead} ariza shaxsiy ma’lumotlari o‘chirilsinmi? Buni bekor qilib bo‘lmaydi.",
    en="Delete the personal data of request {lead}? This cannot be undone.",
)
ASK_DELETE = Text(
    ru="Удалить тестовую заявку №{lead} целиком?",
    uz="№{lead} sinov arizasi butunlay o‘chirilsinmi?",
    en="Delete the test request {lead} altogether?",
)
FORGOTTEN = Text(
    ru="Данные заявки №{lead} удалены",
    uz="№{lead} ariza ma’lumotlari o‘chirildi",
    en="The data of request {lead} is deleted",
)
DELETED = Text(
    ru="Тестовая заявка №{lead} удалена",
    uz="№{lead} sinov arizasi o‘chirildi",
    en="The test request {lead} is deleted",
)
NOT_A_TEST = Text(
    ru="Это не тестовая заявка: в имени и комментарии нет слова «тест»",
    uz="Bu sinov arizasi emas: ism va izohda «test» so‘zi yo‘q",
    en="This is not a test request: neither name nor comment says “test”",
)
KEPT = Text(ru="Ничего не удалено", uz="Hech narsa o‘chirilmadi", en="Nothing was deleted")
USAGE = Text(
    ru="Нужен номер заявки, например: {command} 12",
    uz="Ariza raqami kerak, masalan: {command} 12",
    en="The number of a request is needed, as in {command} 12",
)
SHOWN_AGAIN = Text(
    ru="Карточка заявки №{lead} будет показана снова",
    uz="№{lead} ariza kartochkasi qayta ko‘rsatiladi",
    en="The card of request {lead} will be shown again",
)
GREETING = Text(
    ru="Спасибо! Мы получили вашу заявку и скоро ответим здесь.",
    uz="Rahmat! Arizangizni oldik va tez orada shu yerda javob beramiz.",
    en="Thank you! We have your request and will answer here soon.",
)
LINK_USED = Text(
    ru="Эта ссылка уже использована или устарела.",
    uz="Bu havola ishlatilgan yoki eskirgan.",
    en="This link has been used or has expired.",
)

STATUSES: dict[LeadStatus, Text] = {
    LeadStatus.NEW: Text(ru="🆕 Новая", uz="🆕 Yangi", en="🆕 New"),
    LeadStatus.IN_WORK: Text(ru="🛠 В работе", uz="🛠 Ishda", en="🛠 In work"),
    LeadStatus.CONTACTED: Text(ru="💬 Связались", uz="💬 Bog‘lanildi", en="💬 Contacted"),
    LeadStatus.DEAL: Text(ru="✅ Сделка", uz="✅ Kelishuv", en="✅ Deal"),
    LeadStatus.REFUSED: Text(ru="❌ Отказ", uz="❌ Rad etildi", en="❌ Refused"),
    LeadStatus.SPAM: Text(ru="🗑 Спам", uz="🗑 Spam", en="🗑 Spam"),
}
