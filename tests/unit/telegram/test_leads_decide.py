"""Every decision about leads, by outcome: answers, cards that live on, questions, links."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from store.domain.ids import GuestId, Token
from store.domain.leads import Lead, LeadId
from store.domain.outgoing import Answer, Edit, Say
from store.domain.records import Guest, Maintenance, StaffRole
from store.domain.status import CardStatus, LeadStatus, MaintenanceStatus
from store.domain.texts import bot
from store.domain.texts import leads as texts
from store.steps import (
    AskConfirmation,
    ConnectLead,
    DeleteLead,
    Enqueue,
    MeetUser,
    PullThen,
    RepostCard,
    Step,
    UseConfirmation,
)
from telegram.dialogue import leads
from telegram.dialogue.decide import decide
from telegram.dialogue.intents import (
    Caller,
    ConfirmPress,
    ForgetLead,
    Intent,
    LeadPress,
    Person,
    Place,
    Press,
    ShowLead,
    StartToken,
)
from telegram.dialogue.view import Asked, LeadFacts, Rights, View

ME, OTHER, GROUP = GuestId(77), GuestId(88), -100
ID = LeadId(12)
PERSON = Person(ME, 77, "ru", "anna", "@anna")
PRESS = Press("q1", PERSON, None)
CARD = Place(GROUP, 9)
ROW = 31
ERASED_TEXT = "Данные заявки удалены — статус не меняется"
LEAD = Lead(
    ID, LeadStatus.NEW, CardStatus.PUBLISHED, "Anna", "anna", None, None, None, "landing",
    None, None, None, None, None, "2026-01-01", None, None, GROUP, 9, "2026-01-01", 0,
    "2026-01-01", None, 1, 1, False, None, None, None, None,
)  # fmt: skip
GONE = replace(LEAD, card=CardStatus.ERASED, erased_at="2026-01-02", name=None)
UNPOSTED = replace(LEAD, card=CardStatus.PENDING, chat_id=None, message_id=None)
NEWS = Token("connect-key")


def facts(**changed: Any) -> View:
    not_paused = Maintenance(MaintenanceStatus.OFF, None, None)
    rights = Rights(leads_by_setting=changed.pop("allowed", True))
    asked = changed.pop("asked", None)
    known = replace(LeadFacts(lead=LEAD), **changed)
    guest = Guest(ME, None, None)
    view = View("ru", guest, None, not_paused, False, leads=known)
    return replace(view, rights=rights, asked=asked)


def press(
    target: LeadStatus | None = LeadStatus.DEAL, place: Place | None = CARD, **changed: Any
) -> LeadPress:
    return replace(LeadPress(PRESS, place, ID, target), **changed)


def way(intent: Intent, view: View, *outcomes: str) -> list[Step]:
    """Follow the steps; each pulled trigger, question or deletion takes the next outcome."""
    left = iter(outcomes)
    return list(_walk(decide(intent, view), left))


def _walk(steps: tuple[Step, ...], outcomes: Iterator[str]) -> Iterator[Step]:
    for step in steps:
        yield step
        match step:
            case PullThen():
                yield from _walk(step.then.get(next(outcomes, ""), step.otherwise), outcomes)
            case UseConfirmation() | DeleteLead() | ConnectLead():
                good = next(outcomes, "") == "good"
                yield from _walk(step.then if good else step.otherwise, outcomes)
            case AskConfirmation():
                yield from _walk(step.then(ROW), outcomes)
            case _:
                pass


def bodies(steps: list[Step], kind: type) -> list[Any]:
    return [
        step.body for step in steps if isinstance(step, Enqueue) and isinstance(step.body, kind)
    ]


def answers(steps: list[Step]) -> list[str]:
    return [body.text for body in bodies(steps, Answer)]


def pulled(steps: list[Step]) -> list[tuple[str, str]]:
    return [(step.machine, step.trigger) for step in steps if isinstance(step, PullThen)]


@pytest.mark.parametrize(
    ("outcome", "lead", "answer"),
    [
        ("deal", LEAD, "✅ Сделка"),
        ("wrong_status", LEAD, "Уже так"),
        ("erased", LEAD, ERASED_TEXT),
        ("erased", GONE, ERASED_TEXT),
        ("wrong_status", GONE, ERASED_TEXT),
        ("not_found", LEAD, "Такой заявки нет"),
        ("never heard of", LEAD, "Эта кнопка уже не работает"),
    ],
)
def test_a_press_is_answered_by_what_came_of_it(outcome: str, lead: Lead, answer: str) -> None:
    steps = way(press(), facts(lead=lead), outcome)

    assert answers(steps) == [answer]
    assert pulled(steps) == [("lead", "deal")]
    assert bodies(steps, Edit) == []


def test_a_press_is_pulled_as_a_lead_admin_by_name() -> None:
    pull = decide(press(), facts())[0]

    assert isinstance(pull, PullThen)
    assert (pull.id, pull.by, pull.who, dict(pull.args)) == ("12", "lead_admin", "@anna", {})


@pytest.mark.parametrize(
    ("intent", "view", "answer"),
    [
        (press(), facts(allowed=False), "Нет доступа"),
        (press(target=None), facts(allowed=False), "Нет доступа"),
        (press(target=None), facts(), "Эта кнопка уже не работает"),
        (press(lead_id=None), facts(lead=None), "Эта кнопка уже не работает"),
        (press(), facts(lead=None), "Такой заявки нет"),
    ],
)
def test_a_press_that_changes_nothing_is_answered_all_the_same(
    intent: LeadPress, view: View, answer: str
) -> None:
    steps = way(intent, view)

    assert answers(steps) == [answer]
    assert len(steps) == 1


@pytest.mark.parametrize(
    ("lead", "place", "trigger"),
    [
        (UNPOSTED, CARD, "published"),
        (replace(UNPOSTED, card=CardStatus.PUBLISHED), CARD, "moved"),
        (replace(GONE, chat_id=None, message_id=None), CARD, "moved"),
        (LEAD, Place(GROUP, 10), "moved"),
        (GONE, Place(GROUP, 10), "moved"),
    ],
)
def test_a_card_that_the_row_does_not_know_is_adopted_when_it_is_the_newest(
    lead: Lead, place: Place, trigger: str
) -> None:
    steps = way(press(place=place), facts(lead=lead), "deal")
    adopted = steps[-1]

    assert isinstance(adopted, PullThen)
    assert (adopted.machine, adopted.trigger, adopted.by) == ("lead_card", trigger, "lead_admin")
    assert dict(adopted.args) == {
        "chat_id": place.chat_id,
        "message_id": place.message_id,
        "shown": 0,
        "former_chat": lead.chat_id,
        "former_message": lead.message_id,
    }
    assert answers(steps) == ["✅ Сделка"]
    assert bodies(steps, Edit) == []


@pytest.mark.parametrize("place", [Place(GROUP, 8), Place(-7, 9), Place(-7, 99)])
@pytest.mark.parametrize("lead", [LEAD, GONE])
def test_a_pressed_old_card_says_that_it_moved_and_the_press_still_counts(
    lead: Lead, place: Place
) -> None:
    steps = way(press(place=place), facts(lead=lead), "deal")

    assert bodies(steps, Edit) == [Edit(place.message_id, "Карточка заявки №12 перенесена ниже")]
    assert [step.chat_id for step in steps if isinstance(step, Enqueue)] == [None, place.chat_id]
    assert answers(steps) == ["✅ Сделка"]


@pytest.mark.parametrize("lead", [replace(LEAD, repost=True), replace(LEAD, in_doubt=True)])
def test_while_a_card_is_on_its_way_to_another_chat_no_card_is_touched(lead: Lead) -> None:
    steps = way(press(place=Place(-7, 3)), facts(lead=lead), "deal")

    assert len(steps) == 2
    assert answers(steps) == ["✅ Сделка"]


def test_a_press_on_a_card_out_of_reach_counts() -> None:
    steps = way(press(place=None), facts(lead=UNPOSTED), "deal")

    assert pulled(steps) == [("lead", "deal")]
    assert answers(steps) == ["✅ Сделка"]


def test_a_card_unknown_to_a_lead_that_was_erased_just_now_is_rewritten() -> None:
    steps = way(press(), facts(lead=UNPOSTED), "erased", "erased", "wrong_status")

    assert ("lead_card", "moved") in pulled(steps)
    assert answers(steps) == [ERASED_TEXT]


def test_a_card_unknown_to_a_lead_that_was_deleted_just_now_is_blanked() -> None:
    steps = way(press(), facts(lead=UNPOSTED), "not_found", "not_found")

    assert bodies(steps, Edit) == [Edit(9, "Тестовая заявка №12 удалена")]


def called(*, private: bool = False, masked: bool = False) -> Caller:
    return Caller(replace(PERSON, chat_id=77 if private else GROUP), private, masked)


def show(caller: Caller, lead_id: LeadId | None = ID) -> ShowLead:
    return ShowLead(caller, lead_id)


def forget(caller: Caller, lead_id: LeadId | None = ID, *, whole: bool = False) -> ForgetLead:
    return ForgetLead(caller, lead_id, whole)


def test_the_card_itself_is_the_answer_in_the_group() -> None:
    assert decide(show(called()), facts()) == (RepostCard(ID),)


def test_in_private_it_is_said_that_the_card_will_come() -> None:
    steps = way(show(called(private=True)), facts())

    assert steps[0] == RepostCard(ID)
    assert steps[1] == MeetUser(ME, "ru")
    assert bodies(steps, Say) == [Say("Карточка заявки №12 будет показана снова")]


@pytest.mark.parametrize("make", [show, forget])
@pytest.mark.parametrize(
    ("caller", "lead_id", "view", "said"),
    [
        (called(), ID, facts(allowed=False), "Нет доступа"),
        (called(), None, facts(allowed=False), "Нет доступа"),
        (called(masked=True), ID, facts(), "Нет доступа"),
        (called(private=True), ID, facts(allowed=False), "Нет доступа"),
        (called(), None, facts(lead=None), "Нужен номер заявки, например: {command} 12"),
        (called(), ID, facts(lead=None), "Такой заявки нет"),
    ],
)
def test_a_command_that_cannot_be_followed_is_answered_where_it_was_given(
    make: Any, caller: Caller, lead_id: LeadId | None, view: View, said: str
) -> None:
    steps = way(make(caller, lead_id), view)
    command = "/stickers_lead" if make is show else "/stickers_forget"

    assert bodies(steps, Say) == [Say(said.replace("{command}", command))]
    assert [s.chat_id for s in steps if isinstance(s, Enqueue)] == [caller.person.chat_id]
    assert [type(s) for s in steps if not isinstance(s, Enqueue | MeetUser)] == []


def test_the_card_of_an_erased_lead_is_not_posted_again() -> None:
    steps = way(show(called()), facts(lead=GONE))

    assert bodies(steps, Say) == [Say("Заявка №12: данные удалены")]
    assert len(steps) == 1


@pytest.mark.parametrize(
    ("whole", "action", "question"),
    [
        (False, "forget_lead", texts.ASK_FORGET.of("ru", lead=12)),
        (True, "delete_lead", texts.ASK_DELETE.of("ru", lead=12)),
    ],
)
def test_nothing_is_erased_before_a_confirmation(
    question: str, action: str, *, whole: bool
) -> None:
    steps = way(forget(called(), whole=whole), facts(is_test=True))
    said = bodies(steps, Say)[0]

    assert isinstance(steps[0], AskConfirmation)
    assert (steps[0].user, steps[0].action, steps[0].record) == (ME, action, "12")
    assert said.text == question
    data = [button.data for row in said.buttons for button in row]
    assert data == [f"yes:{ROW}", f"no:{ROW}"]
    assert len(steps) == 2


def test_full_deletion_is_allowed_only_for_a_test_lead() -> None:
    steps = way(forget(called(), whole=True), facts(is_test=False))

    assert bodies(steps, Say) == [Say(texts.NOT_A_TEST.ru)]
    assert len(steps) == 1


def test_an_erased_lead_is_not_asked_about_again() -> None:
    steps = way(forget(called()), facts(lead=GONE))

    assert bodies(steps, Say) == [Say("Данные заявки №12 удалены")]
    assert len(steps) == 1


def answered(*, yes: bool = True, place: Place | None = CARD) -> ConfirmPress:
    return ConfirmPress(PRESS, place, ROW, yes)


def asked(action: str = "forget_lead", **changed: Any) -> View:
    question = Asked(ME, action, "12", timedelta(minutes=59))
    known = {"asked": question, "is_test": True, **changed}
    return facts(**known)


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("erased", "Данные заявки №12 удалены"),
        ("wrong_status", "Данные заявки №12 удалены"),
        ("not_found", "Такой заявки нет"),
    ],
)
def test_a_confirmed_erasure_is_pulled_by_the_admin(outcome: str, said: str) -> None:
    steps = way(answered(), asked(), "good", outcome)
    used, pull = steps[:2]

    assert isinstance(used, UseConfirmation)
    assert (used.row, used.user) == (ROW, ME)
    assert isinstance(pull, PullThen)
    assert (pull.machine, pull.id, pull.trigger) == ("lead_card", "12", "erase")
    assert (pull.by, pull.who) == ("lead_admin", "@anna")
    assert answers(steps) == [said]
    assert bodies(steps, Edit) == [Edit(9, said)]


@pytest.mark.parametrize(
    ("outcome", "lead", "said"),
    [
        ("good", LEAD, "Тестовая заявка №12 удалена"),
        ("no test", LEAD, texts.NOT_A_TEST.ru),
        ("gone", None, "Такой заявки нет"),
    ],
)
def test_a_confirmed_deletion_says_what_came_of_it(
    outcome: str, lead: Lead | None, said: str
) -> None:
    steps = way(answered(), asked("delete_lead", lead=lead), "good", outcome)
    deleted = next(step for step in steps if isinstance(step, DeleteLead))

    assert (deleted.lead_id, deleted.who) == (ID, "@anna")
    assert answers(steps) == [said]
    assert bodies(steps, Edit) == [Edit(9, said)]


def test_a_no_uses_the_question_up_and_deletes_nothing() -> None:
    steps = way(answered(yes=False), asked(), "good")

    assert isinstance(steps[0], UseConfirmation)
    assert answers(steps) == ["Ничего не удалено"]
    assert bodies(steps, Edit) == [Edit(9, "Ничего не удалено")]
    assert pulled(steps) == []


def test_a_question_older_than_an_hour_has_expired() -> None:
    question = Asked(ME, "forget_lead", "12", timedelta(hours=1, seconds=1))
    steps = way(answered(), asked(asked=question), "good")

    assert answers(steps) == ["Эта кнопка уже не работает"]
    assert bodies(steps, Edit) == [Edit(9, "Ничего не удалено")]
    assert pulled(steps) == []


@pytest.mark.parametrize(
    ("view", "answer"),
    [
        (asked(asked=Asked(OTHER, "forget_lead", "12", timedelta())), "Нет доступа"),
        (asked(allowed=False), "Нет доступа"),
        (asked(asked=None), "Эта кнопка уже не работает"),
        (asked(asked=Asked(ME, "other", "x", timedelta())), "Эта кнопка уже не работает"),
    ],
)
@pytest.mark.parametrize("yes", [True, False])
def test_an_answer_of_somebody_else_or_to_no_question_of_ours_uses_nothing_up(
    view: View, answer: str, *, yes: bool
) -> None:
    steps = way(answered(yes=yes), view)

    assert answers(steps) == [answer]
    assert len(steps) == 1


def test_a_question_that_was_used_meanwhile_is_stale() -> None:
    steps = way(answered(), asked(), "used")

    assert answers(steps) == ["Эта кнопка уже не работает"]
    assert pulled(steps) == []


def test_an_answer_below_a_message_out_of_reach_is_still_followed() -> None:
    steps = way(answered(place=None), asked(), "good", "erased")

    assert answers(steps) == ["Данные заявки №12 удалены"]
    assert bodies(steps, Edit) == []


def test_a_record_of_another_kind_of_question_is_no_lead() -> None:
    assert leads.lead_asked_about(Asked(ME, "other", "x", timedelta())) is None


@pytest.mark.parametrize(("outcome", "said"), [("good", texts.GREETING), ("used", texts.LINK_USED)])
@pytest.mark.parametrize("language", ["ru", "uz", "en"])
def test_a_connect_link_is_answered_in_the_persons_language(
    outcome: str, said: Any, language: str
) -> None:
    view = replace(facts(allowed=False, connects=True), language=language)
    steps = way(StartToken(PERSON, NEWS), view, outcome)

    assert steps[0] == MeetUser(ME, language)
    assert bodies(steps, Say) == [Say(said.of(language))]


def test_a_connect_link_puts_the_persons_telegram_on_the_lead() -> None:
    connected = decide(StartToken(PERSON, NEWS), facts(connects=True))[1]

    assert isinstance(connected, ConnectLead)
    assert (connected.key, connected.user, connected.username) == (NEWS, ME, "anna")


def test_the_pause_of_the_booth_does_not_concern_leads() -> None:
    paused = Maintenance(MaintenanceStatus.ADMIN, "Обед", "2026-01-01")
    view = replace(facts(connects=True), maintenance=paused)

    assert bodies(way(StartToken(PERSON, NEWS), view, "good"), Say) == [Say(texts.GREETING.ru)]
    assert answers(way(press(), view, "deal")) == ["✅ Сделка"]


def test_a_payload_that_nobody_knows_stays_an_unknown_link() -> None:
    steps = way(StartToken(PERSON, NEWS), facts(), "not_found")

    assert bodies(steps, Say) == [Say(bot.UNKNOWN_LINK.ru)]


@pytest.mark.parametrize(
    ("rights", "may"),
    [
        (Rights(), False),
        (Rights(operator=True), False),
        (Rights(leads_by_setting=True), True),
        (Rights(staff=StaffRole.LEAD_ADMIN), True),
        (Rights(staff=StaffRole.VIEWER), False),
    ],
)
def test_leads_are_handled_by_those_of_the_setting_and_by_staff(
    rights: Rights, *, may: bool
) -> None:
    steps = way(press(), replace(facts(), rights=rights), "deal")

    assert answers(steps) == (["✅ Сделка"] if may else ["Нет доступа"])
