"""What operators read about the staff: the list, a person's page, the questions of its forms."""

from store.domain.records import StaffRole
from store.domain.texts.text import Text

LIST = Text(
    ru=(
        "<b>Сотрудники</b>\n\n"
        "Нажми на человека, чтобы изменить роль или имя или убрать его. Тех, кто задан в "
        "настройках, здесь нет: их права меняются только там."
    ),
    uz=(
        "<b>Xodimlar</b>\n\n"
        "Rol yoki ismni o‘zgartirish yoki olib tashlash uchun odamni bosing. Sozlamalarda "
        "ko‘rsatilganlar bu yerda yo‘q: ularning huquqlari faqat o‘sha yerda o‘zgaradi."
    ),
    en=(
        "<b>Staff</b>\n\n"
        "Tap a person to change their role or name or to remove them. Those named in the settings "
        "are not listed: their rights change only there."
    ),
)
NOBODY = Text(
    ru=(
        "<b>Сотрудники</b>\n\n"
        "Пока никого. Добавь человека, и он сможет работать с заявками. Тех, кто задан в "
        "настройках, здесь нет."
    ),
    uz=(
        "<b>Xodimlar</b>\n\n"
        "Hozircha hech kim yo‘q. Odam qo‘shing, va u arizalar bilan ishlay oladi. Sozlamalarda "
        "ko‘rsatilganlar bu yerda yo‘q."
    ),
    en=(
        "<b>Staff</b>\n\n"
        "Nobody yet. Add a person and they can work with requests. Those named in the settings "
        "are not listed."
    ),
)
ADD = Text(ru="➕ Добавить", uz="➕ Qo‘shish", en="➕ Add")
ENTRY = Text(ru="{name} · {role}", uz="{name} · {role}", en="{name} · {role}")
FULL = Text(
    ru="Больше сотрудников не добавить, их уже {most}. Сначала убери кого-нибудь.",
    uz="Boshqa xodim qo‘shib bo‘lmaydi, ular allaqachon {most} ta. Avval kimnidir olib tashlang.",
    en="No more staff can be added, there are {most} already. Remove somebody first.",
)

PAGE = Text(
    ru="<b>{name}</b>\nTelegram ID: <code>{id}</code>\nРоль: <b>{role}</b>\n\n{duties}",
    uz="<b>{name}</b>\nTelegram ID: <code>{id}</code>\nRol: <b>{role}</b>\n\n{duties}",
    en="<b>{name}</b>\nTelegram ID: <code>{id}</code>\nRole: <b>{role}</b>\n\n{duties}",
)
ROLES: dict[StaffRole, Text] = {
    StaffRole.LEAD_ADMIN: Text(ru="Ведёт заявки", uz="Arizalarni yuritadi", en="Handles requests"),
    StaffRole.VIEWER: Text(ru="Смотрит заявки", uz="Arizalarni ko‘radi", en="Views requests"),
}
"""What each role is called."""
DUTIES: dict[StaffRole, Text] = {
    StaffRole.LEAD_ADMIN: Text(
        ru=(
            "«Ведёт заявки»: меняет статус кнопками на карточке, вносит заявки (/lead), пишет "
            "заметки (/note), удаляет личные данные (/stickers_forget)."
        ),
        uz=(
            "«Arizalarni yuritadi»: kartochkadagi tugmalar bilan holatni o‘zgartiradi, ariza "
            "kiritadi (/lead), qayd yozadi (/note), shaxsiy ma’lumotlarni o‘chiradi "
            "(/stickers_forget)."
        ),
        en=(
            "“Handles requests”: sets the status with the buttons on a card, enters requests "
            "(/lead), writes notes (/note), deletes personal data (/stickers_forget)."
        ),
    ),
    StaffRole.VIEWER: Text(
        ru="«Смотрит заявки»: открывает карточку заявки у бота (/stickers_lead 12), и только.",
        uz="«Arizalarni ko‘radi»: botda ariza kartochkasini ochadi (/stickers_lead 12), xolos.",
        en="“Views requests”: opens a request’s card in the bot (/stickers_lead 12), nothing else.",
    ),
}
MAKE: dict[StaffRole, Text] = {
    StaffRole.LEAD_ADMIN: Text(
        ru="⬆️ Пусть ведёт заявки", uz="⬆️ Arizalarni yuritsin", en="⬆️ Let them handle requests"
    ),
    StaffRole.VIEWER: Text(
        ru="⬇️ Пусть только смотрит", uz="⬇️ Faqat ko‘rsin", en="⬇️ Let them view only"
    ),
}
RENAME = Text(ru="✏️ Имя", uz="✏️ Ism", en="✏️ Name")
REMOVE = Text(ru="🗑 Убрать", uz="🗑 Olib tashlash", en="🗑 Remove")
BACK = Text(ru="⬅️ К списку", uz="⬅️ Ro‘yxatga", en="⬅️ To the list")
GONE = Text(
    ru="Этого человека уже нет среди сотрудников",
    uz="Bu odam endi xodimlar orasida yo‘q",
    en="This person is no longer on the staff",
)
ASK_REMOVE = Text(
    ru="Убрать {name} из сотрудников? Доступ к заявкам пропадёт сразу.",
    uz="{name} xodimlardan olib tashlansinmi? Arizalarga ruxsat darhol yo‘qoladi.",
    en="Remove {name} from the staff? Access to requests ends at once.",
)
REMOVED = Text(ru="Больше не сотрудник", uz="Endi xodim emas", en="No longer on the staff")

