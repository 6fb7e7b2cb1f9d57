"""Every row of the session table of the specification, one test a sentence."""

from pathlib import Path
from typing import Any

import pytest

from store import messages as m
from store.domain.ids import Token
from store.domain.machine import Role
from store.domain.policy import Policy
from store.domain.reasons import ClosedReason, Notice, Refusal
from tests.machines.desk import GUEST, OTHER, Desk, open_desk

BEFORE_THE_PHOTO = ("session", "linked", "consented", "chosen")


def last(desk: Desk, token: str) -> tuple[Any, ...]:
    return desk.history(token)[-1]


def test_start_on_the_kiosk_makes_an_idle_session(desk: Desk) -> None:
    token = desk.session()

    row = desk.row("sessions", token)
    assert row == {
        "token": token, "status": "idle", "telegram_user_id": None, "template_id": None,
        "closed_reason": None, "notice": None, "kiosk_id": "kiosk-1", "created_at": desk.now,
        "linked_at": None, "consented_at": None,
    }  # fmt: skip
    assert desk.history(token) == [(None, "idle", "create", "kiosk", None, desk.now)]


def test_start_is_refused_during_maintenance_and_makes_nothing(desk: Desk) -> None:
    desk.pause()

    made = desk.do(m.CreateSession(Token("token-x"), None, desk.at))

    assert made == m.Refused(Refusal.MAINTENANCE)
    assert desk.rows("SELECT 1 FROM sessions") == []


def test_the_token_links_the_session_to_the_guest(desk: Desk) -> None:
    token = desk.session()
    now = desk.later(5)

    desk.fire("session", token, "link", Role.GUEST, guest=GUEST)

    row = desk.row("sessions", token)
    assert (row["status"], row["telegram_user_id"], row["linked_at"]) == ("linked", GUEST, now)
    assert last(desk, token) == ("idle", "linked", "link", "guest", None, now)


def test_the_same_guest_starting_again_stays_linked(desk: Desk) -> None:
    token = desk.linked()
    now = desk.later(5)

    desk.fire("session", token, "link", Role.GUEST, guest=GUEST)

    assert desk.row("sessions", token)["status"] == "linked"
    assert last(desk, token) == ("linked", "linked", "link", "guest", None, now)


def test_the_same_guest_starting_again_steps_back_from_consent(desk: Desk) -> None:
    token = desk.consented()

    desk.fire("session", token, "link", Role.GUEST, guest=GUEST)

    assert desk.row("sessions", token)["status"] == "linked"
    assert last(desk, token)[:3] == ("consented", "linked", "link")


@pytest.mark.parametrize("step", ["linked", "consented", "chosen"])
def test_another_guest_cannot_take_a_session(desk: Desk, step: str) -> None:
    token = getattr(desk, step)(GUEST)
    before = desk.row("sessions", token)

    refused = desk.pull("session", token, "link", Role.GUEST, guest=OTHER)

    assert refused == m.Refused(Refusal.SOMEBODY_ELSE)
    assert desk.row("sessions", token) == before


def test_the_same_guest_starting_again_after_the_choice_changes_nothing(desk: Desk) -> None:
    token = desk.chosen()
    before = desk.row("sessions", token)

    refused = desk.pull("session", token, "link", Role.GUEST, guest=GUEST)

    assert refused == m.Refused(Refusal.NOTHING_LEFT_OUT)
    assert desk.row("sessions", token) == before


def test_consent_is_written_for_the_guest_in_the_same_step(desk: Desk) -> None:
    token = desk.linked()
    now = desk.later(3)

    desk.fire("session", token, "consent", Role.GUEST, guest=GUEST)

    row = desk.row("sessions", token)
    assert (row["status"], row["consented_at"]) == ("consented", now)
    assert desk.rows("SELECT * FROM users") == [
        {"telegram_user_id": GUEST, "consented_at": now, "pack_name": None}
    ]


def test_consent_pressed_again_stays_consented(desk: Desk) -> None:
    token = desk.consented()
    now = desk.later(3)

    desk.fire("session", token, "consent", Role.GUEST, guest=GUEST)

    assert last(desk, token) == ("consented", "consented", "consent", "guest", None, now)
    assert desk.rows("SELECT consented_at FROM users") == [{"consented_at": now}]


