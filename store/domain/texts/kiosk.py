"""What the tablet page says. `{done}`, `{total}`, `{position}` are filled in by the page."""

from store.domain.texts.text import Text

TITLE = Text(
    ru="Стань стикером!",
    uz="Stikerga aylaning!",
    en="Become a sticker!",
)
TAGLINE = Text(
    ru="Одно фото — и десять стикеров с тобой в Telegram",
    uz="Bitta surat — va Telegramda siz bilan o‘nta stiker",
    en="One photo, and ten stickers of you in Telegram",
)
START = Text(ru="СТАРТ", uz="START", en="START")
STEP_SCAN = Text(
    ru="Сканируй код",
    uz="Kodni skanerlang",
    en="Scan the code",
)
STEP_PHOTO = Text(
    ru="Сделай фото",
    uz="Suratga tushing",
    en="Take a photo",
)
STEP_TELEGRAM = Text(
    ru="Лови стикеры",
    uz="Stikerlarni oling",
    en="Get your stickers",
)
WAIT_UNKNOWN = Text(
    ru="Понадобится только Telegram",
    uz="Faqat Telegram kerak bo‘ladi",
    en="All you need is Telegram",
)
WAIT_MINUTE = Text(
    ru="Сейчас — примерно за минуту",
    uz="Hozir — taxminan bir daqiqada",
    en="Right now it takes about a minute",
)
WAIT_MINUTES = Text(
    ru="Сейчас — примерно за {minutes} мин",
    uz="Hozir — taxminan {minutes} daqiqada",
    en="Right now it takes about {minutes} min",
)
OPENING = Text(
    ru="Секунду…",
    uz="Bir soniya…",
    en="Just a second…",
)
LANGUAGE = Text(ru="Язык", uz="Til", en="Language")
LANGUAGE_NAME = Text(ru="Русский", uz="O‘zbekcha", en="English")
CANCEL = Text(ru="Отмена", uz="Bekor qilish", en="Cancel")
AGAIN = Text(ru="Ещё раз", uz="Yana bir bor", en="Try again")
TO_START = Text(ru="В начало", uz="Boshiga", en="Back to start")
SCAN = Text(
    ru="Отсканируй код телефоном",
    uz="Kodni telefonda skanerlang",
    en="Scan the code with your phone",
)
QR_STEP_SCAN = Text(
    ru="Наведи камеру телефона на код",
    uz="Telefon kamerasini kodga tuting",
    en="Point your phone’s camera at the code",
)
QR_STEP_START = Text(
    ru="Открой бота в Telegram и нажми «Старт»",
    uz="Telegramda botni oching va «Start» tugmasini bosing",
    en="Open the bot in Telegram and press “Start”",
)
QR_STEP_AGREE = Text(
    ru="Нажми «Согласен» — и смотри сюда",
    uz="«Roziman» tugmasini bosing va shu yerga qarang",
    en="Press “I agree”, then look here again",
)
QR_ALT = Text(ru="QR-код бота", uz="Botning QR-kodi", en="QR code of the bot")
CONSENT = Text(
    ru="Теперь нажми «Согласен» в боте",
    uz="Endi botda «Roziman» tugmasini bosing",
    en="Now press “I agree” in the bot",
)
CONSENT_HINT = Text(
    ru="Мы на связи! Продолжим здесь сразу после этого",
    uz="Aloqadamiz! Shundan so‘ng darhol shu yerda davom etamiz",
    en="We are connected! It goes on here right after that",
)
CHOOSE = Text(
    ru="Кем ты будешь?",
    uz="Kim bo‘lasiz?",
    en="Who will you be?",
)
PHOTO = Text(ru="Теперь фото", uz="Endi surat", en="Now your photo")
PHOTO_HINT = Text(
    ru="Лицо целиком, при хорошем свете",
    uz="Yuz to‘liq ko‘rinsin, yorug‘lik yaxshi bo‘lsin",
    en="Your whole face, in good light",
)
OTHER_OUTFIT = Text(ru="Другой образ", uz="Boshqa obraz", en="Another outfit")
SENDING = Text(ru="Отправляю фото…", uz="Surat yuborilmoqda…", en="Sending the photo…")
IN_QUEUE = Text(
    ru="Ты в очереди: {position}",
    uz="Navbatdagi o‘rningiz: {position}",
    en="Your place in line: {position}",
)
MAKING = Text(
    ru="Делаю твои стикеры",
    uz="Stikerlaringiz tayyorlanmoqda",
    en="Making your stickers",
)
PROGRESS = Text(ru="{done} из {total}", uz="{total} tadan {done} tasi", en="{done} of {total}")
LEFT_MINUTE = Text(
    ru="осталось меньше минуты",
    uz="bir daqiqadan kam qoldi",
    en="less than a minute left",
)
LEFT_MINUTES = Text(
    ru="осталось около {minutes} мин",
    uz="taxminan {minutes} daqiqa qoldi",
    en="about {minutes} min left",
)
CHECKING = Text(
    ru="Последние штрихи",
    uz="Oxirgi bezaklar",
    en="Finishing touches",
)
GO = Text(
    ru="Можно идти! Стикеры сами придут тебе в Telegram",
    uz="Ketsangiz bo‘ladi! Stikerlar Telegramga o‘zi keladi",
    en="You can go! The stickers come to your Telegram by themselves",
)
DONE = Text(
    ru="Готово!",
    uz="Tayyor!",
    en="All done!",
)
DONE_HINT = Text(
    ru="Твои стикеры уже в Telegram. Покажи их друзьям!",
    uz="Stikerlaringiz Telegramda. Do‘stlaringizga ko‘rsating!",
    en="Your stickers are in Telegram. Show them to your friends!",
)
FAILED = Text(
    ru="В этот раз не вышло",
    uz="Bu safar bo‘lmadi",
    en="Not this time",
)
FAILED_HINT = Text(
    ru="Поможем вручную — подойди к сотруднику",
    uz="Yordam beramiz — xodimga murojaat qiling",
    en="We will help by hand: please see a member of staff",
)
PACK_READY = Text(
    ru="У тебя уже есть набор!",
    uz="Sizda allaqachon to‘plam bor!",
    en="You already have a pack!",
)
PACK_READY_HINT = Text(
    ru="Ссылка на него — в нашем боте в Telegram",
    uz="Havolasi Telegramdagi botimizda",
    en="You find its link in our bot in Telegram",
)
PACK_IN_PROGRESS = Text(
    ru="Твой набор уже готовится",
    uz="To‘plamingiz tayyorlanmoqda",
    en="Your pack is on its way",
)
PACK_IN_PROGRESS_HINT = Text(
    ru="Он сам придёт тебе в Telegram",
    uz="U Telegramga o‘zi keladi",
    en="It comes to your Telegram by itself",
)
MAINTENANCE = Text(
    ru="Небольшой перерыв",
    uz="Qisqa tanaffus",
    en="A short break",
)
MAINTENANCE_HINT = Text(
    ru="Загляни чуть позже — мы скоро вернёмся",
    uz="Birozdan so‘ng keling — tez orada qaytamiz",
    en="Please come back a little later, we are back soon",
)
UNAVAILABLE = Text(
    ru="Сейчас не успеем",
    uz="Hozir ulgurmaymiz",
    en="Too busy just now",
)
UNAVAILABLE_HINT = Text(
    ru="Загляни через несколько минут",
    uz="Bir necha daqiqadan so‘ng keling",
    en="Please come back in a few minutes",
)
EXPIRED = Text(
    ru="Время вышло",
    uz="Vaqt tugadi",
    en="Time is up",
)
EXPIRED_HINT = Text(
    ru="Ничего страшного — начни заново",
    uz="Hechqisi yo‘q — qaytadan boshlang",
    en="No worries, just start again",
)
CLOSED_CAMERA = Text(
    ru="Камера не отвечает",
    uz="Kamera javob bermayapti",
    en="The camera does not answer",
)
CLOSED_CAMERA_HINT = Text(
    ru="Позови сотрудника — он быстро поможет",
    uz="Xodimni chaqiring — tez yordam beradi",
    en="Please call a member of staff",
)
CLOSED_STAFF = Text(
    ru="Начнём заново",
    uz="Qaytadan boshlaymiz",
    en="Let’s start again",
)
BROKEN = Text(
    ru="Что-то пошло не так",
    uz="Nimadir xato ketdi",
    en="Something went wrong",
)
BROKEN_HINT = Text(
    ru="Начни, пожалуйста, заново",
    uz="Iltimos, qaytadan boshlang",
    en="Please start again",
)
LOCKED = Text(
    ru="Планшет не подключён",
    uz="Planshet ulanmagan",
    en="This tablet is not connected",
)
LOCKED_HINT = Text(
    ru="Позови, пожалуйста, сотрудника",
    uz="Iltimos, xodimni chaqiring",
    en="Please call a member of staff",
)
OFFLINE_NOW = Text(
    ru="Нет связи. Продолжим, как только она вернётся",
    uz="Aloqa yo‘q. Tiklanishi bilan davom etamiz",
    en="No connection. We go on as soon as it is back",
)
RATE_LIMITED = Text(
    ru="Минутку!",
    uz="Bir daqiqa!",
    en="One moment, please",
)
RATE_LIMITED_HINT = Text(
    ru="Слишком много попыток подряд — подожди немного",
    uz="Urinishlar juda ko‘p — biroz kuting",
    en="Too many tries in a row, please wait a little",
)
STILL_THERE = Text(
    ru="Ты ещё здесь?",
    uz="Shu yerdamisiz?",
    en="Are you still there?",
)
STILL_THERE_HINT = Text(
    ru="Иначе начнём заново для следующего гостя",
    uz="Aks holda keyingi mehmon uchun qaytadan boshlaymiz",
    en="Otherwise we start again for the next guest",
)
STILL_HERE = Text(
    ru="Да, я здесь",
    uz="Ha, shu yerdaman",
    en="Yes, I am here",
)
LEAVE = Text(
    ru="Закончить",
    uz="Tugatish",
    en="Finish",
)
ERROR = Text(ru="Что-то пошло не так", uz="Nimadir xato ketdi", en="Something went wrong")
NO_PERSON = Text(
    ru="Не вижу лица — попробуй ещё раз",
    uz="Yuz ko‘rinmayapti — yana urinib ko‘ring",
    en="I cannot see a face, please try again",
)
TOO_SMALL = Text(
    ru="Лицо слишком далеко — подойди ближе",
    uz="Yuz juda uzoqda — yaqinroq keling",
    en="Your face is too far away, come closer",
)
TOO_DARK = Text(
    ru="Слишком темно — нужен свет",
    uz="Juda qorong‘i — yorug‘roq joy kerak",
    en="It is too dark, find more light",
)
TOO_BRIGHT = Text(
    ru="Слишком ярко — встань иначе",
    uz="Juda yorug‘ — joyingizni o‘zgartiring",
    en="It is too bright, move a little",
)
BLURRED = Text(
    ru="Фото смазано — замри на секунду",
    uz="Surat xira — bir soniya qimirlamang",
    en="The photo is blurred, hold still",
)
TOO_LARGE = Text(ru="Файл слишком большой", uz="Fayl juda katta", en="The file is too large")
UNSUPPORTED_IMAGE = Text(
    ru="Это не похоже на фото", uz="Bu suratga o‘xshamaydi", en="That does not look like a photo"
)

