"""The table of paid calls, as the fourth migration makes it.

A call outlives its job: money that was spent stays in the books when a guest is erased, without a
word about the guest.
"""

from store.domain.calls import CallKind, Verdict
from store.facts import quoted

PROVIDER_CALLS = f"""CREATE TABLE provider_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT REFERENCES jobs (id) ON DELETE SET NULL,
    generation INTEGER NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ({quoted(tuple(CallKind))})),
    position INTEGER,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    seconds REAL,
    tokens_in INTEGER,
    tokens_out INTEGER,
    usd REAL NOT NULL CHECK (usd >= 0),
    verdict TEXT NOT NULL DEFAULT '{Verdict.UNKNOWN}' CHECK (verdict IN ({quoted(tuple(Verdict))})),
    reason TEXT,
    judged TEXT,
    request_id TEXT
) STRICT"""

MODES = "'figure', 'composite', 'composite_fallback'"
CHANGES = (
    "ALTER TABLE job_stickers ADD COLUMN provider TEXT",
    f"ALTER TABLE job_stickers ADD COLUMN render_mode TEXT CHECK (render_mode IN ({MODES}))",
)

INDEXES = (
    "calls_job ON provider_calls (job_id, generation) WHERE job_id IS NOT NULL",
    "calls_started ON provider_calls (started_at)",
)


def statements() -> tuple[str, ...]:
    """Return everything that the fourth migration adds, in order."""
    return (PROVIDER_CALLS, *CHANGES, *(f"CREATE INDEX {index}" for index in INDEXES))
