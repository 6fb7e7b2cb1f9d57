"""What each kind of question takes, and what it says to everything else."""

import pytest
from hypothesis import given as generated
from hypothesis import strategies as st

from store.domain.texts import forms as texts
from store.domain.texts.text import LANGUAGES, Text
from telegram.forms import parsers
from telegram.forms.given import (
    JSON,
    Chosen,
    ContactGiven,
    DocumentGiven,
    FileRef,
    ForwardGiven,
    Given,
    OtherGiven,
    PhotoGiven,
    Written,
)
from telegram.forms.spec import Choice, Invalid, Parse, Parsed

MEGABYTE = 1024 * 1024
ROLES = (
    Choice("admin", Text(ru="Администратор", uz="Administrator", en="Admin")),
    Choice("viewer", Text(ru="Наблюдатель", uz="Kuzatuvchi", en="Viewer")),
)
PICTURE = FileRef("p", "u", size=MEGABYTE)
ART = FileRef("d", "u", size=MEGABYTE, mime="image/png", name="art.png")
SONG = FileRef("s", "u", size=MEGABYTE, mime="audio/ogg", name="song.ogg")
PNG_OR_WEBP = parsers.file(20 * MEGABYTE, ("image/png", "image/webp"))
READERS: dict[str, Parse] = {
    "text": parsers.text(100),
    "choice": parsers.choice(ROLES),
    "number": parsers.number(1, 5),
    "phone": parsers.phone(),
    "username": parsers.username(),
    "photo": parsers.photo(10 * MEGABYTE),
    "file": PNG_OR_WEBP,
    "person": parsers.person(),
}


def hint_of(parse: Parse, given: Given) -> str:
    read = parse(given)
    assert isinstance(read, Invalid)
    return read.hint.ru


@pytest.mark.parametrize(
    ("parse", "given", "value"),
    [
        (parsers.text(5), Written(" a  b\u202e "), "a b"),
        (parsers.text(5), Written("x" * 5), "xxxxx"),
        (parsers.text(9, lines=True), Written("a\nb"), "a\nb"),
        (parsers.text(9), Written("a\nb"), "a b"),
        (parsers.text(9), ForwardGiven(None, "quoted"), "quoted"),
        (parsers.choice(ROLES), Chosen("viewer"), "viewer"),
        (parsers.choice(ROLES), Written(" kuzatuvchi"), "viewer"),
        (parsers.number(-5, 5), Written("-5"), -5),
        (parsers.number(1, 10_000), Written("10 000"), 10_000),
        (parsers.number(1, 5), Chosen("4"), 4),
        (parsers.phone(), Written("90 123-45-67"), "+998901234567"),
        (parsers.phone(), ContactGiven("998901234567"), "+998901234567"),
        (parsers.phone(), ContactGiven("79161234567"), "+79161234567"),
        (parsers.phone(), ContactGiven("+79161234567"), "+79161234567"),
        (parsers.phone(), ContactGiven("901234567"), "+998901234567"),
        (parsers.username(), Written("https://t.me/Durov"), "Durov"),
        (parsers.photo(MEGABYTE), PhotoGiven(PICTURE), PICTURE.to_json()),
        (PNG_OR_WEBP, DocumentGiven(ART), ART.to_json()),
        (PNG_OR_WEBP, DocumentGiven(FileRef("d", "u", mime="IMAGE/WEBP")), None),
        (PNG_OR_WEBP, DocumentGiven(FileRef("d", "u", name="a.b.WebP")), None),
        (parsers.file(MEGABYTE), DocumentGiven(SONG), SONG.to_json()),
        (parsers.person(), Written("4 503 599 627 370 496"), 2**52),
        (parsers.person(), ForwardGiven(2**40, "hello"), 2**40),
        (parsers.person(), ContactGiven("998901234567", 7), 7),
    ],
)
def test_an_answer_that_fits_is_read_as_its_value(parse: Parse, given: Given, value: JSON) -> None:
    read = parse(given)

    assert isinstance(read, Parsed)
    assert value is None or read.value == value


