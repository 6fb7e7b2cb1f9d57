"""What the lists of the panel stand on, as the sixth migration makes it.

A list is read from its newest end, page by page, so each has an index in that order.
"""

INDEXES = (
    "jobs_begun ON jobs (created_at, id)",
    "jobs_failed_begun ON jobs (created_at, id) WHERE status = 'failed'",
    "users_consented ON users (consented_at) WHERE consented_at IS NOT NULL",
)


def statements() -> tuple[str, ...]:
    """Return everything that the sixth migration adds, in order."""
    return tuple(f"CREATE INDEX {index}" for index in INDEXES)
