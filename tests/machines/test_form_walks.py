"""Walks through forms: whatever a person does, nothing is lost, and there is a way to the end.

`walk` takes any form. What fits a field is found by trying a pool of answers on its parser.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from store.domain.texts.text import LANGUAGES, Text
from telegram.dialogue.buses import FLOWS
from telegram.forms import engine, parsers
from telegram.forms.engine import Ask, Finished, Move, Progress, Refused, Stale, Summary, Wrong
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
from telegram.forms.spec import (
    Answers,
    Choice,
    Fault,
    Field,
    Form,
    Invalid,
    Parse,
    Parsed,
    always,
    no_rule,
)

Pull: TypeAlias = tuple[str, int]
"""What a person does and a number that chooses among the ways to do it."""


def said(word: str) -> Text:
    return Text(ru=word, uz=word, en=word)


CHOICES = tuple(Choice(value, said(value)) for value in ("1", "2", "3"))
POOL: tuple[Given, ...] = (
    *(Chosen(choice.value) for choice in CHOICES),
    Written("2"),
    Written("4"),
    Written("Alisher"),
    Written("Mohira"),
    Written("+998901234567"),
    Written("+998901234568"),
    PhotoGiven(FileRef("p1", "u1", 10)),
    PhotoGiven(FileRef("p2", "u2", 20)),
    DocumentGiven(FileRef("d1", "u3", 10, "image/png", "a.png")),
    DocumentGiven(FileRef("d2", "u4", 20, "image/png", "b.png")),
    ForwardGiven(2**40, None),
    ForwardGiven(None, None),
    ContactGiven("998901234567", 7),
    OtherGiven("voice"),
    OtherGiven("sticker"),
    Written("x" * 5000),
    Written("\u200b"),
    Chosen("elsewhere"),
)
KINDS: tuple[tuple[Parse, tuple[Choice, ...]], ...] = (
    (parsers.text(100), ()),
    (parsers.choice(CHOICES), CHOICES),
    (parsers.choice(CHOICES[:2]), CHOICES[:2]),
    (parsers.number(1, 9), CHOICES),
    (parsers.phone(), ()),
    (parsers.username(), ()),
    (parsers.photo(1000), ()),
    (parsers.file(1000, ("image/png",)), ()),
    (parsers.person(), ()),
)


@dataclass(frozen=True)
class Depends:
    """A field that applies when an earlier one has an answer of the pool, or has none."""

    on: str
    value: JSON

    def __call__(self, answers: Answers) -> bool:
        return answers.get(self.on) == self.value


@dataclass(frozen=True)
class Differs:
    """A rule: the two fields do not have the same answer, nor none both."""

    first: str
    second: str

    def __call__(self, answers: Answers) -> Fault | None:
        same = answers.get(self.first) == answers.get(self.second)
        return Fault(self.first, said("the same")) if same else None


def fitting(asked: Field) -> list[Given]:
    """Return the answers of the pool that a field takes, buttons only its own."""
    offered = {choice.value for choice in asked.choices}
    own: list[Given] = [Chosen(value) for value in sorted(offered)]
    others = [answer for answer in POOL if not isinstance(answer, Chosen)]
    return [answer for answer in own + others if isinstance(asked.parse(answer), Parsed)]


def value_of(asked: Field, answer: Given) -> JSON:
    read = asked.parse(answer)
    assert isinstance(read, Parsed)
    return read.value


@st.composite
def forms(draw: st.DrawFn) -> Form:
    """Draw a form whose fields depend on each other and whose rule spans two of them."""
    fields: list[Field] = []
    for place in range(draw(st.integers(1, 6))):
        parse, choices = draw(st.sampled_from(KINDS))
        when: Callable[[Answers], bool] = always
        if place > 0 and draw(st.booleans()):
            other = draw(st.sampled_from(fields))
            values = [None, *(value_of(other, answer) for answer in fitting(other))]
            when = Depends(other.name, draw(st.sampled_from(values)))
        name = f"f{place}"
        optional = draw(st.booleans())
        fields.append(Field(name, said(name), said(name), parse, choices, optional, when))
    rule: Callable[[Answers], Fault | None] = no_rule
    if len(fields) > 1 and draw(st.booleans()):
        rule = Differs("f0", fields[draw(st.integers(1, len(fields) - 1))].name)
    return Form("drawn", said("drawn"), tuple(fields), rule, confirm=draw(st.booleans()))


pulls = st.lists(
    st.tuples(
        st.sampled_from(["answer", "any", "back", "next", "skip", "edit", "confirm"]),
        st.integers(0, 30),
    ),
    max_size=25,
)


def move_of(form: Form, shown: Ask | Summary, pull: Pull) -> Move:
    kind, number = pull
    match kind:
        case "answer" if isinstance(shown, Ask):
            fits = fitting(shown.field)
            return engine.Answer(fits[number % len(fits)])
        case "answer" | "any":
            return engine.Answer(POOL[number % len(POOL)])
        case "back":
            return engine.Back()
        case "next":
            return engine.Next()
        case "skip":
            return engine.Skip()
        case "edit":
            return engine.Edit([*form.names, "unknown"][number % (len(form.names) + 1)])
        case _:
            return engine.Confirm()


def good_move(form: Form, progress: Progress, shown: Ask | Summary) -> Move:
    """Do what a person does who wants to be done: answer what is asked, mend what is wrong."""
    if isinstance(shown, Summary):
        return engine.Confirm()
    if shown.can_next and shown.hint is None:
        return engine.Next()
    present = progress.answers.get(shown.field.name)
    answers = fitting(shown.field)
    others = [answer for answer in answers if value_of(shown.field, answer) != present]
    return engine.Answer((others or answers)[0])


def walk_to_the_end(form: Form, progress: Progress) -> None:
    for _ in range(3 * len(form.fields) + 5):
        move = good_move(form, progress, engine.current(form, progress))
        progress, outcome = engine.step(form, progress, move)
        assert not isinstance(outcome, Wrong | Refused), (move, outcome)
        if isinstance(outcome, Finished):
            check_finished(form, progress, outcome)
            return
    raise AssertionError("no way to the end was found")


def counting(form: Form, progress: Progress) -> tuple[list[Field], dict[str, JSON]]:
    """Return by definition which fields apply, in order, and the answers that count."""
    fields: list[Field] = []
    answers: dict[str, JSON] = {}
    for asked in form.fields:
        if asked.when(answers):
            fields.append(asked)
            if asked.name in progress.answers:
                answers[asked.name] = progress.answers[asked.name]
    return fields, answers


def check_finished(form: Form, progress: Progress, finished: Finished) -> None:
    fields, answers = counting(form, progress)
    assert list(finished.answers.items()) == list(answers.items())
    assert all(asked.name in answers or asked.optional for asked in fields)
    assert form.check(answers) is None


def check_shown(form: Form, progress: Progress, shown: Ask | Summary) -> None:
    """What a button is offered for is possible, and only that."""
    fields, answers = counting(form, progress)
    if isinstance(shown, Ask):
        assert shown.field in fields
        offered: dict[Move, bool] = {
            engine.Back(): shown.can_back,
            engine.Next(): shown.can_next,
            engine.Skip(): shown.can_skip,
        }
        for move, is_offered in offered.items():
            _, outcome = engine.step(form, progress, move)
            assert isinstance(outcome, Refused) is not is_offered
        return
    assert (list(shown.fields), shown.answers) == (fields, answers)
    for language in LANGUAGES:
        for asked in shown.fields:
            if asked.name in shown.answers:
                assert asked.show(shown.answers[asked.name], language)


class Walk:
    """A walk with a model beside it: the last accepted answer of each field."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self._start()

    def _start(self) -> None:
        self.progress = engine.start(self.form)
        self.accepted: dict[str, Given] = {}

    def pull(self, pull: Pull) -> None:
        before, shown = self.progress, engine.current(self.form, self.progress)
        move = move_of(self.form, shown, pull)
        self.progress, outcome = engine.step(self.form, before, move)
        if isinstance(outcome, Wrong | Refused):
            assert self.progress is before
        elif isinstance(shown, Ask):
            self._follow(shown.field, move)
        if isinstance(outcome, Wrong):
            self._check_wrong(outcome, shown, move)
        self._check_answers()
        self._check_json()
        match outcome:
            case Finished():
                check_finished(self.form, self.progress, outcome)
                self._start()
            case Ask() | Summary():
                assert engine.current(self.form, self.progress) == outcome
                check_shown(self.form, self.progress, outcome)

    def _follow(self, asked: Field, move: Move) -> None:
        match move:
            case engine.Answer(answer):
                assert answer in fitting(asked)
                self.accepted[asked.name] = answer
            case engine.Skip():
                self.accepted.pop(asked.name, None)

    def _check_wrong(self, wrong: Wrong, shown: Ask | Summary, move: Move) -> None:
        assert isinstance(shown, Ask)
        assert wrong.field is shown.field
        assert isinstance(move, engine.Answer)
        assert move.given not in fitting(shown.field)

    def _check_answers(self) -> None:
        answers = self.progress.answers
        assert set(answers) == set(self.accepted)
        for name, answer in self.accepted.items():
            asked = self.form.field(name)
            assert asked is not None
            assert asked.parse(answer) == Parsed(answers[name])

    def _check_json(self) -> None:
        text = json.dumps(self.progress.to_json(), allow_nan=False)
        assert Progress.from_json(json.loads(text), self.form) == self.progress


