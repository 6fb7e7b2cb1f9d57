"""What operators are told of an outfit in the making: what the check of its art found."""

from store.domain.texts.text import Text

READY = Text(
    ru="👆 Так будет выглядеть новый образ. Показать его гостям?",
    uz="👆 Yangi obraz shunday ko‘rinadi. Uni mehmonlarga ko‘rsataymi?",
    en="👆 This is how the new outfit will look. Shall guests see it?",
)
PUBLISH = Text(ru="✅ Показать гостям", uz="✅ Mehmonlarga ko‘rsatish", en="✅ Show to guests")
EDIT = Text(ru="✏️ Изменить", uz="✏️ O‘zgartirish", en="✏️ Change")
DROP = Text(ru="🗑 Удалить", uz="🗑 O‘chirish", en="🗑 Delete")

UNSUPPORTED = Text(
    ru="Эту картинку не получается прочитать. Пришли костюм файлом PNG или WEBP.",
    uz="Bu rasmni o‘qib bo‘lmadi. Libosni PNG yoki WEBP fayl qilib yuboring.",
    en="This picture cannot be read. Please send the costume as a PNG or WEBP file.",
)
TOO_LARGE = Text(
    ru="Картинка слишком большая: нужно не больше 50 мегапикселей и 20 МБ.",
    uz="Rasm juda katta: ko‘pi bilan 50 megapiksel va 20 MB bo‘lishi kerak.",
    en="The picture is too large: at most 50 megapixels and 20 MB, please.",
)
TOO_SMALL = Text(
    ru="Картинка слишком маленькая: нужно хотя бы 512 пикселей в ширину и в высоту.",
    uz="Rasm juda kichik: eni va bo‘yi kamida 512 piksel bo‘lishi kerak.",
    en="The picture is too small: it needs at least 512 pixels in width and in height.",
)
NOT_TRANSPARENT = Text(
    ru=(
        "У картинки нет прозрачного фона. Убери фон и пришли её файлом, а не фотографией: "
        "фото теряют прозрачность."
    ),
    uz=(
        "Rasmning foni shaffof emas. Fonni olib tashlab, rasmni surat emas, fayl qilib yuboring: "
        "suratda shaffoflik yo‘qoladi."
    ),
    en=(
        "The picture has no transparent background. Remove it and send the picture as a file, "
        "not as a photo: photos lose transparency."
    ),
)
EMPTY = Text(
    ru="На картинке почти ничего не видно: она прозрачная почти целиком.",
    uz="Rasmda deyarli hech narsa ko‘rinmayapti: u deyarli butunlay shaffof.",
    en="There is hardly anything to see: nearly all of the picture is transparent.",
)
DOWNLOAD_FAILED = Text(
    ru=(
        "Не получилось взять файл у Telegram: он больше 20 МБ или уже недоступен. "
        "Пришли картинку ещё раз."
    ),
    uz=(
        "Faylni Telegramdan olib bo‘lmadi: u 20 MB dan katta yoki endi mavjud emas. "
        "Rasmni yana bir marta yuboring."
    ),
    en=(
        "The file could not be fetched from Telegram: it is over 20 MB or no longer there. "
        "Please send the picture again."
    ),
)
OTHER_SIZE = Text(
    ru="Она должна быть того же размера, что и картинка костюма: они накладываются друг на друга.",
    uz="U libos rasmi bilan bir xil o‘lchamda bo‘lishi kerak: ular ustma-ust qo‘yiladi.",
    en="It must have the same size as the picture of the costume: one is laid over the other.",
)
FAILED = Text(
    ru="Из этой картинки не получается сделать образ. Попробуй другую.",
    uz="Bu rasmdan obraz yasab bo‘lmadi. Boshqasini sinab ko‘ring.",
    en="No outfit can be made of this picture. Please try another one.",
)
ABOUT_FRONT = Text(
    ru="Это о второй картинке — о том, что перед шеей.",
    uz="Bu ikkinchi rasm haqida — bo‘yin oldidagi qism.",
    en="This is about the second picture: what lies before the neck.",
)

REFUSALS: dict[str, Text] = {
    "unsupported_image": UNSUPPORTED,
    "too_large": TOO_LARGE,
    "too_small": TOO_SMALL,
    "not_transparent": NOT_TRANSPARENT,
    "empty": EMPTY,
    "other_size": OTHER_SIZE,
    "download_failed": DOWNLOAD_FAILED,
    "failed": FAILED,
}
"""What is said for each code of a refused draft."""
OF_FRONT = "front:"
"""How the code begins when the second picture is meant."""


def why_refused(code: str, language: str) -> str:
    """Return why art cannot be used; a code that nobody knows gives the general sentence."""
    reason = REFUSALS.get(code.removeprefix(OF_FRONT), FAILED).of(language)
    return f"{ABOUT_FRONT.of(language)}\n{reason}" if code.startswith(OF_FRONT) else reason