def test_consent_of_another_guest_is_refused(desk: Desk) -> None:
    token = desk.linked()

    refused = desk.pull("session", token, "consent", Role.GUEST, guest=OTHER)

    assert refused == m.Refused(Refusal.SOMEBODY_ELSE)
    assert desk.rows("SELECT * FROM users") == []


def test_consent_before_the_link_is_refused(desk: Desk) -> None:
    refused = desk.pull("session", desk.session(), "consent", Role.GUEST, guest=GUEST)

    assert refused == m.Refused(Refusal.WRONG_STATUS)


def test_an_outfit_is_chosen_after_consent(desk: Desk) -> None:
    token = desk.consented()

    desk.fire("session", token, "choose", Role.KIOSK, template_id="chapan")

    row = desk.row("sessions", token)
    assert (row["status"], row["template_id"]) == ("template_chosen", "chapan")
    assert last(desk, token)[:4] == ("consented", "template_chosen", "choose", "kiosk")


def test_another_outfit_may_be_tapped(desk: Desk) -> None:
    token = desk.chosen()

    desk.fire("session", token, "choose", Role.KIOSK, template_id="astronaut")

    row = desk.row("sessions", token)
    assert (row["status"], row["template_id"]) == ("template_chosen", "astronaut")


@pytest.mark.parametrize("step", ["session", "linked"])
def test_no_outfit_without_consent(desk: Desk, step: str) -> None:
    token = getattr(desk, step)()

    refused = desk.pull("session", token, "choose", Role.KIOSK, template_id="chapan")

    assert refused == m.Refused(Refusal.WRONG_STATUS)


def test_an_outfit_that_is_not_offered_is_refused(desk: Desk) -> None:
    refused = desk.pull("session", desk.consented(), "choose", Role.KIOSK, template_id="none")

    assert refused == m.Refused(Refusal.UNKNOWN_TEMPLATE)


def test_no_outfit_during_maintenance(desk: Desk) -> None:
    token = desk.consented()
    desk.pause()

    refused = desk.pull("session", token, "choose", Role.KIOSK, template_id="chapan")

    assert refused == m.Refused(Refusal.MAINTENANCE)


def test_the_photo_moves_the_session_and_queues_the_job_together(desk: Desk) -> None:
    token = desk.chosen()

    taken = desk.take_photo(token, key="k")

    assert isinstance(taken, m.PhotoTaken)
    job = desk.row("jobs", taken.job.id)
    assert desk.row("sessions", token)["status"] == "photo_taken"
    assert (job["status"], job["session_token"], job["telegram_user_id"]) == (
        "queued",
        token,
        GUEST,
    )
    assert (job["template_id"], job["photo"], job["attempts"]) == ("chapan", taken.job.photo, 0)
    assert (job["created_at"], job["not_before"], job["idempotency_key"]) == (
        desk.now, desk.now, "k",
    )  # fmt: skip
    assert last(desk, token)[:3] == ("template_chosen", "photo_taken", "photo")
    assert desk.history(taken.job.id) == [(None, "queued", "enqueue", "kiosk", None, desk.now)]


def test_the_job_speaks_the_guests_language(desk: Desk) -> None:
    desk.connection.execute(
        "INSERT INTO bot_users (telegram_user_id, language, created_at) VALUES (?, 'uz', 'x')",
        (GUEST,),
    )

    assert desk.row("jobs", desk.job())["language"] == "uz"


def test_a_photo_repeated_with_its_key_returns_the_same_job(desk: Desk) -> None:
    token = desk.chosen()
    first = desk.take_photo(token, key="k")
    desk.pause()

    again = desk.take_photo(token, key="k")

    assert isinstance(first, m.PhotoTaken)
    assert isinstance(again, m.PhotoTaken)
    assert (again.job, again.repeated, first.repeated) == (first.job, True, False)