# The camera, the review of the photo, its sending, and the staff.
SHOOT = Text(ru="Снимаем!", uz="Suratga olish", en="Take my photo")
CAMERA_OPENING = Text(ru="Включаю камеру…", uz="Kamera yoqilmoqda…", en="Switching the camera on…")
CAMERA_STILL = Text(
    ru="Смотри в камеру и замри",
    uz="Kameraga qarang va qimirlamang",
    en="Look at the camera and hold still",
)
CAMERA_FILE = Text(ru="Снять другой камерой", uz="Boshqa kamera", en="Use another camera")
CAMERA_INSECURE = Text(
    ru="Камера здесь недоступна", uz="Bu yerda kamera ishlamaydi", en="No camera on this page"
)
CAMERA_INSECURE_HINT = Text(
    ru="Планшету нужен защищённый адрес: https или localhost. Позови сотрудника",
    uz="Planshetga himoyalangan manzil kerak: https yoki localhost. Xodimni chaqiring",
    en="The tablet needs a secure address: https or localhost. Please call staff",
)
CAMERA_REFUSED = Text(
    ru="Камера не разрешена", uz="Kameraga ruxsat berilmagan", en="The camera is not allowed"
)
CAMERA_REFUSED_HINT = Text(
    ru="Её можно разрешить в настройках браузера. Позови сотрудника",
    uz="Brauzer sozlamalarida ruxsat berish mumkin. Xodimni chaqiring",
    en="It can be allowed in the browser’s settings. Please call staff",
)
CAMERA_MISSING = Text(ru="Камера не найдена", uz="Kamera topilmadi", en="No camera found")
CAMERA_MISSING_HINT = Text(
    ru="Как только её подключат, продолжим",
    uz="Kamera ulanishi bilan davom etamiz",
    en="We go on as soon as one is connected",
)
CAMERA_UNPLUGGED = Text(ru="Камера отключилась", uz="Kamera uzilib qoldi", en="The camera is gone")
CAMERA_UNPLUGGED_HINT = Text(
    ru="Как только её подключат, продолжим",
    uz="Kamera ulanishi bilan davom etamiz",
    en="We go on as soon as it is connected again",
)
CAMERA_IN_USE = Text(ru="Камера занята", uz="Kamera band", en="The camera is busy")
CAMERA_IN_USE_HINT = Text(
    ru="Её держит другая программа. Пробую снова",
    uz="Uni boshqa dastur ishlatmoqda. Qayta urinib ko‘ryapman",
    en="Another program is using it. I keep trying",
)
CAMERA_FROZEN = Text(ru="Картинка замерла", uz="Tasvir qotib qoldi", en="The picture froze")
CAMERA_FROZEN_HINT = Text(
    ru="Включаю камеру заново", uz="Kamerani qayta yoqyapman", en="I am restarting the camera"
)
CAMERA_BLACK = Text(ru="Камера ничего не видит", uz="Kamera yopiq", en="All black")
CAMERA_BLACK_HINT = Text(
    ru="Похоже, объектив закрыт. Открой его",
    uz="Nimadir to‘sib turganga o‘xshaydi. Obyektivni oching",
    en="Something seems to cover the camera. Please uncover it",
)
CAMERA_ASKING = Text(ru="Жду камеру", uz="Kamerani kutyapman", en="Waiting for the camera")
CAMERA_ASKING_HINT = Text(
    ru="Если планшет спросит разрешение, нажми «Разрешить»",
    uz="Planshet ruxsat so‘rasa, «Ruxsat berish» tugmasini bosing",
    en="If the tablet asks, press “Allow”",
)
CAMERA_BROKEN = Text(
    ru="Камера не работает", uz="Kamera ishlamayapti", en="The camera does not work"
)
CAMERA_BROKEN_HINT = Text(
    ru="Пробую снова. Не поможет — позови сотрудника",
    uz="Qayta urinib ko‘ryapman. Yordam bermasa, xodimni chaqiring",
    en="I keep trying. If that does not help, please call staff",
)
PHOTO_ALT = Text(ru="Твоё фото", uz="Suratingiz", en="Your photo")
REVIEW = Text(ru="Ну как?", uz="Qalay?", en="How is it?")
REVIEW_HINT = Text(
    ru="Из этого фото сделаем стикеры",
    uz="Shu suratdan stikerlar yasaymiz",
    en="Your stickers will be made from this photo",
)
TAKE = Text(ru="Беру!", uz="Zo‘r, olaman!", en="Love it!")
RETAKE = Text(ru="Переснять", uz="Qayta olish", en="Retake")
SENDING_CHECK = Text(ru="Проверяю фото…", uz="Surat tekshirilmoqda…", en="Checking the photo…")
SENDING_SLOW = Text(
    ru="Сеть сегодня медленная, фото ещё отправляется. Подожди немного",
    uz="Bugun tarmoq sekin, surat hali yuborilmoqda. Biroz kuting",
    en="The network is slow today and the photo is still on its way. Just a little longer",
)
STAFF = Text(ru="Для сотрудников", uz="Xodimlar uchun", en="For staff")
STAFF_RESET = Text(ru="Сбросить гостя", uz="Mehmonni bekor qilish", en="Reset this guest")
STAFF_DIAGNOSTICS = Text(ru="Диагностика", uz="Diagnostika", en="Diagnostics")
STAFF_RELOAD = Text(ru="Обновить страницу", uz="Sahifani yangilash", en="Reload the page")
STAFF_CLOSE = Text(ru="Закрыть", uz="Yopish", en="Close")
STAFF_CAMERA = Text(ru="Камера", uz="Kamera", en="Camera")
STAFF_NETWORK = Text(ru="Сеть", uz="Tarmoq", en="Network")
STAFF_VERSION = Text(ru="Версия", uz="Versiya", en="Version")
STAFF_KIOSK = Text(ru="Планшет", uz="Planshet", en="Kiosk")
STAFF_STORAGE = Text(ru="Память", uz="Xotira", en="Storage")
STAFF_WAKE = Text(ru="Экран не гаснет", uz="Ekran o‘chmaydi", en="Wake lock")
STAFF_PAGE = Text(ru="Страница", uz="Sahifa", en="Page")
STAFF_SCREEN = Text(ru="Экран", uz="Ekran", en="Screen")
STAFF_BROWSER = Text(ru="Браузер", uz="Brauzer", en="Browser")
STAFF_ERRORS = Text(ru="Ошибки", uz="Xatolar", en="Errors")
