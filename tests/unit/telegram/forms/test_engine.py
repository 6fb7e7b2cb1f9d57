"""The reducer, move by move, on a form whose second half depends on its first."""

from dataclasses import replace

import pytest

from store.domain.texts import forms as texts
from store.domain.texts.text import Text
from telegram.forms import engine, parsers
from telegram.forms.engine import (
    Answer,
    Ask,
    Back,
    Confirm,
    Edit,
    Finished,
    Move,
    Next,
    Outcome,
    Progress,
    Refused,
    Skip,
    Stale,
    Summary,
    Wrong,
)
from telegram.forms.given import Chosen, OtherGiven, Written
from telegram.forms.spec import Answers, Choice, Fault, Field, Form


def word(text: str) -> Text:
    return Text(ru=text, uz=text, en=text)


KINDS = (Choice("person", word("a person")), Choice("firm", word("a firm")))
UNREACHABLE = word("no way to reach them")


def reachable(answers: Answers) -> Fault | None:
    return None if {"telegram", "phone"} & set(answers) else Fault("telegram", UNREACHABLE)


def ask(name: str) -> Field:
    found = LEAD.field(name)
    assert found is not None
    return found


LEAD = Form(
    "lead",
    word("lead"),
    (
        Field("kind", word("kind"), word("kind?"), parsers.choice(KINDS), KINDS),
        Field("name", word("name"), word("name?"), parsers.text(20)),
        Field(
            "tax",
            word("tax"),
            word("tax?"),
            parsers.number(1, 999),
            when=lambda answers: answers.get("kind") == "firm",
        ),
        Field("telegram", word("tg"), word("tg?"), parsers.username(), optional=True),
        Field("phone", word("phone"), word("phone?"), parsers.phone(), optional=True),
    ),
    reachable,
)
SHORT = replace(LEAD, confirm=False)
PERSON, FIRM = Answer(Chosen("person")), Answer(Chosen("firm"))
ALISHER, TAX = Answer(Written("Alisher")), Answer(Written("7"))
TELEGRAM, PHONE = Answer(Written("@alisher")), Answer(Written("901234567"))
FULL = (PERSON, ALISHER, TELEGRAM, Skip())
COUNTED = {"kind": "person", "name": "Alisher", "telegram": "alisher"}


def after(*moves: Move, form: Form = LEAD) -> tuple[Progress, Outcome]:
    progress = engine.start(form)
    outcome: Outcome = engine.current(form, progress)
    for move in moves:
        progress, outcome = engine.step(form, progress, move)
    return progress, outcome


def asked(outcome: Outcome) -> str:
    assert isinstance(outcome, Ask), outcome
    return outcome.field.name


def test_the_first_field_is_asked_first_with_no_way_back() -> None:
    assert after()[1] == Ask(ask("kind"), can_back=False, can_next=False, can_skip=False)


def test_an_accepted_answer_leads_to_the_next_field() -> None:
    progress, outcome = after(PERSON)

    assert outcome == Ask(ask("name"), can_back=True, can_next=False, can_skip=False)
    assert progress.answers == {"kind": "person"}


def test_a_wrong_answer_changes_nothing_and_says_why() -> None:
    before, _ = after(PERSON)

    progress, outcome = engine.step(LEAD, before, Answer(OtherGiven("voice")))

    assert progress is before
    assert isinstance(outcome, Wrong)
    assert outcome.field is ask("name")
    assert outcome.hint.en.startswith("I cannot listen to voice messages.")


def test_a_button_of_another_question_is_refused_even_where_its_value_would_fit() -> None:
    progress, outcome = after(FIRM, ALISHER, Answer(Chosen("5")))

    assert outcome == Wrong(ask("tax"), texts.NOT_OFFERED)
    assert progress.at == "tax"


def test_a_field_that_does_not_apply_is_left_out() -> None:
    assert asked(after(PERSON, ALISHER)[1]) == "telegram"
    assert asked(after(FIRM, ALISHER)[1]) == "tax"


def test_back_goes_to_the_field_before_that_applies_and_next_keeps_its_answer() -> None:
    progress, outcome = after(PERSON, ALISHER, Back())
    assert outcome == Ask(ask("name"), can_back=True, can_next=True, can_skip=False)

    progress, outcome = engine.step(LEAD, progress, Next())

    assert asked(outcome) == "telegram"
    assert progress.answers["name"] == "Alisher"


