"""What a guest is asked of their pack."""

from store.domain.texts.text import Text

QUESTION = Text(
    ru="Как тебе стикеры? Поставь оценку от 1 до 5 ⭐",
    uz="Stikerlar yoqdimi? 1 dan 5 gacha ⭐ baho bering",
    en="How do you like your stickers? Rate them from 1 to 5 ⭐",
)
STAR = Text(ru="{score} ⭐", uz="{score} ⭐", en="{score} ⭐")

THANKS = Text(
    ru="Спасибо за {score} ⭐! Хочешь добавить пару слов?",
    uz="{score} ⭐ uchun rahmat! Bir-ikki so‘z qo‘shasizmi?",
    en="Thank you for the {score} ⭐! Would you like to add a few words?",
)
SORRY = Text(
    ru=(
        "Спасибо за честность: {score} ⭐. Жаль, что не понравилось 😔 Подойди к сотруднику у "
        "стенда, он поможет. Расскажешь, что не так?"
    ),
    uz=(
        "Rostini aytganingiz uchun rahmat: {score} ⭐. Yoqmaganidan afsusdamiz 😔 Stenddagi "
        "xodimga murojaat qiling, yordam beradi. Nima yoqmaganini yozasizmi?"
    ),
    en=(
        "Thank you for being honest: {score} ⭐. We are sorry you did not like it 😔 Please see "
        "the staff at the booth, they will help. Would you tell us what went wrong?"
    ),
)
WRITE = Text(ru="✍️ Написать пару слов", uz="✍️ Bir-ikki so‘z yozish", en="✍️ Write a few words")
NO_WORDS = Text(ru="Нет, спасибо", uz="Yo‘q, rahmat", en="No, thanks")
KEPT_SCORE = Text(
    ru="Спасибо за оценку: {score} ⭐",
    uz="Bahoyingiz uchun rahmat: {score} ⭐",
    en="Thank you for the rating: {score} ⭐",
)
HELP_AT_BOOTH = Text(
    ru="Сотрудник у стенда поможет, просто подойди.",
    uz="Stenddagi xodim yordam beradi, murojaat qiling.",
    en="The staff at the booth can help, just ask them.",
)
RATED_ALREADY = Text(
    ru="Оценка уже у нас, спасибо!",
    uz="Bahoyingiz bizda bor, rahmat!",
    en="We already have your rating, thank you!",
)
SAID_ALREADY = Text(
    ru="Твой отзыв уже у нас, спасибо!",
    uz="Fikringiz bizda bor, rahmat!",
    en="We already have your feedback, thank you!",
)
GO_ON = Text(
    ru="Жду твой отзыв: напиши его сообщением",
    uz="Fikringizni kutyapman: xabar qilib yozing",
    en="I am waiting for your feedback: write it as a message",
)
NOT_YOURS = Text(
    ru="Этот вопрос задан не тебе",
    uz="Bu savol sizga berilmagan",
    en="This question was not for you",
)
GONE = Text(
    ru="Этот вопрос уже не актуален, но спасибо!",
    uz="Bu savol endi dolzarb emas, baribir rahmat!",
    en="This question is no longer open, but thank you!",
)
TITLE = Text(ru="Твой отзыв", uz="Sizning fikringiz", en="Your feedback")
COMMENT = Text(ru="Отзыв", uz="Fikr", en="Feedback")
ASK_COMMENT = Text(
    ru="Что понравилось, а что нет? Напиши пару слов.",
    uz="Nima yoqdi, nima yoqmadi? Bir-ikki so‘z yozing.",
    en="What did you like, and what not so much? Write a few words.",
)
THANKS_FOR_WORDS = Text(
    ru="Спасибо за отзыв! 💛",
    uz="Fikringiz uchun rahmat! 💛",
    en="Thank you for your feedback! 💛",
)
THANKS_ANYWAY = Text(ru="Спасибо! 💛", uz="Rahmat! 💛", en="Thank you! 💛")
