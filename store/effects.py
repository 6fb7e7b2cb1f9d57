"""What transitions do to other records, each in the transaction of its transition.

One function an effect, found by its name in the table. None of them waits or reads a clock.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from store import alert_groups, outbox
from store.domain.causes import cause_of
from store.domain.ids import pack_link
from store.domain.leads import Lead
from store.domain.machine import Effect, Value
from store.domain.outgoing import Button, Say
from store.domain.records import Job, Session
from store.domain.status import JobStatus
from store.domain.texts import bot
from store.domain.texts import operators as texts
from store.domain.texts.text import Text
from store.driver import Connection
from store.events import DELIVERING, DONE, JOBS, LEADS, OUTBOX, QUEUE, session_topic


@dataclass(slots=True)
class Scope:
    """One command's surroundings: the connection, the time, whom to alert, what to ring.

    `born` is the job that the command has queued.
    """

    connection: Connection
    now: str
    admins: tuple[int, ...]
    language: str
    topics: set[str] = field(default_factory=set)
    born: Job | None = None

    def execute(self, statement: str, values: tuple[Value, ...]) -> list[tuple[Value, ...]]:
        """Run a statement and read its rows to the end."""
        return self.connection.execute(statement, values).fetchall()

    def note(self, action: str, record: str, who: str) -> None:
        """Write down what a member of staff did, in the log of actions."""
        self.execute(
            "INSERT INTO actions (action, record, who, at) VALUES (?, ?, ?, ?)",
            (action, record, who, self.now),
        )

    def language_of(self, user: int) -> str:
        """Return the language in which a person is spoken to."""
        found = self.execute("SELECT language FROM bot_users WHERE telegram_user_id = ?", (user,))
        return str(found[0][0]) if found and found[0][0] else self.language


Args = Mapping[str, Value]
Record = Session | Job | Lead | None


ALERT_ERROR = 500
"""Characters of an error that an alert quotes: the whole must fit into one message."""


def outcome_key(job: Job, generation: int | None = None) -> str:
    """Return the one dedupe key that a job's link and its failure message share."""
    return f"job:{job.id}:{job.generation if generation is None else generation}:outcome"


def delay_key(job: Job) -> str:
    """Return the dedupe key of a job's delay notice."""
    return f"job:{job.id}:{job.generation}:delay"


def announce(scope: Scope, record: Record) -> None:
    """Ring whoever shows the record that just changed."""
    match record:
        case Session(token=token):
            scope.topics.add(session_topic(token))
        case Job(session_token=token, status=status):
            scope.topics |= {session_topic(token), JOBS}
            if status is JobStatus.QUEUED:
                scope.topics.add(QUEUE)
            if status is JobStatus.DELIVERING:
                scope.topics.add(DELIVERING)
            if status is JobStatus.DONE:
                scope.topics.add(DONE)
        case Lead():
            scope.topics.add(LEADS)
        case None:
            pass


def record_consent(scope: Scope, record: Record, args: Args) -> None:
    """Remember when the guest agreed."""
    assert isinstance(record, Session)
    scope.execute(
        "INSERT INTO users (telegram_user_id, consented_at) VALUES (?, ?)"
        " ON CONFLICT (telegram_user_id) DO UPDATE SET consented_at = excluded.consented_at",
        (record.telegram_user_id, scope.now),
    )


def remember_pack(scope: Scope, record: Record, args: Args) -> None:
    """Make the job's pack the guest's newest."""
    assert isinstance(record, Job)
    scope.execute(
        "INSERT INTO users (telegram_user_id, pack_name) VALUES (?, ?)"
        " ON CONFLICT (telegram_user_id) DO UPDATE SET pack_name = excluded.pack_name",
        (record.telegram_user_id, record.pack_name),
    )


def send_link(scope: Scope, record: Record, args: Args) -> None:
    """Queue the link: the only message of its job that may be sent twice."""
    assert isinstance(record, Job)
    tell_link(scope, record, outcome_key(record))


def tell_link(scope: Scope, job: Job, key: str) -> None:
    """Queue the link of a job that has a pack, under a dedupe key."""
    assert job.pack_name is not None
    language = scope.language_of(job.telegram_user_id)
    link = pack_link(job.pack_name)
    button = Button(bot.OPEN_PACK.of(language), url=link)
    body = Say(bot.LINK.of(language, link=link), ((button,),))
    _tell(scope, job, "link", key, body)