def walk(form: Form, doings: list[Pull]) -> Progress:
    """Lead a person through a form; after each step the end must be within reach."""
    made = Walk(form)
    walk_to_the_end(form, made.progress)
    for pull in doings:
        made.pull(pull)
        walk_to_the_end(form, made.progress)
    return made.progress


@settings(max_examples=150, deadline=None)
@given(forms(), pulls)
def test_no_mixture_of_moves_gets_stuck_or_loses_an_answer(form: Form, doings: list[Pull]) -> None:
    walk(form, doings)


@pytest.mark.parametrize("flow", sorted(FLOWS), ids="-".join)
@settings(max_examples=30, deadline=None)
@given(doings=pulls)
def test_no_mixture_of_moves_gets_stuck_in_a_form_of_ours(
    flow: tuple[str, str], doings: list[Pull]
) -> None:
    walk(FLOWS[flow].form, doings)


@pytest.mark.parametrize("flow", sorted(FLOWS), ids="-".join)
def test_the_pool_has_answers_for_every_field_of_ours(flow: tuple[str, str]) -> None:
    form = FLOWS[flow].form

    assert [asked.name for asked in form.fields if len(fitting(asked)) < 2] == []


@settings(max_examples=100, deadline=None)
@given(forms(), pulls, forms())
def test_a_draft_of_another_version_is_stale_or_can_be_finished(
    form: Form, doings: list[Pull], other: Form
) -> None:
    kept = json.loads(json.dumps(walk(form, doings[:10]).to_json()))

    try:
        progress = Progress.from_json(kept, other)
    except Stale:
        assert set(form.names) - set(other.names)
        return
    walk_to_the_end(other, progress)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["f0", "f1"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["f0", "f1"]) | st.text(), inner, max_size=3)
    ),
    max_leaves=6,
)
drafts = st.fixed_dictionaries(
    {
        "answers": st.dictionaries(st.sampled_from(["f0", "f1", "f2"]), json_values) | json_values,
        "at": st.sampled_from(["f0", "f1", "f2", None]) | json_values,
        "passed": st.lists(st.sampled_from(["f0", "f1", "f2"])) | json_values,
        "editing": st.booleans() | json_values,
    }
)


@settings(max_examples=200, deadline=None)
@given(forms(), drafts | json_values)
def test_a_hostile_draft_is_stale_or_can_be_finished(form: Form, value: JSON) -> None:
    try:
        progress = Progress.from_json(value, form)
    except Stale:
        return
    walk_to_the_end(form, progress)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_pool_has_answers_for_every_kind_of_field(kind: int) -> None:
    parse, choices = KINDS[kind]
    asked = Field("f", said("f"), said("f"), parse, choices)

    assert len({str(value_of(asked, answer)) for answer in fitting(asked)}) > 1
    assert any(isinstance(parse(answer), Invalid) for answer in POOL)
