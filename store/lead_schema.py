"""The tables of leads, as the second migration makes them.

Ids are never used again, since a button pressed long after must not reach another lead. Work is
found by partial indexes: cards to post or to edit, repeats to tell, leads to remind of.
"""

from store.domain.lead_transitions import LEAD, LEAD_CARD, LEAD_REPEAT
from store.sql import checks, triggers

LEADS = f"""CREATE TABLE leads (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    status TEXT NOT NULL,
    card TEXT NOT NULL DEFAULT 'pending',
    name TEXT,
    telegram TEXT,
    phone TEXT,
    comment TEXT,
    locale TEXT,
    source TEXT NOT NULL DEFAULT 'landing' CHECK (source IN ('landing', 'manual')),
    utm_source TEXT,
    utm_medium TEXT,
    utm_campaign TEXT,
    utm_content TEXT,
    utm_term TEXT,
    ip_hash TEXT,
    created_at TEXT NOT NULL,
    status_changed_at TEXT,
    status_changed_by TEXT,
    chat_id INTEGER,
    message_id INTEGER,
    published_at TEXT,
    publish_attempts INTEGER NOT NULL DEFAULT 0,
    next_publish_at TEXT NOT NULL,
    publish_error TEXT,
    card_version INTEGER NOT NULL DEFAULT 1,
    card_shown INTEGER NOT NULL DEFAULT 0,
    repost INTEGER NOT NULL DEFAULT 0 CHECK (repost IN (0, 1)),
    reminded_at TEXT,
    erased_at TEXT,
    connected_user INTEGER,
    connected_username TEXT,
    in_doubt INTEGER NOT NULL DEFAULT 0 CHECK (in_doubt IN (0, 1)),
    {checks(LEAD)},
    {checks(LEAD_CARD)}
) STRICT"""

LEAD_STATUS_HISTORY = """CREATE TABLE lead_status_history (
    id INTEGER PRIMARY KEY,
    lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
    from_status TEXT NOT NULL,
    to_status TEXT NOT NULL,
    by TEXT,
    at TEXT NOT NULL
) STRICT"""

LEAD_REPEATS = f"""CREATE TABLE lead_repeats (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
    status TEXT NOT NULL DEFAULT 'pending',
    changed TEXT NOT NULL DEFAULT '{{}}' CHECK (json_valid(changed)),
    created_at TEXT NOT NULL,
    notified_at TEXT,
    notify_attempts INTEGER NOT NULL DEFAULT 0,
    next_notify_at TEXT NOT NULL,
    notify_error TEXT,
    {checks(LEAD_REPEAT)}
) STRICT"""

LEAD_REQUESTS = """CREATE TABLE lead_requests (
    request_id TEXT PRIMARY KEY,
    lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
    connect_key TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID"""

STATE_DATA = """CREATE TABLE state_data (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    data TEXT CHECK (data IS NULL OR json_valid(data)),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT"""

INLINE_CONFIRMATIONS = """CREATE TABLE inline_confirmations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    telegram_user_id INTEGER NOT NULL,
    action TEXT NOT NULL,
    record TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT"""

INDEXES = (
    "leads_to_post ON leads (next_publish_at) WHERE card = 'pending'",
    "leads_to_edit ON leads (id) WHERE card <> 'pending' AND card_shown < card_version",
    "leads_to_repost ON leads (id) WHERE repost = 1",
    "leads_to_remind ON leads (created_at) WHERE status = 'new' AND reminded_at IS NULL",
    "leads_kept ON leads (coalesce(status_changed_at, created_at)) WHERE erased_at IS NULL",
    "leads_telegram ON leads (lower(telegram))",
    "leads_phone ON leads (phone) WHERE phone IS NOT NULL",
    "repeats_to_tell ON lead_repeats (next_notify_at) WHERE status = 'pending'",
    "repeats_lead ON lead_repeats (lead_id)",
    "history_lead ON lead_status_history (lead_id)",
    "requests_lead ON lead_requests (lead_id)",
)


def statements() -> tuple[str, ...]:
    """Return everything that the second migration adds, in order."""
    tables = (
        LEADS,
        LEAD_STATUS_HISTORY,
        LEAD_REPEATS,
        LEAD_REQUESTS,
        STATE_DATA,
        INLINE_CONFIRMATIONS,
    )
    guards = [guard for machine in (LEAD, LEAD_CARD, LEAD_REPEAT) for guard in triggers(machine)]
    indexes = [f"CREATE INDEX {index}" for index in INDEXES]
    return (*tables, *indexes, *guards)
