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
        "Спасибо, что честно: {score} ⭐. Жаль, что не понравилось 😔 Подойди к сотруднику у "
        "стенда, там помогут. Расскажешь, что не так?"
    ),
    uz=(
        "Rostini aytganingiz uchun rahmat: {score} ⭐. Yoqmagani afsus 😔 Stenddagi xodimga "
        "murojaat qiling, yordam beradi. Nima yoqmaganini yozasizmi?"
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
    en="We have your rating already, thank you!",
)
SAID_ALREADY = Text(
    ru="Твой отзыв уже у нас, спасибо!",
    uz="Fikringiz bizda bor, rahmat!",
    en="We have your words already, thank you!",
)
GO_ON = Text(
    ru="Жду твой отзыв: напиши его сообщением",
    uz="Fikringizni kutyapman: xabar qilib yozing",
    en="I am listening: write it as a message",
)
NOT_YOURS = Text(
    ru="Этот вопрос был не тебе", uz="Bu savol sizga emas edi", en="This question was not for you"
)
GONE = Text(
    ru="Этот вопрос больше не нужен, но спасибо!",
    uz="Bu savol endi kerak emas, baribir rahmat!",
    en="This question is no longer needed, but thank you!",
)
TITLE = Text(ru="Твой отзыв", uz="Sizning fikringiz", en="Your feedback")
COMMENT = Text(ru="Отзыв", uz="Fikr", en="Feedback")
ASK_COMMENT = Text(
    ru="Что понравилось, а что нет? Напиши пару слов.",
    uz="Nima yoqdi, nima yoqmadi? Bir-ikki so‘z yozing.",
    en="What did you like, and what not? Write a few words.",
)
THANKS_FOR_WORDS = Text(
    ru="Спасибо! Твои слова у нас 💛",
    uz="Rahmat! So‘zlaringizni oldik 💛",
    en="Thank you! We have your words 💛",
)
THANKS_ANYWAY = Text(ru="Спасибо! 💛", uz="Rahmat! 💛", en="Thank you! 💛")