def tell_late(scope: Scope, record: Record, args: Args) -> None:
    """Queue the apology of a job that ran out of time."""
    _tell_failure(scope, record, bot.LATE)


def tell_failed(scope: Scope, record: Record, args: Args) -> None:
    """Queue the apology of a job that failed otherwise."""
    _tell_failure(scope, record, bot.FAILED)


def tell_delay(scope: Scope, job: Job) -> None:
    """Queue the delay notice."""
    language = scope.language_of(job.telegram_user_id)
    _tell(scope, job, "delay_notice", delay_key(job), Say(bot.DELAYED.of(language)))


def cancel_delay_notice(scope: Scope, record: Record, args: Args) -> None:
    """Take back a delay notice that was not sent yet: the outcome is here."""
    assert isinstance(record, Job)
    outbox.cancel(scope.connection, key=delay_key(record))


def alert_job_failed(scope: Scope, record: Record, args: Args) -> None:
    """Tell every operator that a job failed and what to do, or count it if one just did."""
    assert isinstance(record, Job)
    error, cause = (record.error or "")[:ALERT_ERROR], cause_of(record.error)
    if alert_groups.is_first(scope.connection, cause, scope.now, record.id, error):
        said = bot.ALERT_JOB_FAILED.of(scope.language, job=record.id, error=escape(error))
        text = f"{said}\n{texts.MENDS[cause].of(scope.language)}"
        alert(scope, f"job:{record.id}:{record.generation}:alert", text, record.id)


def alert_paused(scope: Scope, record: Record, args: Args) -> None:
    """Tell every operator that the booth paused itself."""
    text = bot.ALERT_PAUSED.of(scope.language, text=escape(str(args["text"] or "")[:ALERT_ERROR]))
    alert(scope, f"maintenance:{scope.now}:alert", text, None)


def cancel_apology(scope: Scope, record: Record, args: Args) -> None:
    """Take back the failure message of the generation before, unless it is on its way."""
    assert isinstance(record, Job)
    outbox.cancel(scope.connection, key=outcome_key(record, record.generation - 1))


def forget_stickers(scope: Scope, record: Record, args: Args) -> None:
    """Forget what was uploaded for the job's former pack."""
    assert isinstance(record, Job)
    scope.execute("DELETE FROM job_stickers WHERE job_id = ?", (record.id,))


def _tell_failure(scope: Scope, record: Record, text: Text) -> None:
    assert isinstance(record, Job)
    language = scope.language_of(record.telegram_user_id)
    _tell(scope, record, "failure", outcome_key(record), Say(text.of(language)))


def _tell(scope: Scope, job: Job, kind: str, key: str, body: Say) -> None:
    outbox.enqueue(
        scope.connection,
        key=key,
        kind=kind,
        chat_id=job.telegram_user_id,
        body=body,
        now=scope.now,
        job_id=job.id,
        repeatable=kind in {"link", "failure"},
    )
    scope.topics.add(OUTBOX)


def alert(scope: Scope, key: str, text: str, job_id: str | None) -> None:
    """Queue an alert to every operator, once for a key."""
    for admin in scope.admins:
        outbox.enqueue(
            scope.connection,
            key=f"{key}:{admin}",
            kind="alert",
            chat_id=admin,
            body=Say(text),
            now=scope.now,
            job_id=job_id,
        )
        scope.topics.add(OUTBOX)


EFFECTS: Mapping[Effect, Callable[[Scope, Record, Args], None]] = {
    Effect.RECORD_CONSENT: record_consent,
    Effect.CANCEL_DELAY_NOTICE: cancel_delay_notice,
    Effect.REMEMBER_PACK: remember_pack,
    Effect.SEND_LINK: send_link,
    Effect.TELL_LATE: tell_late,
    Effect.TELL_FAILED: tell_failed,
    Effect.ALERT_JOB_FAILED: alert_job_failed,
    Effect.CANCEL_APOLOGY: cancel_apology,
    Effect.FORGET_STICKERS: forget_stickers,
    Effect.ALERT_PAUSED: alert_paused,
}