@pytest.mark.parametrize(
    ("parse", "given", "said"),
    [
        (parsers.text(5), Written("x" * 12), "Можно знаков: 5, а здесь: 12"),
        (parsers.text(5), Written("\u200b \u202e"), texts.NOTHING_SEEN.ru),
        (parsers.text(5), OtherGiven("voice"), "Голосовые я не слушаю. Здесь нужен текст"),
        (parsers.text(5), OtherGiven("no such kind"), texts.GOT_OTHER.ru),
        (parsers.text(5), ForwardGiven(7), "пересланное сообщение. Здесь нужен текст"),
        (parsers.text(5), DocumentGiven(ART), "Это файл. Здесь нужен текст"),
        (parsers.choice(ROLES), Written("boss"), texts.NEED_CHOICE.ru),
        (parsers.choice(ROLES), Chosen("boss"), "другого вопроса"),
        (parsers.number(1, 5), Written("6"), "не подходит. Здесь нужно целое число от 1 до 5"),
        (parsers.number(1, 5), Written("2,5"), texts.NOT_WHOLE.ru),
        (parsers.number(1, 5), Written("five"), "от 1 до 5"),
        (parsers.number(1, 5), Written("٣"), "от 1 до 5"),
        (parsers.number(1, 5), Written("9" * 5000), "от 1 до 5"),
        (parsers.phone(), Written("12"), texts.BAD_PHONE.ru),
        (parsers.phone(), Written("9" * 5000), texts.BAD_PHONE.ru),
        (parsers.phone(), ContactGiven(""), texts.BAD_PHONE.ru),
        (parsers.username(), Written("two words"), texts.BAD_USERNAME.ru),
        (parsers.photo(MEGABYTE), DocumentGiven(ART), texts.FILE_NOT_PHOTO.ru),
        (parsers.photo(MEGABYTE), DocumentGiven(SONG), "Это файл. Здесь нужна картинка"),
        (parsers.photo(MEGABYTE), ForwardGiven(7), texts.FORWARD_NOT_FILE.ru),
        (
            parsers.photo(MEGABYTE),
            PhotoGiven(FileRef("p", "u", size=MEGABYTE + 1)),
            "до 1 МБ, а здесь 1.1 МБ",
        ),
        (parsers.photo(MEGABYTE), PhotoGiven(FileRef("p", "u", size=0)), texts.EMPTY_FILE.ru),
        (PNG_OR_WEBP, PhotoGiven(PICTURE), texts.PHOTO_NOT_FILE.ru),
        (PNG_OR_WEBP, DocumentGiven(SONG), "Подходят: PNG, WEBP"),
        (PNG_OR_WEBP, DocumentGiven(FileRef("d", "u", name="png")), ""),
        (PNG_OR_WEBP, Written("here"), "Это текст. Здесь нужен файл (PNG, WEBP)"),
        (PNG_OR_WEBP, ForwardGiven(7), texts.FORWARD_NOT_FILE.ru),
        (
            PNG_OR_WEBP,
            DocumentGiven(FileRef("d", "u", size=21 * MEGABYTE, mime="image/png")),
            "до 20 МБ, а здесь 21 МБ",
        ),
        (parsers.person(), ForwardGiven(None, "hi"), texts.HIDDEN_FORWARD.ru),
        (parsers.person(), ContactGiven("998901234567"), texts.CONTACT_WITHOUT_ACCOUNT.ru),
        (parsers.person(), Written("@durov"), texts.USERNAME_NOT_PERSON.ru),
        (parsers.person(), Written("0"), texts.BAD_PERSON.ru),
        (parsers.person(), Written(str(2**52 + 1)), texts.BAD_PERSON.ru),
        (parsers.person(), OtherGiven("sticker"), "Это стикер. Нужен человек"),
    ],
)
def test_an_answer_that_does_not_fit_gets_its_own_hint(
    parse: Parse, given: Given, said: str
) -> None:
    assert said in hint_of(parse, given)


KINDS = [
    Written("?" * 200),
    Chosen("elsewhere"),
    ForwardGiven(None),
    *map(OtherGiven, [*texts.GOT, "story"]),
]


@pytest.mark.parametrize("given", KINDS, ids=repr)
@pytest.mark.parametrize("name", READERS)
def test_every_question_has_a_hint_in_every_language_for_every_kind_of_message(
    name: str, given: Given
) -> None:
    read = READERS[name](given)

    assert isinstance(read, Invalid)
    for language in LANGUAGES:
        assert len(read.hint.of(language)) > 10
        assert "{" not in read.hint.of(language)


@generated(st.text(max_size=60))
def test_no_text_whatever_makes_a_reader_raise(words: str) -> None:
    givens: list[Given] = [
        Written(words),
        Chosen(words),
        ContactGiven(words, len(words)),
        ForwardGiven(None, words),
        OtherGiven(words),
        DocumentGiven(FileRef(words, words, len(words), words, words)),
    ]

    for parse in READERS.values():
        for given in givens:
            assert isinstance(parse(given), Parsed | Invalid)


def test_what_a_person_gave_stays_out_of_reprs() -> None:
    secret = "Alisher"
    file = FileRef(secret, secret, 1, "image/png", secret)
    givens = [
        Written(secret),
        ContactGiven(secret, 12345),
        ForwardGiven(12345, secret),
        DocumentGiven(file),
        Parsed(secret),
    ]

    assert secret not in repr(givens)
    assert "12345" not in repr(givens)


def test_a_file_is_the_same_after_a_journey_through_json() -> None:
    assert FileRef.from_json(ART.to_json()) == ART
    assert FileRef.from_json(PICTURE.to_json()) == PICTURE


@pytest.mark.parametrize("value", [None, "p", {}, {"file_id": 1}, {**ART.to_json(), "size": "1"}])
def test_what_is_no_file_is_not_read_as_one(value: object) -> None:
    with pytest.raises(ValueError, match="no reference to a file"):
        FileRef.from_json(value)
