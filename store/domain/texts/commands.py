"""How commands are described in the menu of the app; at most 256 characters each (Bot API)."""

from store.domain.texts.text import Text

START = Text(ru="Начать", uz="Boshlash", en="Start")
MY_PACK = Text(ru="Мой набор стикеров", uz="Mening stikerlarim", en="My sticker pack")
LANGUAGE = Text(ru="Язык", uz="Til", en="Language")
PRIVACY = Text(
    ru="Что хранится обо мне", uz="Men haqimda nima saqlanadi", en="What is stored about me"
)
FORGET = Text(ru="Забыть меня", uz="Meni unutish", en="Forget me")
CANCEL = Text(ru="Отменить начатое", uz="Boshlanganini bekor qilish", en="Cancel what I began")
HELP = Text(ru="Помощь", uz="Yordam", en="Help")
LEAD = Text(ru="Внести заявку", uz="Ariza kiritish", en="Enter a request")
NOTE = Text(
    ru="Заметка к заявке: /note 12", uz="Arizaga qayd: /note 12", en="Note on a request: /note 12"
)
SHOW_LEAD = Text(
    ru="Карточка заявки ещё раз", uz="Ariza kartochkasi yana", en="Show a request’s card again"
)
FORGET_LEAD = Text(
    ru="Удалить данные заявки", uz="Ariza ma’lumotlarini o‘chirish", en="Erase a request’s data"
)
OUTFITS = Text(ru="Образы", uz="Obrazlar", en="Outfits")
STAFF = Text(ru="Сотрудники", uz="Xodimlar", en="Staff")
RESET = Text(
    ru="Сбросить гостя: /reset 123456789",
    uz="Mehmonni qaytadan boshlatish: /reset 123456789",
    en="Reset a guest: /reset 123456789",
)
PAUSE = Text(
    ru="Остановить стенд: /pause текст для гостей",
    uz="Stendni to‘xtatish: /pause mehmonlarga matn",
    en="Pause the booth: /pause text for guests",
)
RESUME = Text(ru="Продолжить работу", uz="Ishni davom ettirish", en="Let the booth go on")
STATS = Text(
    ru="Гости, очередь, время, деньги", uz="Mehmonlar, navbat, vaqt, pul", en="Figures of today"
)