def test_an_answer_given_after_going_back_replaces_the_first_one() -> None:
    progress, _ = after(PERSON, ALISHER, Back(), Answer(Written("Mohira")))

    assert progress.answers["name"] == "Mohira"


def test_skipping_removes_an_answer_and_next_keeps_a_skipped_field_skipped() -> None:
    progress, _ = after(PERSON, ALISHER, TELEGRAM, Back(), Skip())
    assert "telegram" not in progress.answers

    progress, outcome = after(PERSON, ALISHER, TELEGRAM, Back(), Skip(), Back(), Next())

    assert asked(outcome) == "phone"
    assert progress.passed == ("telegram",)


def test_a_skipped_field_can_be_answered_later() -> None:
    progress, _ = after(PERSON, ALISHER, Skip(), Back(), TELEGRAM)

    assert progress.answers["telegram"] == "alisher"
    assert progress.passed == ()


@pytest.mark.parametrize(
    ("moves", "move", "why"),
    [
        ((), Back(), texts.NO_BACK),
        ((), Next(), texts.NO_NEXT),
        ((), Skip(), texts.NO_SKIP),
        ((), Confirm(), texts.NO_CONFIRM),
        ((PERSON,), Edit("kind"), texts.NO_EDIT),
        (FULL, ALISHER, texts.NO_QUESTION),
        (FULL, Next(), texts.NO_QUESTION),
        (FULL, Skip(), texts.NO_QUESTION),
        (FULL, Edit("tax"), texts.NO_SUCH_FIELD),
        (FULL, Edit("nothing"), texts.NO_SUCH_FIELD),
    ],
)
def test_a_move_that_is_not_possible_says_why_and_changes_nothing(
    moves: tuple[Move, ...], move: Move, why: Text
) -> None:
    before, _ = after(*moves)

    assert engine.step(LEAD, before, move) == (before, Refused(why))


def test_the_summary_shows_the_answers_that_count_and_the_fields_that_can_be_edited() -> None:
    _, outcome = after(*FULL)

    assert isinstance(outcome, Summary)
    assert outcome.answers == COUNTED
    assert [field.name for field in outcome.fields] == ["kind", "name", "telegram", "phone"]
    assert outcome.fault is None


def test_confirming_the_summary_finishes() -> None:
    assert after(*FULL, Confirm())[1] == Finished(COUNTED)


def test_a_form_without_confirmation_ends_with_its_last_field() -> None:
    assert after(*FULL, form=SHORT)[1] == Finished(COUNTED)


def test_an_edited_field_leads_back_to_the_summary() -> None:
    _, outcome = after(*FULL, Edit("name"))
    assert outcome == Ask(ask("name"), can_back=True, can_next=True, can_skip=False)

    _, outcome = after(*FULL, Edit("name"), Answer(Written("Mohira")))

    assert isinstance(outcome, Summary)
    assert outcome.answers["name"] == "Mohira"


@pytest.mark.parametrize("move", [Back(), Next()])
def test_leaving_an_edit_returns_to_the_summary_unchanged(move: Move) -> None:
    assert after(*FULL, Edit("name"), move) == after(*FULL)


def test_going_back_from_the_summary_asks_the_last_field() -> None:
    assert asked(after(*FULL, Back())[1]) == "phone"


def test_a_field_that_an_edit_made_applicable_is_asked_before_the_summary() -> None:
    progress, outcome = after(*FULL, Edit("kind"), FIRM)
    assert asked(outcome) == "tax"

    assert isinstance(engine.step(LEAD, progress, TAX)[1], Summary)
    assert asked(engine.step(LEAD, progress, Back())[1]) == "name"


def test_an_answer_that_no_longer_counts_is_left_out_but_found_again() -> None:
    firm = (FIRM, ALISHER, TAX, TELEGRAM, Skip())
    _, outcome = after(*firm, Edit("kind"), PERSON, Confirm())
    assert outcome == Finished(COUNTED)

    _, outcome = after(*firm, Edit("kind"), PERSON, Edit("kind"), FIRM)

    assert isinstance(outcome, Summary)
    assert outcome.answers["tax"] == 7


