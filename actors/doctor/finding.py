"""What a check found: one line, with the mend when there is something to mend.

No line holds a secret: checks name settings, never their values.
"""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is: `fail` keeps the booth from serving guests, `warn` does not yet."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    level: Level
    name: str
    said: str
    mend: str = ""


def ok(name: str, said: str) -> Finding:
    """All is well."""
    return Finding(Level.OK, name, said)


def warn(name: str, said: str, mend: str) -> Finding:
    """It works, but somebody should look at it."""
    return Finding(Level.WARN, name, said, mend)


def fail(name: str, said: str, mend: str) -> Finding:
    """It does not work."""
    return Finding(Level.FAIL, name, said, mend)
