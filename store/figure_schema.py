"""What figures and alerts stand on, as the fifth migration makes it.

A day's figures are ranges of these indexes. A failure that comes soon after another of its cause
is counted in `alert_groups` until the operators may be told again.
"""

ALERT_GROUPS = """CREATE TABLE alert_groups (
    cause TEXT PRIMARY KEY,
    told_at TEXT NOT NULL,
    waiting INTEGER NOT NULL DEFAULT 0 CHECK (waiting >= 0),
    job_id TEXT,
    error TEXT
) STRICT, WITHOUT ROWID"""

INDEXES = (
    "jobs_failed ON jobs (failed_at) WHERE status = 'failed'",
    "sessions_begun ON sessions (created_at)",
    "leads_status ON leads (status)",
    "leads_begun ON leads (created_at)",
    "feedback_given ON feedback (answered_at, score) WHERE score IS NOT NULL",
)


def statements() -> tuple[str, ...]:
    """Return everything that the fifth migration changes, in order."""
    return (
        ALERT_GROUPS,
        # Made anew with the birth of the job, so that spans are read from the index alone.
        "DROP INDEX jobs_done",
        "CREATE INDEX jobs_done ON jobs (link_sent_at, created_at) WHERE status = 'done'",
        *(f"CREATE INDEX {index}" for index in INDEXES),
    )
