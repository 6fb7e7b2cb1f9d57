"""The tables of the product, as their first migration makes them.

Tables are STRICT. A guarded table's constraints and triggers come from its machine. Times are
ISO 8601 UTC text of fixed width. Active work is found by partial indexes, so that finding it
costs the same whatever lies behind.
"""

from store.domain.policy import PACK_SIZE
from store.domain.transitions import JOB, MAINTENANCE, SESSION
from store.facts import ACTIVE, quoted
from store.sql import checks, triggers

SETTINGS = f"""CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    detail TEXT,
    changed_by TEXT,
    changed_at TEXT,
    CHECK (key <> 'maintenance' OR value IN ({quoted(MAINTENANCE.states)}))
) STRICT, WITHOUT ROWID"""

TEMPLATES = """CREATE TABLE templates (
    id TEXT PRIMARY KEY,
    titles TEXT NOT NULL CHECK (json_valid(titles)),
    folder TEXT NOT NULL,
    position INTEGER NOT NULL,
    active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
    bundled INTEGER NOT NULL DEFAULT 0 CHECK (bundled IN (0, 1)),
    created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID"""

USERS = """CREATE TABLE users (
    telegram_user_id INTEGER PRIMARY KEY,
    consented_at TEXT,
    pack_name TEXT
) STRICT"""

BOT_USERS = """CREATE TABLE bot_users (
    telegram_user_id INTEGER PRIMARY KEY,
    state TEXT,
    language TEXT,
    blocked_at TEXT,
    created_at TEXT NOT NULL
) STRICT"""

SESSIONS = f"""CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    status TEXT NOT NULL,
    telegram_user_id INTEGER,
    template_id TEXT,
    closed_reason TEXT,
    notice TEXT,
    kiosk_id TEXT,
    created_at TEXT NOT NULL,
    linked_at TEXT,
    consented_at TEXT,
    {checks(SESSION)}
) STRICT, WITHOUT ROWID"""

JOBS = f"""CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    session_token TEXT NOT NULL UNIQUE REFERENCES sessions (token),
    telegram_user_id INTEGER NOT NULL,
    template_id TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    owner TEXT,
    generation INTEGER NOT NULL DEFAULT 0,
    name_clashes INTEGER NOT NULL DEFAULT 0,
    language TEXT NOT NULL,
    photo TEXT,
    idempotency_key TEXT,
    pack_name TEXT,
    pack_created_at TEXT,
    provider_used TEXT,
    render_mode TEXT CHECK (render_mode IN ('figure', 'composite', 'composite_fallback')),
    appearance_json TEXT,
    stickers_done INTEGER NOT NULL DEFAULT 0,
    stickers_total INTEGER NOT NULL DEFAULT {PACK_SIZE},
    shutdown_requeues INTEGER NOT NULL DEFAULT 0,
    cost_usd REAL NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    not_before TEXT NOT NULL,
    claimed_at TEXT,
    failed_at TEXT,
    link_sent_at TEXT,
    delay_notice_sent_at TEXT,
    {checks(JOB)}
) STRICT"""

JOB_STICKERS = """CREATE TABLE job_stickers (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file_id TEXT NOT NULL,
    emoji TEXT NOT NULL,
    PRIMARY KEY (job_id, position)
) STRICT, WITHOUT ROWID"""

TRANSITIONS = """CREATE TABLE transitions (
    id INTEGER PRIMARY KEY,
    machine TEXT NOT NULL,
    record TEXT NOT NULL,
    "from" TEXT,
    "to" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    by TEXT NOT NULL,
    who TEXT,
    at TEXT NOT NULL
) STRICT"""

OUTBOX = """CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    dedupe_key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    chat_id INTEGER,
    job_id TEXT,
    method TEXT NOT NULL,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    status TEXT NOT NULL DEFAULT 'pending' CHECK (
        status IN ('pending', 'sending', 'sent', 'maybe_sent', 'failed', 'cancelled')
    ),
    repeatable INTEGER NOT NULL CHECK (repeatable IN (0, 1)),
    interrupted INTEGER NOT NULL DEFAULT 0 CHECK (interrupted IN (0, 1)),
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before TEXT NOT NULL,
    error TEXT,
    message_id INTEGER,
    created_at TEXT NOT NULL,
    sent_at TEXT
) STRICT"""

TELEGRAM_INBOX = """CREATE TABLE telegram_inbox (
    update_id INTEGER PRIMARY KEY,
    raw TEXT,
    status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'done', 'quarantined')),
    error TEXT,
    received_at TEXT NOT NULL,
    done_at TEXT
) STRICT"""

ACTIONS = """CREATE TABLE actions (
    id INTEGER PRIMARY KEY,
    action TEXT NOT NULL,
    record TEXT NOT NULL,
    who TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT"""

TABLES = (
    SETTINGS,
    TEMPLATES,
    USERS,
    BOT_USERS,
    SESSIONS,
    JOBS,
    JOB_STICKERS,
    TRANSITIONS,
    OUTBOX,
    TELEGRAM_INBOX,
    ACTIONS,
)

INDEXES = (
    f"CREATE INDEX jobs_active ON jobs (status, created_at, id) WHERE {ACTIVE}",
    "CREATE INDEX jobs_done ON jobs (link_sent_at) WHERE status = 'done'",
    "CREATE INDEX jobs_with_photo ON jobs (photo) WHERE photo IS NOT NULL",
    "CREATE INDEX jobs_guest ON jobs (telegram_user_id)",
    "CREATE INDEX sessions_guest ON sessions (telegram_user_id)",
    "CREATE INDEX transitions_record ON transitions (record)",
    "CREATE INDEX outbox_waiting ON outbox (not_before, id) WHERE status = 'pending'",
    "CREATE INDEX outbox_sending ON outbox (id) WHERE status = 'sending'",
    "CREATE INDEX outbox_job ON outbox (job_id) WHERE job_id IS NOT NULL",
    "CREATE INDEX inbox_new ON telegram_inbox (received_at, update_id) WHERE status = 'new'",
    "CREATE INDEX inbox_done ON telegram_inbox (done_at) WHERE status <> 'new'",
)

INSTALL = ("INSERT INTO settings (key, value) VALUES ('maintenance', 'off')",)


def statements() -> tuple[str, ...]:
    """Return everything that makes an empty database ours, in order."""
    guards = [trigger for machine in (SESSION, JOB, MAINTENANCE) for trigger in triggers(machine)]
    return (*TABLES, *INDEXES, *guards, *INSTALL)
