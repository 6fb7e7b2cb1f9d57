"""SQL of the yes-or-no questions that guards ask about other records.

Each expression is true, false or never NULL, may use the guarded row's own columns by its
table's name, and the caller's arguments by name.
"""

from collections.abc import Mapping

from store.domain.machine import Machine
from store.domain.status import ACTIVE_JOB, QUOTA_JOB, MaintenanceStatus


def quoted(words: tuple[str, ...]) -> str:
    """Return constants of our own as a list of SQL literals."""
    return ", ".join(f"'{word}'" for word in words)


ACTIVE = f"status IN ({quoted(ACTIVE_JOB)})"
"""True of jobs that still owe an outcome; a query must say exactly this to use their index."""


def _jobs(guest: str, statuses: tuple[str, ...]) -> str:
    return (
        "(SELECT count(*) FROM jobs AS other"
        f" WHERE other.telegram_user_id = {guest} AND other.status IN ({quoted(statuses)}))"
    )


PAUSED = (
    f"((SELECT value FROM settings WHERE key = 'maintenance') IS NOT '{MaintenanceStatus.OFF}')"
)
_SESSION_GUEST = "coalesce(sessions.telegram_user_id, :guest)"

SESSION_FACTS = {
    "maintenance": PAUSED,
    "limit_reached": f"({_jobs(_SESSION_GUEST, QUOTA_JOB)} >= :pack_limit)",
    "pack_in_progress": f"({_jobs(_SESSION_GUEST, ACTIVE_JOB)} > 0)",
    "template_offered": (
        "EXISTS (SELECT 1 FROM templates WHERE templates.id = :template_id AND active = 1)"
    ),
}
JOB_FACTS = {
    "maintenance": PAUSED,
    "limit_reached": f"({_jobs('jobs.telegram_user_id', QUOTA_JOB)} >= :pack_limit)",
}

FACTS: dict[str, Mapping[str, str]] = {"session": SESSION_FACTS, "job": JOB_FACTS}


def facts_of(machine: Machine) -> Mapping[str, str]:
    """Return the SQL of every fact a machine's guards ask about."""
    return FACTS.get(machine.name, {})
