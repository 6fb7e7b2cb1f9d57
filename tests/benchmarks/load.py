"""A guest's way through the queue, as store commands and as the same statements written raw.

A cycle is four commands: the photo is taken (which queues the job), the job is claimed, its set is
created, it is verified (which queues the link). The statements are recorded from one real cycle, so
the raw contender runs exactly what the store runs, without its Python.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from store import messages as m
from store.commands import Commands
from store.domain.ids import JobId, Token
from store.domain.machine import Role
from store.domain.policy import Policy
from store.driver import Connection
from supervisor.clock import iso

AT = datetime(2026, 1, 1, tzinfo=UTC)
OWNER = "slot-0/1"
COMMANDS_A_CYCLE = 4

Parameters = Sequence[Any] | Mapping[str, Any]
Statement = tuple[str, Parameters]


@dataclass(frozen=True, slots=True)
class Visit:
    """What makes one cycle different from another."""

    number: int

    @property
    def token(self) -> Token:
        """The session's token."""
        return Token(f"token-{self.number:016d}")

    @property
    def job(self) -> JobId:
        """The job's id."""
        return JobId(f"job{self.number:013d}")

    @property
    def guest(self) -> int:
        """The guest."""
        return 10_000_000 + self.number

    def take_photo(self) -> m.TakePhoto:
        """Return the command that queues the job."""
        return m.TakePhoto(self.token, self.job, f"{self.job}.jpg", f"key-{self.job}", AT)


def set_created(job: str) -> m.Pull:
    """Return the command after the set was created."""
    made = {"owner": OWNER, "pack_name": f"s{job}", "provider_used": "local"}
    return m.Pull("job", job, "set_created", Role.SLOT, AT, {**made, "render_mode": "composite"})


def verified(job: str) -> m.Pull:
    """Return the command after the set was found complete."""
    return m.Pull("job", job, "verified", Role.VERIFIER, AT)


def prepare_visits(connection: Connection, visits: Sequence[Visit]) -> None:
    """Bring sessions to the point at which the photo is taken, by the table's own edges."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(
        "INSERT OR IGNORE INTO templates (id, titles, folder, position, created_at)"
        " VALUES ('chapan', '{}', 'chapan', 1, ?)",
        (iso(AT),),
    )
    connection.executemany(
        "INSERT INTO sessions (token, status, kiosk_id, created_at) VALUES (?, 'idle', 'k', ?)",
        [(visit.token, iso(AT)) for visit in visits],
    )
    for status, puts in (
        ("linked", "telegram_user_id = ?1"),
        ("consented", "linked_at = created_at"),
        ("template_chosen", "template_id = 'chapan'"),
    ):
        connection.executemany(
            f"UPDATE sessions SET status = '{status}', {puts} WHERE token = ?2 AND ?1 = ?1",
            [(visit.guest, visit.token) for visit in visits],
        )
    connection.execute("COMMIT")


@dataclass(slots=True)
class _Recorder:
    """A connection that remembers what it is asked."""

    connection: Connection
    seen: list[Statement] = field(default_factory=list)

    def execute(self, statement: str, parameters: Parameters = ()) -> Any:
        self.seen.append((statement, parameters))
        return self.connection.execute(statement, parameters)


def record_cycle(connection: Connection, visit: Visit) -> list[list[Statement]]:
    """Run one cycle on a database and return each command's statements; nothing is kept."""
    commands = Commands(Policy(), (900,), "ru")
    recorded = []
    connection.execute("BEGIN IMMEDIATE")
    for command in (
        visit.take_photo(),
        m.ClaimJob(OWNER, AT),
        set_created(visit.job),
        verified(visit.job),
    ):
        recorder: Any = _Recorder(connection)
        commands.execute(recorder, command)
        recorded.append(recorder.seen)
    connection.execute("ROLLBACK")
    return recorded


def only_guarded(cycle: list[list[Statement]]) -> list[list[Statement]]:
    """Keep what moves or makes the guarded rows themselves: no history, no effects, no look-ups."""
    kept = ("UPDATE sessions SET status", "UPDATE jobs SET status", "INSERT INTO jobs")
    return [[one for one in command if one[0].startswith(kept)] for command in cycle]


def for_visit(cycle: list[list[Statement]], recorded: Visit, visit: Visit) -> list[list[Statement]]:
    """Rewrite recorded parameters for another visit."""
    return [
        [(statement, _renamed(values, recorded, visit)) for statement, values in command]
        for command in cycle
    ]


def _renamed(values: Parameters, old: Visit, new: Visit) -> Parameters:
    def one(value: Any) -> Any:
        if isinstance(value, str):
            return value.replace(old.job, new.job).replace(old.token, new.token)
        return new.guest if value == old.guest else value

    if isinstance(values, Mapping):
        return {name: one(value) for name, value in values.items()}
    return tuple(one(value) for value in values)


def batches(cycles: list[list[list[Statement]]], size: int) -> Iterator[list[Statement]]:
    """Yield transactions of `size` commands each: the same step of `size` visits."""
    for start in range(0, len(cycles) - size + 1, size):
        group = cycles[start : start + size]
        for step in range(COMMANDS_A_CYCLE):
            yield [statement for cycle in group for statement in cycle[step]]