TITLE_ADD = Text(ru="Новый сотрудник", uz="Yangi xodim", en="New staff member")
TITLE_RENAME = Text(ru="Имя сотрудника", uz="Xodim ismi", en="Name of a staff member")
PERSON = Text(ru="Telegram ID", uz="Telegram ID", en="Telegram ID")
ASK_PERSON = Text(
    ru="Кого добавить? Перешли сообщение этого человека, пришли его контакт или числовой "
    "Telegram ID.",
    uz="Kimni qo‘shamiz? Shu odamning xabarini uzating, kontaktini yoki raqamli Telegram ID sini "
    "yuboring.",
    en="Who is it? Forward a message of theirs, share their contact or send their numeric "
    "Telegram ID.",
)
NAME = Text(ru="Имя", uz="Ism", en="Name")
ASK_NAME = Text(
    ru="Как называть этого человека в списке?",
    uz="Bu odam ro‘yxatda qanday atalsin?",
    en="What shall this person be called in the list?",
)
ROLE = Text(ru="Роль", uz="Rol", en="Role")
ASK_ROLE = Text(
    ru="Что этому человеку можно?\n\n{duties}",
    uz="Bu odam nimalar qila oladi?\n\n{duties}",
    en="What may this person do?\n\n{duties}",
)
ADDED = Text(
    ru=(
        "Готово: {name} теперь среди сотрудников. Сообщения об этом человек не получит: попроси "
        "открыть бота и нажать «Старт»{link}."
    ),
    uz=(
        "Tayyor: {name} endi xodimlar orasida. Unga xabar bormaydi: botni ochib, «Start»ni "
        "bosishini so‘rang{link}."
    ),
    en=(
        "Done: {name} is on the staff now. They get no message about it: ask them to open the bot "
        "and tap Start{link}."
    ),
)
ADDED_SELF = Text(
    ru="Готово: теперь и ты среди сотрудников, {name}.",
    uz="Tayyor: endi siz ham xodimlar orasidasiz, {name}.",
    en="Done: you are on the staff too now, {name}.",
)
UPDATED = Text(
    ru="Этот человек уже был среди сотрудников. Имя и роль обновлены: {name}, «{role}».",
    uz="Bu odam allaqachon xodimlar orasida edi. Ism va rol yangilandi: {name}, «{role}».",
    en="This person was on the staff already. Name and role are updated: {name}, “{role}”.",
)
RENAMED = Text(ru="Новое имя: {name}.", uz="Yangi ism: {name}.", en="New name: {name}.")
