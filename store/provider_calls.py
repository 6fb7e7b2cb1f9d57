"""The books of paid calls: one row a call, written before it is made.

What stays true:
- A call whose outcome is unknown counts as spent, at its estimate.
- A job's `cost_usd` is the sum of the calls of its present generation.
- Two calls at once cannot pass the ceiling together: each is in the books before the other is
  compared with it.
"""

from store import money_messages as mm
from store.domain.calls import CallKind, Verdict
from store.domain.machine import Value
from store.domain.texts import providers as texts
from store.effects import Scope, alert
from store.events import JOBS

HELD = "id = ? AND owner = ? AND status = 'processing'"
SPENT = """SELECT coalesce(sum(usd), 0.0) FROM provider_calls
WHERE job_id = ? AND generation = ?"""
_BEGIN = """INSERT INTO provider_calls
(job_id, generation, provider, model, kind, position, started_at, usd)
VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"""
_SETTLE = """UPDATE provider_calls SET verdict = ?, usd = coalesce(?, usd), seconds = ?,
    tokens_in = ?, tokens_out = ?, reason = ?, request_id = coalesce(?, request_id), ended_at = ?
WHERE id = ? AND ended_at IS NULL RETURNING job_id, generation, kind, provider, model"""
_COST = f"""UPDATE jobs SET cost_usd = ({SPENT}) WHERE id = ? AND generation = ?"""
_LEAST = 1e-9
"""Dollars by which sums of fractions may be off."""

ALERTS = {
    Verdict.NO_FUNDS: texts.ALERT_NO_FUNDS,
    Verdict.AUTH: texts.ALERT_AUTH,
    Verdict.MODEL_GONE: texts.ALERT_MODEL_GONE,
    Verdict.BAD_REQUEST: texts.ALERT_BAD_REQUEST,
}
"""Verdicts that only a person can mend."""
OF_THE_ACCOUNT = frozenset({Verdict.NO_FUNDS})
"""Those that are about more than the one model, so that any kind of call tells of them."""


def begin(scope: Scope, command: mm.BeginCall) -> mm.Begun | mm.TooDear | mm.NotHeld:
    """Put a call into the books, unless the ceiling or the owner forbids it."""
    held = scope.execute(
        f"SELECT generation FROM jobs WHERE {HELD}", (command.job_id, command.owner)
    )
    if not held:
        return mm.NotHeld()
    generation = held[0][0]
    spent = float(str(scope.execute(SPENT, (command.job_id, generation))[0][0]))
    if spent + command.reserve > command.ceiling + _LEAST:
        return mm.TooDear(spent)
    row = scope.execute(
        _BEGIN,
        (
            command.job_id, generation, command.provider, command.model, str(command.kind),
            command.position, scope.now, command.reserve,
        ),
    )  # fmt: skip
    _recount(scope, command.job_id, generation)
    return mm.Begun(int(str(row[0][0])))


def settle(scope: Scope, command: mm.SettleCall) -> None:
    """Close a call; a second settlement changes nothing."""
    closed = scope.execute(
        _SETTLE,
        (
            str(command.verdict), command.usd, command.seconds, command.tokens_in,
            command.tokens_out, command.reason, command.request_id, scope.now, command.call,
        ),
    )  # fmt: skip
    for job, generation, kind, provider, model in closed:
        _recount(scope, job, generation)
        scope.topics.add(JOBS)
        if command.verdict in ALERTS and (
            kind == CallKind.DRAW or command.verdict in OF_THE_ACCOUNT
        ):
            _alert(scope, command.verdict, str(provider), str(model))


def name(scope: Scope, command: mm.NameCall) -> None:
    """Keep the provider's own id of a call."""
    scope.execute(
        "UPDATE provider_calls SET request_id = ? WHERE id = ?", (command.request_id, command.call)
    )


def judge(scope: Scope, command: mm.JudgeCall) -> None:
    """Keep what was thought of a picture."""
    scope.execute(
        "UPDATE provider_calls SET judged = ? WHERE id = ?", (command.judged, command.call)
    )


def keep_looks(scope: Scope, command: mm.KeepLooks) -> bool:
    """Keep a description on the job; the job's end clears it."""
    kept = scope.execute(
        f"UPDATE jobs SET appearance_json = ? WHERE {HELD} RETURNING id",
        (command.appearance, command.job_id, command.owner),
    )
    return bool(kept)


def _recount(scope: Scope, job: Value, generation: Value) -> None:
    scope.execute(_COST, (job, generation, job, generation))


def _alert(scope: Scope, verdict: Verdict, provider: str, model: str) -> None:
    day = scope.now[:10]
    text = ALERTS[verdict].of(scope.language, provider=provider, model=model)
    alert(scope, f"provider:{provider}:{verdict}:{day}", text, None)