@pytest.mark.parametrize("key", ["other", None])
def test_a_second_photo_without_the_key_is_refused(desk: Desk, key: str | None) -> None:
    token = desk.chosen()
    desk.take_photo(token, key="k")

    assert desk.take_photo(token, key=key) == m.Refused(Refusal.WRONG_STATUS)
    assert len(desk.rows("SELECT 1 FROM jobs")) == 1


def test_no_photo_during_maintenance(desk: Desk) -> None:
    token = desk.chosen()
    desk.pause()

    assert desk.take_photo(token) == m.Refused(Refusal.MAINTENANCE)
    assert desk.row("sessions", token)["status"] == "template_chosen"


@pytest.mark.parametrize("step", ["session", "linked", "consented"])
def test_no_photo_before_the_choice(desk: Desk, step: str) -> None:
    assert desk.take_photo(getattr(desk, step)()) == m.Refused(Refusal.WRONG_STATUS)


@pytest.mark.parametrize("reason", list(ClosedReason))
@pytest.mark.parametrize("step", BEFORE_THE_PHOTO)
def test_the_kiosk_gives_a_session_up_with_its_reason(
    desk: Desk, step: str, reason: ClosedReason
) -> None:
    token = getattr(desk, step)()
    before = desk.row("sessions", token)["status"]

    desk.fire("session", token, "expire", Role.KIOSK, reason=reason.value)

    row = desk.row("sessions", token)
    assert (row["status"], row["closed_reason"], row["notice"]) == ("expired", reason.value, None)
    assert last(desk, token)[:4] == (before, "expired", "expire", "kiosk")
    assert desk.rows("SELECT * FROM jobs") == []


def test_an_unknown_reason_counts_as_a_kiosk_reset() -> None:
    assert ClosedReason.of("tablet on fire") is ClosedReason.KIOSK_RESET


def test_a_session_with_its_photo_taken_does_not_expire(desk: Desk) -> None:
    token = desk.row("jobs", desk.job())["session_token"]

    refused = desk.pull("session", token, "expire", Role.KIOSK, reason="cancel")

    assert refused == m.Refused(Refusal.WRONG_STATUS)


@pytest.mark.parametrize(
    ("trigger", "by", "args"),
    [
        ("link", Role.GUEST, {"guest": GUEST}),
        ("consent", Role.GUEST, {"guest": GUEST}),
        ("choose", Role.KIOSK, {"template_id": "chapan"}),
        ("expire", Role.KIOSK, {"reason": "cancel"}),
    ],
)
def test_nothing_leaves_an_expired_session(
    desk: Desk, trigger: str, by: Role, args: dict[str, Any]
) -> None:
    token = desk.chosen()
    desk.fire("session", token, "expire", Role.KIOSK, reason="cancel")

    assert desk.pull("session", token, trigger, by, **args) == m.Refused(Refusal.WRONG_STATUS)


@pytest.mark.parametrize(("state", "notice"), [("done", "pack_ready"), ("job", "pack_in_progress")])
def test_the_pack_limit_at_start_closes_the_session_with_a_notice(
    desk: Desk, state: str, notice: str
) -> None:
    getattr(desk, state)()
    token = desk.session()

    fired = desk.fire("session", token, "link", Role.GUEST, guest=GUEST)

    row = desk.row("sessions", token)
    assert (row["status"], row["notice"], row["closed_reason"]) == ("expired", notice, None)
    assert row["telegram_user_id"] == GUEST
    assert fired.outcome == notice


@pytest.mark.parametrize(("state", "notice"), [("done", "pack_ready"), ("job", "pack_in_progress")])
@pytest.mark.parametrize("step", ["linked", "consented", "chosen"])
def test_the_pack_limit_at_a_second_start_closes_the_session(
    desk: Desk, step: str, state: str, notice: str
) -> None:
    token = getattr(desk, step)()
    getattr(desk, state)()

    desk.fire("session", token, "link", Role.GUEST, guest=GUEST)

    row = desk.row("sessions", token)
    assert (row["status"], row["notice"]) == ("expired", notice)


