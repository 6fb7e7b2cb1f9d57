"""The books: a call is there before it is made, unknown is spent, the ceiling holds."""

import pytest

from store import messages as m
from store import money_messages as mm
from store import money_queries
from store.domain.calls import CallKind, Verdict
from store.domain.ids import JobId
from store.domain.machine import Role
from tests.machines.desk import ADMINS, GUEST, SLOT, Desk


def begin(desk: Desk, job: JobId, reserve: float = 0.1, ceiling: float = 1.0) -> mm.Begun:
    begun = desk.do(begin_command(desk, job, reserve, ceiling))
    assert isinstance(begun, mm.Begun), begun
    return begun


def begin_command(
    desk: Desk, job: JobId, reserve: float = 0.1, ceiling: float = 1.0, owner: str = SLOT
) -> mm.BeginCall:
    return mm.BeginCall(
        job, owner, "openai", "model-1", CallKind.DRAW, 3, reserve, ceiling, desk.at
    )


def settle(desk: Desk, call: int, verdict: Verdict, usd: float | None) -> None:
    desk.do(mm.SettleCall(call, verdict, usd, 2.5, desk.at, 700, 800, "429 code", "req_1"))


def cost(desk: Desk, job: JobId) -> float:
    (row,) = desk.rows("SELECT cost_usd FROM jobs WHERE id = ?", job)
    return float(row["cost_usd"])


def test_a_call_counts_as_spent_and_unknown_before_it_is_made(desk: Desk) -> None:
    job = desk.processing()

    begin(desk, job)

    (call,) = money_queries.calls_of(desk.connection, job)
    assert (call.verdict, call.usd, call.ended_at) == (Verdict.UNKNOWN, 0.1, None)
    assert cost(desk, job) == pytest.approx(0.1)


def test_a_settled_call_costs_what_it_used(desk: Desk) -> None:
    job = desk.processing()
    call = begin(desk, job).call

    settle(desk, call, Verdict.OK, 0.04)
    desk.do(mm.JudgeCall(call, "good"))

    (kept,) = money_queries.calls_of(desk.connection, job)
    assert (kept.usd, kept.tokens_in, kept.tokens_out, kept.seconds) == (0.04, 700, 800, 2.5)
    assert (kept.judged, kept.request_id) == ("good", "req_1")
    assert cost(desk, job) == pytest.approx(0.04)


def test_an_unknown_outcome_keeps_its_estimate(desk: Desk) -> None:
    job = desk.processing()

    settle(desk, begin(desk, job).call, Verdict.UNKNOWN, None)

    assert cost(desk, job) == pytest.approx(0.1)


def test_a_call_is_settled_once(desk: Desk) -> None:
    job = desk.processing()
    call = begin(desk, job).call
    settle(desk, call, Verdict.OK, 0.04)

    settle(desk, call, Verdict.UNKNOWN, 9.0)

    assert cost(desk, job) == pytest.approx(0.04)


def test_calls_under_way_count_against_the_ceiling(desk: Desk) -> None:
    job = desk.processing()
    begin(desk, job, 0.1, 0.25)
    begin(desk, job, 0.1, 0.25)

    refused = desk.do(begin_command(desk, job, 0.1, 0.25))

    assert isinstance(refused, mm.TooDear)
    assert refused.spent == pytest.approx(0.2)
    assert len(money_queries.calls_of(desk.connection, job)) == 2


def test_somebody_who_does_not_hold_the_job_makes_no_call(desk: Desk) -> None:
    job = desk.processing()

    assert desk.do(begin_command(desk, job, owner="another")) == mm.NotHeld()


def test_an_admin_retry_starts_the_ceiling_anew(desk: Desk) -> None:
    job = desk.processing()
    begin(desk, job, 0.9)
    desk.pull("job", job, "hopeless", Role.SLOT, owner=SLOT, error="x")
    desk.pull("job", job, "retry", Role.ADMIN)
    desk.pull("job", job, "claim", Role.SLOT, owner=SLOT)

    begin(desk, job, 0.9)

    assert cost(desk, job) == pytest.approx(0.9)


@pytest.mark.parametrize(
    "verdict", [Verdict.NO_FUNDS, Verdict.AUTH, Verdict.MODEL_GONE, Verdict.BAD_REQUEST]
)
def test_what_only_a_person_can_mend_is_told_once_a_day(desk: Desk, verdict: Verdict) -> None:
    job = desk.processing()
    for _ in range(2):
        settle(desk, begin(desk, job).call, verdict, 0.0)

    told = desk.rows("SELECT chat_id, payload FROM outbox WHERE kind = 'alert'")
    assert sorted(row["chat_id"] for row in told) == sorted(ADMINS)
    assert all("openai" in row["payload"] for row in told)


@pytest.mark.parametrize("verdict", [Verdict.OK, Verdict.REFUSED, Verdict.TRANSIENT, Verdict.RATE])
def test_what_passes_alarms_nobody(desk: Desk, verdict: Verdict) -> None:
    job = desk.processing()

    settle(desk, begin(desk, job).call, verdict, 0.0)

    assert desk.rows("SELECT 1 FROM outbox WHERE kind = 'alert'") == []


def test_looks_are_kept_until_the_job_ends(desk: Desk) -> None:
    job = desk.processing()

    assert desk.do(mm.KeepLooks(job, SLOT, '{"age": "adult"}'))
    assert money_queries.looks(desk.connection, job) == '{"age": "adult"}'

    desk.pull("job", job, "hopeless", Role.SLOT, owner=SLOT, error="x")
    assert money_queries.looks(desk.connection, job) is None


def test_money_stays_in_the_books_when_its_guest_is_removed(desk: Desk) -> None:
    job = desk.processing()
    settle(desk, begin(desk, job).call, Verdict.OK, 0.04)

    desk.do(m.ResetGuest(GUEST, "900", desk.at))

    (row,) = desk.rows("SELECT job_id, usd FROM provider_calls")
    assert (row["job_id"], row["usd"]) == (None, 0.04)
    (spend,) = money_queries.spend_since(desk.connection, "2026-01-01")
    assert (spend.provider, spend.calls, spend.usd) == ("openai", 1, 0.04)