def test_a_fault_is_shown_in_the_summary_and_confirming_leads_to_the_field_to_mend() -> None:
    unreachable = (PERSON, ALISHER, Skip(), Skip())
    _, outcome = after(*unreachable)
    assert isinstance(outcome, Summary)
    assert outcome.fault == Fault("telegram", UNREACHABLE)

    _, outcome = after(*unreachable, Confirm())
    assert asked(outcome) == "telegram"
    assert isinstance(outcome, Ask)
    assert outcome.hint == UNREACHABLE

    assert isinstance(after(*unreachable, Confirm(), TELEGRAM, Confirm())[1], Finished)


def test_a_fault_can_be_mended_in_the_other_field_too() -> None:
    moves = (PERSON, ALISHER, Skip(), Skip(), Confirm(), Back(), Edit("phone"), PHONE, Confirm())

    assert isinstance(after(*moves)[1], Finished)


def test_without_confirmation_a_fault_leads_to_the_field_to_mend_at_the_end() -> None:
    moves = (PERSON, ALISHER, Skip(), Skip())
    _, outcome = after(*moves, form=SHORT)
    assert asked(outcome) == "telegram"
    assert isinstance(outcome, Ask)
    assert outcome.hint == UNREACHABLE

    assert isinstance(after(*moves, TELEGRAM, Next(), form=SHORT)[1], Finished)


def test_a_fault_of_a_field_that_does_not_apply_is_put_to_the_last_one() -> None:
    form = replace(LEAD, check=lambda _: Fault("tax", UNREACHABLE))

    assert asked(after(*FULL, Confirm(), form=form)[1]) == "phone"


@pytest.mark.parametrize("count", range(len(FULL) + 1))
def test_after_a_restart_the_same_is_shown_as_before(count: int) -> None:
    progress, outcome = after(*FULL[:count])

    read = Progress.from_json(progress.to_json(), LEAD)

    assert read == progress
    assert engine.current(LEAD, read) == outcome


@pytest.mark.parametrize(
    "changed",
    [
        {"at": "gone"},
        {"at": 1},
        {"answers": {"gone": 1}},
        {"answers": []},
        {"passed": ["gone"]},
        {"passed": ["phone", "phone"]},
        {"passed": ["kind"]},
        {"passed": [{}]},
        {"editing": 1},
    ],
)
def test_a_draft_that_the_form_cannot_go_on_with_is_stale(changed: dict[str, object]) -> None:
    kept = after(PERSON)[0].to_json()

    with pytest.raises(Stale):
        Progress.from_json({**kept, **changed}, LEAD)


@pytest.mark.parametrize("value", [None, [], "{}", {}])
def test_what_is_no_draft_is_stale(value: object) -> None:
    with pytest.raises(Stale):
        Progress.from_json(value, LEAD)


def test_what_a_draft_holds_beside_the_progress_does_not_matter() -> None:
    progress, _ = after(PERSON)

    assert Progress.from_json({**progress.to_json(), "flow": "lead"}, LEAD) == progress


def test_a_withdrawn_choice_is_asked_again_and_the_rest_is_kept() -> None:
    kept = {**after(*FULL)[0].to_json()}
    kept["answers"] = {**COUNTED, "kind": "withdrawn"}

    progress = Progress.from_json(kept, LEAD)

    assert asked(engine.current(LEAD, progress)) == "kind"
    assert isinstance(engine.step(LEAD, progress, PERSON)[1], Summary)


def test_a_skipped_field_that_must_be_answered_now_is_asked_again() -> None:
    *others, phone = LEAD.fields
    stricter = replace(LEAD, fields=(*others, replace(phone, optional=False)))

    progress = Progress.from_json(after(*FULL)[0].to_json(), stricter)

    assert asked(engine.current(stricter, progress)) == "phone"


def test_a_draft_at_a_field_that_does_not_apply_goes_on_with_what_is_missing() -> None:
    progress = replace(after(PERSON, ALISHER)[0], at="tax")

    assert asked(engine.current(LEAD, progress)) == "telegram"


def test_an_answer_that_does_not_count_has_no_say_in_what_is_asked() -> None:
    *others, phone = LEAD.fields
    called = replace(phone, when=lambda answers: "tax" in answers)
    form = replace(LEAD, fields=(*others, called))
    progress, _ = after(FIRM, ALISHER, TAX, TELEGRAM, PHONE, Edit("kind"), PERSON, form=form)

    shown = engine.current(form, progress)

    assert isinstance(shown, Summary)
    assert shown.answers == COUNTED


def test_answers_stay_out_of_reprs() -> None:
    summary, finished = after(*FULL), after(*FULL, Confirm())

    assert "lisher" not in repr((summary, finished, ALISHER))