@pytest.mark.parametrize(("state", "notice"), [("done", "pack_ready"), ("job", "pack_in_progress")])
@pytest.mark.parametrize("step", ["consented", "chosen"])
def test_the_pack_limit_at_the_choice_closes_the_session(
    desk: Desk, step: str, state: str, notice: str
) -> None:
    token = getattr(desk, step)()
    getattr(desk, state)()

    desk.fire("session", token, "choose", Role.KIOSK, template_id="chapan")

    row = desk.row("sessions", token)
    assert (row["status"], row["notice"], row["closed_reason"]) == ("expired", notice, None)


@pytest.mark.parametrize(
    ("state", "notice"), [("done", Notice.PACK_READY), ("job", Notice.PACK_IN_PROGRESS)]
)
def test_the_pack_limit_inside_the_photo_transaction_closes_the_session(
    desk: Desk, state: str, notice: Notice
) -> None:
    token = desk.chosen()
    getattr(desk, state)()

    fired = desk.take_photo(token)

    assert isinstance(fired, m.Fired)
    assert fired.outcome == notice
    assert desk.row("sessions", token)["notice"] == notice
    assert len(desk.rows("SELECT 1 FROM jobs")) == 1


def test_of_two_photos_of_one_guest_one_is_taken(desk: Desk) -> None:
    first, second = desk.chosen(), desk.chosen()

    taken, stopped = desk.take_photo(first), desk.take_photo(second)

    assert isinstance(taken, m.PhotoTaken)
    assert isinstance(stopped, m.Fired)
    assert stopped.outcome == Notice.PACK_IN_PROGRESS


def test_a_failed_job_does_not_count_against_the_limit(desk: Desk) -> None:
    desk.failed()

    assert desk.row("sessions", desk.linked())["status"] == "linked"


def test_a_larger_limit_lets_the_guest_come_again(tmp_path: Path) -> None:
    with open_desk(tmp_path / "two.db", Policy(pack_limit=2)) as desk:
        desk.done()
        desk.done()

        fired = desk.fire("session", desk.session(), "link", Role.GUEST, guest=GUEST)

    assert fired.outcome == Notice.PACK_READY


def test_the_limit_of_one_guest_does_not_stop_another(desk: Desk) -> None:
    desk.done(GUEST)

    assert desk.row("sessions", desk.linked(OTHER))["status"] == "linked"


def test_a_guest_reset_removes_the_guests_rows_and_tells_which_photos_may_go(desk: Desk) -> None:
    job = desk.job()
    token = desk.row("jobs", job)["session_token"]
    kept = desk.job(OTHER)

    photos, _, topics = desk.attempt(m.ResetGuest(GUEST, "900", desk.at))

    assert photos == (f"{job}.jpg",)
    assert [row["id"] for row in desk.rows("SELECT id FROM jobs")] == [kept]
    assert len(desk.rows("SELECT 1 FROM sessions")) == 1
    assert topics >= {f"session:{token}", "jobs"}
    assert desk.rows("SELECT action, record, who, at FROM actions") == [
        {"action": "reset_guest", "record": str(GUEST), "who": "900", "at": desk.now}
    ]


def test_a_guest_reset_rings_the_tablet_of_a_session_without_a_job(desk: Desk) -> None:
    token = desk.consented()

    _, _, topics = desk.attempt(m.ResetGuest(GUEST, "900", desk.at))

    assert f"session:{token}" in topics


def test_a_reset_guest_may_come_again(desk: Desk) -> None:
    desk.done()
    desk.do(m.ResetGuest(GUEST, "900", desk.at))

    assert desk.row("sessions", desk.linked())["status"] == "linked"
    assert desk.rows("SELECT pack_name FROM users") == [{"pack_name": None}]


def test_a_guest_reset_takes_back_what_was_not_sent(desk: Desk) -> None:
    desk.done()

    desk.do(m.ResetGuest(GUEST, "900", desk.at))

    assert desk.texts(GUEST) == []


def test_the_worker_of_a_reset_guest_finds_its_step_refused(desk: Desk) -> None:
    job = desk.processing()
    desk.do(m.ResetGuest(GUEST, "900", desk.at))

    assert desk.create_set(job) == m.Refused(Refusal.NOT_FOUND)
