"""The floor: a queue without features on one plain table, 32 commands to a commit.

No constraints, no triggers, no history, no effects: what SQLite itself takes for a queue. A cycle
is three commands here: enqueue, claim, complete.
"""

from pathlib import Path

from store.driver import open_writer

COMMANDS_A_CYCLE = 3
_PAYLOAD = '{"session": "' + "a" * 64 + '", "photo": "' + "b" * 64 + '"}'
_TABLE = """CREATE TABLE jobs (
    id INTEGER PRIMARY KEY, payload TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'queued',
    attempt INTEGER NOT NULL DEFAULT 0, run_after REAL NOT NULL, worker TEXT, result TEXT)"""
_INDEX = "CREATE INDEX jobs_ready ON jobs (run_after, id) WHERE state = 'queued'"
_ENQUEUE = "INSERT INTO jobs (payload, run_after) VALUES (?, ?) RETURNING id"
_CLAIM = """UPDATE jobs SET state = 'running', worker = ?, attempt = attempt + 1
WHERE state = 'queued' AND id = (SELECT id FROM jobs WHERE state = 'queued' AND run_after <= ?
    ORDER BY run_after, id LIMIT 1) RETURNING id, payload, attempt"""
_COMPLETE = """UPDATE jobs SET state = 'done', result = ?
WHERE id = ? AND state = 'running' AND worker = ? AND attempt = ? RETURNING id"""


class PlainQueue:
    """One connection and its table."""

    def __init__(self, path: Path) -> None:
        self._connection = open_writer(path)
        self._connection.execute(_TABLE)
        self._connection.execute(_INDEX)

    def cycles(self, count: int) -> int:
        """Lead `count` jobs through, each step in one commit; returns the commands done."""
        run = self._connection.execute
        run("BEGIN IMMEDIATE")
        for _ in range(count):
            run(_ENQUEUE, (_PAYLOAD, 1.0)).fetchall()
        run("COMMIT")
        run("BEGIN IMMEDIATE")
        taken = [run(_CLAIM, ("w", 2.0)).fetchall()[0] for _ in range(count)]
        run("COMMIT")
        run("BEGIN IMMEDIATE")
        for job, _, attempt in taken:
            run(_COMPLETE, ("ok", job, "w", attempt)).fetchall()
        run("COMMIT")
        return count * COMMANDS_A_CYCLE

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
