"""Whose packages these are: a start-up check against strangers under our top-level names.

`telegram` and `supervisor` are also the names of well-known packages, and pip overwrites files
without a word; a program that would start with theirs must say so instead.
"""

from importlib.metadata import packages_distributions

ROOTS = ("actors", "api", "store", "supervisor", "telegram")
OURS = "stickerbooth"


def foreign_claims(ours: str = OURS) -> dict[str, list[str]]:
    """Return, by top-level name of ours, the distributions that also claim it."""
    owners = packages_distributions()
    claims = {root: sorted({d for d in owners.get(root, ()) if d != ours}) for root in ROOTS}
    return {root: foreign for root, foreign in claims.items() if foreign}
