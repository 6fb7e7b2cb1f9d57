"""The engine on a real file without actor or loop: commands in, rows out, the clock by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from store import messages as m
from store.actor import group_commit
from store.commands import Commands
from store.domain.ids import GuestId, JobId, Token
from store.domain.machine import Role
from store.domain.policy import Policy
from store.domain.records import Outfit
from store.driver import Connection, open_writer
from store.migrations import migrate
from supervisor.clock import iso
from supervisor.message import Request

R = TypeVar("R")
GUEST, OTHER = GuestId(77), GuestId(88)
ADMINS = (900, 901)
SLOT = "slot-0/1"
OUTFITS = (
    Outfit("chapan", {"ru": "Чапан"}, "chapan", 1),
    Outfit("astronaut", {"ru": "Космонавт"}, "astronaut", 2),
)


class Desk:
    """One database, one policy, one time; every command is a commit of its own."""

    def __init__(self, connection: Connection, policy: Policy) -> None:
        self.connection = connection
        self.policy = policy
        self.commands = Commands(policy, ADMINS, "ru")
        self.at = datetime(2026, 1, 1, tzinfo=UTC)
        self._made = 0
        self.do(m.SeedOutfits(OUTFITS, self.at))

    @property
    def now(self) -> str:
        """The present as it is stored."""
        return iso(self.at)

    def later(self, seconds: float) -> str:
        """Let time pass; returns the new present as it is stored."""
        self.at += timedelta(seconds=seconds)
        return self.now

    def attempt(self, command: m.Command) -> tuple[Any, Exception | None, set[str]]:
        """Carry out a command; returns its answer, its failure and the topics to ring."""
        (done,) = group_commit(self.connection, self.commands, [command])
        return done.answer, done.error, set(done.topics)

    def do(self, command: Request[R]) -> R:
        """Carry out a command that must not break."""
        answer, error, _ = self.attempt(command)  # type: ignore[arg-type]
        assert error is None, error
        return answer  # type: ignore[no-any-return]

    def pull(self, machine: str, record: str, trigger: str, by: Role, **args: Any) -> m.Pulled:
        """Pull a trigger now."""
        return self.do(m.Pull(machine, record, trigger, by, self.at, args, who=args.get("who")))

    def fire(self, machine: str, record: str, trigger: str, by: Role, **args: Any) -> m.Fired:
        """Pull a trigger that must fire."""
        pulled = self.pull(machine, record, trigger, by, **args)
        assert isinstance(pulled, m.Fired), pulled
        return pulled

    def rows(self, statement: str, *values: Any) -> list[dict[str, Any]]:
        """Return what a query finds, as dictionaries."""
        cursor = self.connection.execute(statement, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def row(self, table: str, key: str) -> dict[str, Any]:
        """Return the whole row of a session or a job."""
        column = "token" if table == "sessions" else "id"
        (found,) = self.rows(f"SELECT * FROM {table} WHERE {column} = ?", key)
        return found

    def history(self, record: str) -> list[tuple[Any, ...]]:
        """Return `(from, to, trigger, by, who, at)` of a record, in order."""
        found = self.rows("SELECT * FROM transitions WHERE record = ? ORDER BY id", record)
        columns = ("from", "to", "trigger", "by", "who", "at")
        return [tuple(row[name] for name in columns) for row in found]

    def texts(self, chat: int, kind: str | None = None) -> list[str]:
        """Return the payloads waiting for a chat, in order."""
        found = self.rows(
            "SELECT kind, payload FROM outbox WHERE chat_id = ? AND status = 'pending' ORDER BY id",
            chat,
        )
        return [row["payload"] for row in found if kind in (None, row["kind"])]

    def session(self) -> Token:
        """Make a session."""
        self._made += 1
        token = Token(f"token-{self._made}")
        made = self.do(m.CreateSession(token, "kiosk-1", self.at))
        assert isinstance(made, m.Fired), made
        return token

    def linked(self, guest: GuestId = GUEST) -> Token:
        """Make a session that a guest has opened."""
        token = self.session()
        self.fire("session", token, "link", Role.GUEST, guest=guest)
        return token

    def consented(self, guest: GuestId = GUEST) -> Token:
        """Make a session whose guest has agreed."""
        token = self.linked(guest)
        self.fire("session", token, "consent", Role.GUEST, guest=guest)
        return token

    def chosen(self, guest: GuestId = GUEST) -> Token:
        """Make a session with an outfit."""
        token = self.consented(guest)
        self.fire("session", token, "choose", Role.KIOSK, template_id="chapan")
        return token

    def take_photo(self, token: Token, key: str | None = None) -> m.PhotoTaken | m.Pulled:
        """Hand in a photo."""
        self._made += 1
        job = JobId(f"job{self._made}")
        return self.do(m.TakePhoto(token, job, f"{job}.jpg", key, self.at))

    def job(self, guest: GuestId = GUEST) -> JobId:
        """Lead a guest to a queued job."""
        taken = self.take_photo(self.chosen(guest))
        assert isinstance(taken, m.PhotoTaken), taken
        return taken.job.id

    def processing(self, guest: GuestId = GUEST, owner: str = SLOT) -> JobId:
        """Lead a guest to a job that a slot holds."""
        job = self.job(guest)
        claimed = self.do(m.ClaimJob(owner, self.at))
        assert claimed is not None
        assert claimed.id == job
        return job

    def delivering(self, guest: GuestId = GUEST) -> JobId:
        """Lead a guest to a set that waits for its check."""
        job = self.processing(guest)
        self.create_set(job)
        return job

    def done(self, guest: GuestId = GUEST) -> JobId:
        """Lead a guest to the link."""
        job = self.delivering(guest)
        self.fire("job", job, "verified", Role.VERIFIER)
        return job

    def failed(self, guest: GuestId = GUEST) -> JobId:
        """Lead a guest to a failed job."""
        job = self.processing(guest)
        self.fire("job", job, "hopeless", Role.SLOT, owner=SLOT, error="no photo")
        return job

    def create_set(self, job: str, owner: str = SLOT) -> m.Pulled:
        """Say that the set was created."""
        made = {"pack_name": f"s{job}", "provider_used": "local", "render_mode": "composite"}
        return self.pull("job", job, "set_created", Role.SLOT, owner=owner, **made)

    def pause(self) -> None:
        """Pause the booth as an operator."""
        self.fire("maintenance", "maintenance", "pause", Role.ADMIN, who="900", text="lunch")


@contextmanager
def open_desk(path: Path, policy: Policy | None = None) -> Iterator[Desk]:
    """Open a desk on a new database."""
    connection = open_writer(path)
    try:
        connection.execute("PRAGMA synchronous = OFF")  # no test here pulls the plug
        migrate(connection)
        yield Desk(connection, policy or Policy())
    finally:
        connection.close()
