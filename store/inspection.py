"""What state a database is in, for whoever looks at it from outside: nothing is changed."""

from dataclasses import dataclass

from store import migrations
from store.driver import Connection


@dataclass(frozen=True, slots=True)
class Steps:
    """How a database stands to this program: steps it is ahead by, and steps it is behind by."""

    ahead: frozenset[str]
    behind: frozenset[str]


def steps(connection: Connection) -> Steps:
    """Compare the steps that a database has taken with those that this program knows."""
    return Steps(frozenset(migrations.ahead(connection)), frozenset(migrations.behind(connection)))
