"""What must be true of the books when all guests have gone home.

Reads the database file, what Telegram holds and what the guests saw, and returns every
contradiction as a sentence. It knows the promises, not the code that keeps them.
"""

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Row = Mapping[str, Any]
LINK = "https://t.me/addstickers/"
APOLOGY = "Поможем вручную"
PACK = 10
_NAME = re.compile(r"s([a-z0-9]{16})(?:g\d+)?(?:x\d+)?_by_\w+")
_BORN_AS = {"maintenance": "off"}
"""The first status of a record that a migration made, where no birth is in the history."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one guest saw: the job that a 202 named, and how many updates the guest caused."""

    user: int
    accepted: str | None
    presses: int


@dataclass(frozen=True, slots=True)
class Books:
    """Everything that is compared; `rows` holds the tables by name."""

    rows: Mapping[str, Sequence[Row]]
    health: Sequence[str]
    photos: frozenset[str]
    telegram: Mapping[str, Any]
    guests: Sequence[Seen]

    def texts(self, user: int) -> list[str]:
        """What the bot said to a person."""
        bot = self.telegram["bot"]["id"]
        return [
            message.get("text", "")
            for chat in self.telegram["chats"]
            if chat["id"] == user
            for message in chat["messages"]
            if message["from"]["id"] == bot
        ]


_TABLES = ("sessions", "jobs", "outbox", "telegram_inbox", "transitions", "settings")


def read(data: Path, telegram: Mapping[str, Any], guests: Sequence[Seen]) -> Books:
    """Read the books of a data folder on which nobody works."""
    path = data / "stickerbooth.db"
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        rows = {
            table: [dict(row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1")]
            for table in _TABLES
        }
        health = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
        health += [
            f"foreign key of {row[0]}" for row in connection.execute("PRAGMA foreign_key_check")
        ]
    photos = frozenset(path.name for path in (data / "photos").iterdir())
    return Books(rows, health, photos, telegram, guests)


def contradictions(books: Books, *, links: range = range(1, 1000)) -> list[str]:
    """Return what is wrong; `links` is how many links a guest with a pack may have got."""
    return [
        *_database(books),
        *_nothing_left(books),
        *_outcomes(books, links),
        *_sets(books),
        *_updates(books),
        *_history(books),
        *_selfies(books),
    ]


def _database(books: Books) -> Iterator[str]:
    if list(books.health) != ["ok"]:
        yield f"the database is damaged: {books.health}"


def _nothing_left(books: Books) -> Iterator[str]:
    for job in books.rows["jobs"]:
        if job["status"] not in {"done", "failed"}:
            yield f"job {job['id']} is still {job['status']}"
    for message in books.rows["outbox"]:
        # How a guest likes the pack is asked some seconds after the link, so perhaps just now.
        if message["kind"] != "feedback" and message["status"] in {"pending", "sending"}:
            yield f"message {message['dedupe_key']} is still {message['status']}"


def _outcomes(books: Books, links: range) -> Iterator[str]:
    jobs = {job["id"]: job for job in books.rows["jobs"]}
    told: dict[str, list[Row]] = defaultdict(list)
    for message in books.rows["outbox"]:
        if message["kind"] in {"link", "failure"}:
            told[message["job_id"]].append(message)
    for guest in books.guests:
        if guest.accepted is not None and guest.accepted not in jobs:
            yield f"the accepted job {guest.accepted} is lost"
    for job in jobs.values():
        kinds = [message["kind"] for message in told[job["id"]]]
        wanted = ["link"] if job["status"] == "done" else ["failure"]
        if kinds != wanted:
            yield f"job {job['id']} is {job['status']} and its outbox holds {kinds}"
        yield from _chat(books, job, links)


def _chat(books: Books, job: Row, links: range) -> Iterator[str]:
    """Compare what a guest with one job was told with how the job ended."""
    user = job["telegram_user_id"]
    if sum(other["telegram_user_id"] == user for other in books.rows["jobs"]) > 1:
        return
    texts = books.texts(user)
    good = sum(LINK in text for text in texts)
    bad = sum(APOLOGY in text for text in texts)
    if job["status"] == "done" and (good not in links or bad):
        yield f"guest {user} has a pack and got {good} links and {bad} apologies"
    if job["status"] == "failed" and (good or not bad):
        yield f"guest {user} has no pack and got {good} links and {bad} apologies"


def _sets(books: Books) -> Iterator[str]:
    sets = {each["name"]: each for each in books.telegram["sets"]}
    made: Counter[str] = Counter()
    for name in sets:
        found = _NAME.fullmatch(name)
        if found is None:
            yield f"the set {name} belongs to no job"
        else:
            made[found.group(1)] += 1
    for job in books.rows["jobs"]:
        count = made.pop(job["id"], 0)
        if count > 1:
            yield f"job {job['id']} has {count} sets"
        if job["status"] != "done":
            continue
        stickers = sets.get(job["pack_name"], {}).get("stickers", [])
        if count != 1 or len({each["file_unique_id"] for each in stickers}) != PACK:
            yield f"job {job['id']} is done and has {count} sets, {len(stickers)} stickers"
    for job_id in made:
        yield f"there is a set of the unknown job {job_id}"


def _updates(books: Books) -> Iterator[str]:
    inbox = books.rows["telegram_inbox"]
    for update in inbox:
        if update["status"] != "done":
            yield f"update {update['update_id']} is {update['status']}"
    caused = sum(guest.presses for guest in books.guests)
    if len(inbox) != caused:
        yield f"the guests caused {caused} updates and the inbox has {len(inbox)}"
    pulled = sum(row["trigger"] in {"link", "consent"} for row in books.rows["transitions"])
    if pulled > caused:
        yield f"{caused} updates pulled {pulled} transitions"


def _history(books: Books) -> Iterator[str]:
    present: dict[tuple[str, str], str] = {}
    for row in books.rows["transitions"]:
        record = (row["machine"], row["record"])
        before = present.get(record, _BORN_AS.get(row["machine"]))
        if row["from"] != before:
            yield f"the history of {record} goes from {before} to {row['from']} by nothing"
        present[record] = row["to"]
    now = dict(_statuses(books))
    for record, status in present.items():
        if record[0] != "maintenance" and now.get(record) != status:
            yield f"{record} is {now.get(record)}, its history says {status}"
    for record in now.keys() - present.keys():
        yield f"{record} has no history"


def _statuses(books: Books) -> Iterable[tuple[tuple[str, str], str]]:
    for job in books.rows["jobs"]:
        yield ("job", job["id"]), job["status"]
    for session in books.rows["sessions"]:
        yield ("session", session["token"]), session["status"]


def _selfies(books: Books) -> Iterator[str]:
    for job in books.rows["jobs"]:
        if job["status"] == "failed" and job["photo"] not in books.photos:
            yield f"the selfie of the failed job {job['id']} is gone"
