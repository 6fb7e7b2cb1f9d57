"""What lead admins read when they enter a request, write a note, or look at a card."""

from store.domain.texts.text import Text

TITLE = Text(ru="Новая заявка", uz="Yangi ariza", en="New request")
NAME = Text(ru="Имя", uz="Ism", en="Name")
ASK_NAME = Text(
    ru="Как зовут клиента? Можно с названием компании.",
    uz="Mijozning ismi nima? Kompaniya nomi bilan ham bo‘ladi.",
    en="What is the client’s name? The company may be named too.",
)
TELEGRAM = Text(ru="Telegram", uz="Telegram", en="Telegram")
ASK_TELEGRAM = Text(
    ru="Как найти клиента в Telegram? @name или ссылка. Если не знаешь — пропусти.",
    uz="Mijozni Telegramda qanday topamiz? @name yoki havola. Bilmasangiz — o‘tkazib yuboring.",
    en="Where is the client on Telegram? @name or a link. Skip it if you do not know.",
)
PHONE = Text(ru="Телефон", uz="Telefon", en="Phone")
ASK_PHONE = Text(
    ru="Какой телефон? Можно прислать контакт. Если не знаешь — пропусти.",
    uz="Telefon raqami qanday? Kontakt yuborsangiz ham bo‘ladi. Bilmasangiz — o‘tkazib yuboring.",
    en="What is the phone number? You can share a contact. Skip it if you do not know.",
)
COMMENT = Text(ru="Комментарий", uz="Izoh", en="Comment")
ASK_COMMENT = Text(
    ru="О чём заявка? Дата, место, пожелания — всё, что пригодится.",
    uz="Ariza nima haqida? Sana, joy, istaklar — kerak bo‘ladigan hamma narsa.",
    en="What is it about? Date, place, wishes, whatever may be useful.",
)
NO_CONTACT = Text(
    ru="Нужен хотя бы один контакт: Telegram или телефон.",
    uz="Kamida bitta kontakt kerak: Telegram yoki telefon.",
    en="At least one contact is needed: Telegram or phone.",
)
ENTERED = Text(
    ru="Заявка №{lead} внесена", uz="№{lead} ariza kiritildi", en="Request {lead} has been entered"
)

TITLE_NOTE = Text(ru="Заметка к заявке", uz="Arizaga qayd", en="Note on a request")
NOTE = Text(ru="Заметка", uz="Qayd", en="Note")
ASK_NOTE = Text(
    ru="Что записать? Заметка появится на карточке.",
    uz="Nima yozamiz? Qayd kartochkada ko‘rinadi.",
    en="What shall I write down? The note appears on the card.",
)
NOTED = Text(
    ru="Заметка к заявке №{lead} записана",
    uz="№{lead} arizaga qayd yozildi",
    en="The note on request {lead} has been written",
)
ERASED = Text(
    ru="Данные заявки №{lead} удалены — заметку не добавить",
    uz="№{lead} ariza ma’lumotlari o‘chirilgan — qayd qo‘shib bo‘lmaydi",
    en="The data of request {lead} has been deleted — no note can be added",
)
NOT_NOTED = Text(
    ru="Заметка не записана: заявки №{lead} уже нет или её данные удалены",
    uz="Qayd yozilmadi: №{lead} ariza endi yo‘q yoki ma’lumotlari o‘chirilgan",
    en="The note was not written: request {lead} is gone or its data has been deleted",
)

PRIVATELY = Text(
    ru="Карточку покажу только в личном чате со мной",
    uz="Kartochkani faqat men bilan shaxsiy chatda ko‘rsataman",
    en="I show the card only in a private chat with me",
)
