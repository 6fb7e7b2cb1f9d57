"""Commands beside the machines: settings, outfits; and what queries show of them."""

from datetime import datetime

import pytest

from store import messages as m
from store import queries
from store.domain.policy import Policy, expected_wait
from store.domain.records import Outfit
from tests.machines.desk import GUEST, OTHER, Desk


def test_a_setting_is_written_and_overwritten(desk: Desk) -> None:
    desk.do(m.PutSetting("k", "a", desk.at))
    desk.do(m.PutSetting("k", "b", desk.at))

    assert queries.setting(desk.connection, "k") == "b"


def test_bundled_outfits_are_renewed_at_each_start(desk: Desk) -> None:
    renewed = (Outfit("chapan", {"ru": "Новый"}, "elsewhere", 0),)

    assert desk.do(m.SeedOutfits(renewed, desk.at)) == 1

    assert queries.outfit(desk.connection, "chapan") == renewed[0]
    assert [outfit.id for outfit in queries.outfits(desk.connection)] == ["chapan", "astronaut"]


def test_an_outfit_that_an_operator_made_is_left_alone(desk: Desk) -> None:
    desk.connection.execute("UPDATE templates SET bundled = 0, folder = 'own'")

    desk.do(m.SeedOutfits((Outfit("chapan", {"ru": "x"}, "bundled", 1),), desk.at))

    found = queries.outfit(desk.connection, "chapan")
    assert found is not None
    assert found.folder == "own"


def test_an_outfit_taken_out_is_not_offered_but_known(desk: Desk) -> None:
    desk.connection.execute("UPDATE templates SET active = 0 WHERE id = 'chapan'")

    assert [outfit.id for outfit in queries.outfits(desk.connection)] == ["astronaut"]
    assert queries.outfit(desk.connection, "chapan") is not None


def test_a_time_without_a_zone_breaks_its_command(desk: Desk) -> None:
    _, error, _ = desk.attempt(m.PutSetting("k", "a", datetime(2026, 1, 1)))  # noqa: DTZ001

    assert error is not None


def test_a_queued_job_knows_how_many_are_ahead(desk: Desk) -> None:
    desk.job(GUEST)
    desk.later(1)
    token = desk.row("jobs", desk.job(OTHER))["session_token"]

    found = queries.session_with_job(desk.connection, token)

    assert found is not None
    assert found.ahead == 1


def test_the_outlook_is_the_median_of_deliveries_and_the_jobs_before_a_new_one(desk: Desk) -> None:
    assert queries.outlook(desk.connection).typical is None
    job = desk.delivering(GUEST)
    desk.later(40)
    desk.connection.execute(
        "UPDATE jobs SET status = 'done', link_sent_at = ? WHERE id = ?", (desk.now, job)
    )
    desk.job(OTHER)

    outlook = queries.outlook(desk.connection)

    assert outlook.ahead == 1
    assert outlook.typical == pytest.approx(40, abs=0.01)


@pytest.mark.parametrize(
    ("ahead", "slots", "typical", "wait"),
    [
        (0, 2, 30.0, 30.0),
        (1, 2, 30.0, 30.0),
        (2, 2, 30.0, 60.0),
        (5, 1, 10.0, 60.0),
        (5, 1, None, None),
    ],
)
def test_the_expected_wait_grows_with_the_queue(
    ahead: int, slots: int, typical: float | None, wait: float | None
) -> None:
    assert expected_wait(ahead, slots, typical) == wait


def test_selfies_go_when_delivered_or_long_failed(desk: Desk) -> None:
    done = desk.done(GUEST)
    failed = desk.failed(OTHER)
    failed_at = desk.now

    early = queries.photos_to_remove(desk.connection, "2000")
    late = queries.photos_to_remove(desk.connection, failed_at)

    assert early == (f"{done}.jpg",)
    assert set(late) == {f"{done}.jpg", f"{failed}.jpg"}
    assert queries.photos_in_use(desk.connection) == {f"{done}.jpg", f"{failed}.jpg"}


def test_a_policy_counts_from_the_present(desk: Desk) -> None:
    policy = Policy(retry_delay=0.5, delay_notice=1.5, job_deadline=2.5, photo_retention=3.5)

    assert (policy.retry_at(desk.at) - desk.at).total_seconds() == 0.5
    assert (desk.at - policy.delayed(desk.at)).total_seconds() == 1.5
    assert (desk.at - policy.overdue(desk.at)).total_seconds() == 2.5
    assert (desk.at - policy.photo_kept_from(desk.at)).total_seconds() == 3.5
