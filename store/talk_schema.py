"""The tables of conversations, as the third migration makes them.

What a person was told and asked is pruned by age, so nothing else may depend on such a row being
there. A deleted outfit keeps its row: jobs name it, and a bundled one must not come back at the
next start.
"""

STATE_DATA_OWNER = "ALTER TABLE state_data ADD COLUMN telegram_user_id INTEGER"

MESSAGE_META = """CREATE TABLE message_meta (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    telegram_user_id INTEGER NOT NULL,
    chat_id INTEGER NOT NULL,
    message_id INTEGER,
    purpose TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT"""

STAFF = """CREATE TABLE staff (
    telegram_user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('lead_admin', 'viewer')),
    added_by INTEGER NOT NULL,
    created_at TEXT NOT NULL
) STRICT"""

LEAD_NOTES = """CREATE TABLE lead_notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
    text TEXT,
    by TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT"""

FEEDBACK = """CREATE TABLE feedback (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT NOT NULL UNIQUE REFERENCES jobs (id) ON DELETE CASCADE,
    telegram_user_id INTEGER NOT NULL,
    score INTEGER CHECK (score BETWEEN 1 AND 5),
    comment TEXT,
    asked_at TEXT NOT NULL,
    answered_at TEXT
) STRICT"""

ERASED_FILES = """CREATE TABLE erased_files (
    kind TEXT NOT NULL CHECK (kind IN ('photo', 'pack', 'outfit')),
    name TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID"""
"""Files whose rows are gone: removed from disk as soon as the housekeeping hears of it."""

INLINE_CONFIRMATIONS = """CREATE TABLE inline_confirmations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    telegram_user_id INTEGER NOT NULL,
    action TEXT NOT NULL,
    record TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT"""
"""Made anew without the key: buttons carry the row now, so the old rows answer to nothing."""

CHANGES = (
    "ALTER TABLE outbox ADD COLUMN meta_id INTEGER",
    "ALTER TABLE templates ADD COLUMN deleted_at TEXT",
)

INDEXES = (
    "state_data_age ON state_data (updated_at)",
    "drafts_wanted ON state_data (updated_at) WHERE data ->> 'stage' = 'wanted'",
    "state_data_owner ON state_data (telegram_user_id) WHERE telegram_user_id IS NOT NULL",
    "message_meta_age ON message_meta (created_at)",
    "message_meta_owner ON message_meta (telegram_user_id)",
    "confirmations_age ON inline_confirmations (created_at)",
    "confirmations_owner ON inline_confirmations (telegram_user_id)",
    "requests_key ON lead_requests (connect_key)",
    "notes_lead ON lead_notes (lead_id)",
    "sessions_choosing ON sessions (template_id) WHERE status = 'template_chosen'",
    "feedback_guest ON feedback (telegram_user_id)",
    "outbox_links ON outbox (sent_at) WHERE kind = 'link' AND status = 'sent'",
    # Without what waits, lest a look at what waits should walk through what a chat ever got.
    "outbox_chat ON outbox (chat_id) WHERE status <> 'pending'",
    "transitions_who ON transitions (who) WHERE who IS NOT NULL",
    "inbox_aside ON telegram_inbox (update_id) WHERE status = 'quarantined'",
)


def statements() -> tuple[str, ...]:
    """Return everything that the third migration adds, in order."""
    tables = (
        "DROP TABLE inline_confirmations",
        INLINE_CONFIRMATIONS,
        MESSAGE_META,
        STAFF,
        LEAD_NOTES,
        FEEDBACK,
        ERASED_FILES,
    )
    indexes = [f"CREATE INDEX {index}" for index in INDEXES]
    return (STATE_DATA_OWNER, *tables, *CHANGES, *indexes)
