"""Reads of the books: what calls a job made, what a time has cost, what is known of a guest."""

from dataclasses import dataclass, fields

from store.domain.calls import CallKind, ProviderCall, Verdict
from store.driver import Connection

COLUMNS = ", ".join(field.name for field in fields(ProviderCall))


@dataclass(frozen=True, slots=True)
class Spend:
    """What a provider's model has cost since a time: calls by verdict, dollars in all."""

    provider: str
    model: str
    verdict: Verdict
    calls: int
    usd: float


def calls_of(connection: Connection, job_id: str) -> tuple[ProviderCall, ...]:
    """Return all calls of a job, in the order in which they were begun."""
    found = connection.execute(
        f"SELECT {COLUMNS} FROM provider_calls WHERE job_id = ? ORDER BY id", (job_id,)
    ).fetchall()
    return tuple(_call(row) for row in found)


def spend_since(connection: Connection, since: str) -> tuple[Spend, ...]:
    """Return what was spent since a time, by provider, model and verdict."""
    found = connection.execute(
        "SELECT provider, model, verdict, count(*), sum(usd) FROM provider_calls"
        " WHERE started_at >= ? GROUP BY provider, model, verdict ORDER BY 1, 2, 3",
        (since,),
    ).fetchall()
    return tuple(Spend(row[0], row[1], Verdict(row[2]), row[3], row[4]) for row in found)


def looks(connection: Connection, job_id: str) -> str | None:
    """Return the description of a job's guest, as JSON text; None when there is none."""
    found = connection.execute(
        "SELECT appearance_json FROM jobs WHERE id = ?", (job_id,)
    ).fetchall()
    return found[0][0] if found else None


def _call(row: tuple[object, ...]) -> ProviderCall:
    values = dict(zip((field.name for field in fields(ProviderCall)), row, strict=True))
    values["kind"] = CallKind(str(values["kind"]))
    values["verdict"] = Verdict(str(values["verdict"]))
    return ProviderCall(**values)  # type: ignore[arg-type]
