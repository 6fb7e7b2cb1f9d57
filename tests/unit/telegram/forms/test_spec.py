"""A form that could be made is sound, and shows its answers as a person would."""

from collections.abc import Callable

import pytest

from store.domain.texts.text import Text
from telegram.forms import parsers
from telegram.forms.given import JSON, FileRef
from telegram.forms.spec import Answers, Choice, Field, Form, Parse

WORD = Text(ru="слово", uz="so‘z", en="word")
YES = Choice("yes", Text(ru="Да", uz="Ha", en="Yes"))


def field(name: str = "a", parse: Parse | None = None, choices: tuple[Choice, ...] = ()) -> Field:
    return Field(name, WORD, WORD, parse or parsers.text(10), choices)


def chosen(*values: str) -> Field:
    choices = tuple(Choice(value, WORD) for value in values)
    return field(parse=parsers.choice(choices), choices=choices)


def form(*fields: Field, name: str = "form") -> Form:
    return Form(name, WORD, fields)


def needs_an_answer(answers: Answers) -> bool:
    return answers["a"] == "x"


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (form, "no field"),
        (lambda: form(field("a"), field("b"), field("a")), "same name"),
        (lambda: form(field(), name="Form"), "form 'Form'"),
        (lambda: field("a:b"), "field 'a:b'"),
        (lambda: field("a" * 33), "1 to 32"),
        (lambda: chosen("x" * 17), "1 to 16"),
        (lambda: chosen(""), "1 to 16"),
        (lambda: chosen("да"), "1 to 16"),
        (lambda: chosen("x", "x"), "same value"),
        (lambda: field(choices=(YES,)), "its parser refuses its choice 'yes'"),
        (
            lambda: form(Field("a", WORD, WORD, parsers.text(9), when=lambda _: False)),
            "first field must apply always",
        ),
        (
            lambda: form(field("a"), Field("b", WORD, WORD, parsers.text(9), when=needs_an_answer)),
            "field b: `when` needs an answer",
        ),
    ],
)
def test_an_unsound_form_cannot_be_made(make: Callable[[], object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        make()


def test_choices_of_sixteen_characters_can_be_offered() -> None:
    assert chosen("x" * 16, "y").choices


@pytest.mark.parametrize(
    ("asked", "value", "shown"),
    [
        (field(), "Alisher", "Alisher"),
        (field(parse=parsers.number(1, 5)), 5, "5"),
        (field(), None, ""),
        (field(parse=parsers.choice((YES,)), choices=(YES,)), "yes", "Ha"),
        (field(parse=parsers.choice((YES,)), choices=(YES,)), "gone", "gone"),
        (field(), FileRef("f", "u", name="art.png", mime="image/png").to_json(), "art.png"),
        (field(), FileRef("f", "u", mime="image/png").to_json(), "fayl"),
        (field(), FileRef("f", "u", 10).to_json(), "surat"),
        (field(), {"no": "file"}, "fayl"),
    ],
)
def test_an_answer_is_shown_as_a_person_would_say_it(asked: Field, value: JSON, shown: str) -> None:
    assert asked.show(value, "uz") == shown


def test_a_field_can_show_its_answers_in_its_own_way() -> None:
    asked = Field("a", WORD, WORD, parsers.choice((YES,)), (YES,), show=lambda *_: "!")

    assert asked.show("yes", "ru") == "!"
