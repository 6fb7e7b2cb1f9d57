"""Every decision of the guests' dialogue, row by row, by what the person reads."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from store.domain.ids import GuestId, Token
from store.domain.outgoing import Answer, Button, Edit, Keys, Say
from store.domain.reasons import ClosedReason, Notice
from store.domain.records import Guest, Maintenance, Session
from store.domain.status import MaintenanceStatus, SessionStatus
from store.domain.texts import bot
from store.domain.texts.text import Text
from store.steps import Enqueue, MarkBlocked, MeetUser, PullThen, Step
from telegram.botapi.html import units
from telegram.dialogue.decide import decide
from telegram.dialogue.intents import (
    Blocked,
    Consent,
    Help,
    Ignored,
    Intent,
    OtherPress,
    Person,
    PlainStart,
    Press,
    StartToken,
    Unblocked,
    Unclear,
    person_of,
)
from telegram.dialogue.view import View

ME, OTHER = GuestId(77), GuestId(88)
TOKEN = Token("abc_DEF-123")
PERSON = Person(ME, 77, "ru")
PRESS = Press("q1", PERSON, 9)
NOT_PAUSED = Maintenance(MaintenanceStatus.OFF, None, None)
NEW = View("ru", Guest(ME, None, None), None, NOT_PAUSED, in_progress=False)
LINK = "https://t.me/addstickers/pack_by_bot"
OPEN = ((Button("Открыть набор", url=LINK),),)
HAVE_PACK = f"У тебя уже есть набор: {LINK}"


def session(
    status: SessionStatus, owner: GuestId | None = ME, notice: Notice | None = None
) -> Session:
    closed = status is SessionStatus.EXPIRED and notice is None
    reason = ClosedReason.QR_TIMEOUT if closed else None
    return Session(TOKEN, status, owner, None, reason, notice, None, "2026-01-01")


def seen(
    status: SessionStatus | None = None,
    owner: GuestId | None = ME,
    notice: Notice | None = None,
    *,
    pack: bool = False,
    in_progress: bool = False,
) -> View:
    guest = Guest(ME, None, "pack_by_bot" if pack else None)
    found = session(status, owner, notice) if status else None
    return replace(NEW, session=found, guest=guest, in_progress=in_progress)


def paused(status: MaintenanceStatus, text: str | None) -> View:
    return replace(NEW, maintenance=Maintenance(status, text, "2026-01-01"))


@dataclass
class Said:
    """What one way through the steps says."""

    say: list[Say]
    edit: list[Edit]
    answer: list[Answer]
    pulled: list[str]


def carried_out(intent: Intent, view: View, outcome: str = "") -> Said:
    """Follow the steps, with every pulled trigger ending in `outcome`."""
    said = Said([], [], [], [])
    for step in _walk(decide(intent, view), outcome, said):
        assert step.repeatable
        match step.body:
            case Say() as body:
                assert step.chat_id == PERSON.chat_id
                said.say.append(replace(body, keys=None))
            case Edit() as body:
                assert step.chat_id == PERSON.chat_id
                said.edit.append(body)
            case Answer() as body:
                assert step.chat_id is None
                said.answer.append(body)
    return said


def _walk(steps: tuple[Step, ...], outcome: str, said: Said) -> Iterator[Enqueue]:
    for step in steps:
        if isinstance(step, Enqueue):
            yield step
        if isinstance(step, PullThen):
            assert (step.machine, step.id, step.by) == ("session", TOKEN, "guest")
            assert step.args == {"guest": ME}
            said.pulled.append(step.trigger)
            yield from _walk(step.then.get(outcome, step.otherwise), outcome, said)


START = StartToken(PERSON, TOKEN)
CONSENT = Consent(PRESS, TOKEN)
QUESTION = Say(bot.ASK_CONSENT.ru, ((Button("✅ Согласен", data=f"consent:{TOKEN}"),),))

STARTS = [
    ("linked", seen(SessionStatus.IDLE, None), QUESTION),
    ("linked", seen(SessionStatus.CONSENTED), QUESTION),
    ("pack_ready", seen(SessionStatus.IDLE, None, pack=True), Say(HAVE_PACK, OPEN)),
    ("pack_ready", seen(SessionStatus.IDLE, None), Say(bot.HAVE_PACK_NO_LINK.ru)),
    ("pack_in_progress", seen(SessionStatus.IDLE, None), Say(bot.IN_PROGRESS.ru)),
    ("not_found", seen(), Say(bot.UNKNOWN_LINK.ru)),
    ("somebody_else", seen(SessionStatus.LINKED, OTHER), Say(bot.SOMEBODY_ELSE.ru)),
    ("nothing_left_out", seen(SessionStatus.TEMPLATE_CHOSEN), Say(bot.CHOOSE_ON_TABLET.ru)),
    ("wrong_status", seen(SessionStatus.EXPIRED), Say(bot.CLOSED.ru)),
    ("wrong_status", seen(SessionStatus.EXPIRED, None), Say(bot.CLOSED.ru)),
    ("wrong_status", seen(SessionStatus.EXPIRED, OTHER), Say(bot.CLOSED.ru)),
    ("wrong_status", seen(SessionStatus.EXPIRED, pack=True), Say(bot.CLOSED.ru)),
    (
        "wrong_status",
        seen(SessionStatus.EXPIRED, notice=Notice.PACK_READY, pack=True),
        Say(HAVE_PACK, OPEN),
    ),
    (
        "wrong_status",
        seen(SessionStatus.EXPIRED, notice=Notice.PACK_IN_PROGRESS, in_progress=True),
        Say(bot.IN_PROGRESS.ru),
    ),
    (
        "wrong_status",
        seen(SessionStatus.EXPIRED, OTHER, notice=Notice.PACK_READY, pack=True),
        Say(bot.CLOSED.ru),
    ),
    (
        "wrong_status",
        seen(SessionStatus.PHOTO_TAKEN, in_progress=True),
        Say(bot.IN_PROGRESS.ru),
    ),
    ("wrong_status", seen(SessionStatus.PHOTO_TAKEN, pack=True), Say(HAVE_PACK, OPEN)),
    ("wrong_status", seen(SessionStatus.PHOTO_TAKEN), Say(bot.CLOSED.ru)),
    ("wrong_status", seen(SessionStatus.PHOTO_TAKEN, OTHER), Say(bot.SOMEBODY_ELSE.ru)),
    ("wrong_status", seen(SessionStatus.IDLE, None), Say(bot.CLOSED.ru)),
]


@pytest.mark.parametrize(("outcome", "view", "reply"), STARTS)
def test_a_start_with_a_token_is_answered_by_its_outcome(
    outcome: str, view: View, reply: Say
) -> None:
    said = carried_out(START, view, outcome)

    assert said.pulled == ["link"]
    assert (said.say, said.edit, said.answer) == ([reply], [], [])


def test_a_guest_whose_photo_leaves_the_booth_is_told_so_before_agreeing() -> None:
    view = replace(seen(SessionStatus.IDLE, None), photo_leaves=True)

    assert carried_out(START, view, "linked").say[0].text == bot.ASK_CONSENT_CLOUD.ru


@pytest.mark.parametrize("token", [None, Token("a" * 57), Token("a" * 64)])
def test_a_payload_that_cannot_be_a_token_is_an_unknown_link(token: Token | None) -> None:
    said = carried_out(StartToken(PERSON, token), NEW)

    assert said.say == [Say(bot.UNKNOWN_LINK.ru)]
    assert said.pulled == []


TO_CLOSED = Edit(9, bot.CLOSED.ru)
TO_UNKNOWN = Edit(9, bot.UNKNOWN_LINK.ru)
TO_PROGRESS = Edit(9, bot.IN_PROGRESS.ru)
CONSENTS = [
    ("consented", seen(SessionStatus.LINKED), "", Edit(9, bot.AGREED.ru)),
    ("consented", seen(SessionStatus.CONSENTED), "", Edit(9, bot.AGREED.ru)),
    ("not_found", seen(), bot.UNKNOWN_LINK.ru, TO_UNKNOWN),
    ("wrong_status", seen(SessionStatus.EXPIRED), bot.CLOSED.ru, TO_CLOSED),
    ("wrong_status", seen(SessionStatus.EXPIRED, OTHER), bot.CLOSED.ru, TO_CLOSED),
    (
        "wrong_status",
        seen(SessionStatus.TEMPLATE_CHOSEN),
        bot.CHOOSE_ON_TABLET.ru,
        Edit(9, bot.CHOOSE_ON_TABLET.ru),
    ),
    (
        "wrong_status",
        seen(SessionStatus.PHOTO_TAKEN, in_progress=True),
        bot.IN_PROGRESS.ru,
        TO_PROGRESS,
    ),
    (
        "wrong_status",
        seen(SessionStatus.EXPIRED, notice=Notice.PACK_READY, pack=True),
        HAVE_PACK,
        Edit(9, HAVE_PACK, OPEN),
    ),
]


@pytest.mark.parametrize(("outcome", "view", "answered", "shown"), CONSENTS)
def test_a_consent_is_answered_and_its_question_replaced(
    outcome: str, view: View, answered: str, shown: Edit
) -> None:
    said = carried_out(CONSENT, view, outcome)

    assert said.pulled == ["consent"]
    assert said.answer == [Answer("q1", answered)]
    assert (said.say, said.edit) == ([], [shown])


@pytest.mark.parametrize(
    ("outcome", "view"),
    [
        ("somebody_else", seen(SessionStatus.LINKED, OTHER)),
        ("wrong_status", seen(SessionStatus.TEMPLATE_CHOSEN, OTHER)),
        ("wrong_status", seen(SessionStatus.PHOTO_TAKEN, OTHER)),
        ("wrong_status", seen(SessionStatus.IDLE, None)),
    ],
)
def test_consent_to_somebody_elses_session_is_refused_in_a_dialog_only(
    outcome: str, view: View
) -> None:
    said = carried_out(CONSENT, view, outcome)

    assert said.answer == [Answer("q1", bot.SOMEBODY_ELSE.ru, alert=True)]
    assert (said.say, said.edit) == ([], [])


def test_a_question_out_of_reach_is_answered_below() -> None:
    said = carried_out(Consent(replace(PRESS, message_id=None), TOKEN), NEW, "consented")

    assert said.answer == [Answer("q1")]
    assert (said.say, said.edit) == ([Say(bot.AGREED.ru)], [])


def test_an_unknown_button_is_answered_with_nothing() -> None:
    assert carried_out(OtherPress(PRESS), NEW) == Said([], [], [Answer("q1")], [])


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        (PlainStart(PERSON), bot.WELCOME),
        (Help(PERSON), bot.HELP),
        (Unclear(PERSON), bot.NOT_UNDERSTOOD),
    ],
)
def test_plain_words_are_answered_in_the_guests_language(intent: Intent, text: Text) -> None:
    assert carried_out(intent, replace(NEW, language="uz")).say == [Say(text.uz)]


@pytest.mark.parametrize("intent", [PlainStart(PERSON), Help(PERSON), Unclear(PERSON)])
def test_plain_words_bring_the_keyboard_along(intent: Intent) -> None:
    said = decide(intent, NEW)[1]

    assert isinstance(said, Enqueue)
    assert isinstance(said.body, Say)
    assert said.body.keys == Keys((("🎁 Мой набор", "❓ Помощь"), ("🌐 Язык",)))


@pytest.mark.parametrize(
    "intent", [START, CONSENT, PlainStart(PERSON), Help(PERSON), Unclear(PERSON)]
)
def test_whoever_writes_is_met_first(intent: Intent) -> None:
    assert decide(intent, replace(NEW, language="en"))[0] == MeetUser(ME, "en")


@pytest.mark.parametrize("intent", [START, PlainStart(PERSON)])
@pytest.mark.parametrize(
    ("view", "text"),
    [
        (paused(MaintenanceStatus.ADMIN, None), bot.PAUSED.ru),
        (paused(MaintenanceStatus.ADMIN, " "), bot.PAUSED.ru),
        (
            paused(MaintenanceStatus.ADMIN, "Обед до <15:00> & чай"),
            "Обед до &lt;15:00&gt; &amp; чай",
        ),
        (paused(MaintenanceStatus.AUTO, "openai has no funds"), bot.PAUSED.ru),
        (paused(MaintenanceStatus.ENV, None), bot.PAUSED.ru),
    ],
)
def test_during_a_pause_a_start_gets_the_maintenance_text_and_links_nothing(
    intent: Intent, view: View, text: str
) -> None:
    assert carried_out(intent, view) == Said([Say(text)], [], [], [])


def test_an_operators_long_text_is_cut_to_what_a_message_holds() -> None:
    view = paused(MaintenanceStatus.ADMIN, "😀" * 4000)

    assert units(carried_out(START, view).say[0].text) <= 4096


def test_consent_during_a_pause_is_recorded_and_the_pause_is_told() -> None:
    said = carried_out(CONSENT, paused(MaintenanceStatus.ADMIN, None), "consented")

    assert said.pulled == ["consent"]
    assert said.edit == [Edit(9, bot.AGREED.ru)]
    assert said.say == [Say(bot.PAUSED.ru)]


def test_help_is_given_during_a_pause() -> None:
    assert carried_out(Help(PERSON), paused(MaintenanceStatus.ENV, None)).say == [Say(bot.HELP.ru)]


def test_a_block_is_remembered_and_its_end_too() -> None:
    assert decide(Blocked(PERSON), NEW) == (MarkBlocked(ME),)
    assert decide(Unblocked(PERSON), NEW) == (MeetUser(ME, "ru"),)


def test_what_is_ignored_has_no_steps_and_needs_no_records() -> None:
    assert decide(Ignored(), NEW) == ()
    assert person_of(Ignored()) is None


def test_all_messages_of_a_decision_have_keys_of_their_own() -> None:
    view = paused(MaintenanceStatus.ADMIN, None)
    pulled = decide(CONSENT, view)[1]
    assert isinstance(pulled, PullThen)

    for steps in (*pulled.then.values(), pulled.otherwise):
        keys = [step.key for step in steps if isinstance(step, Enqueue)]
        assert len(keys) == len(set(keys))
        assert steps


def test_the_fixed_russian_texts_are_the_contracts() -> None:
    closed = carried_out(START, seen(SessionStatus.EXPIRED), "wrong_status").say[0].text
    in_progress = carried_out(START, NEW, "pack_in_progress").say[0].text

    assert closed == "Сессия закрыта, нажми «СТАРТ» на планшете."
    assert in_progress == "Твой набор уже готовится ⏳…"
