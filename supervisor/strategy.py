"""Which children a failure takes down with it; pure, over child names in start order."""

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never


class Strategy(StrEnum):
    """The three restart strategies of OTP."""

    ONE_FOR_ONE = "one_for_one"
    REST_FOR_ONE = "rest_for_one"
    ONE_FOR_ALL = "one_for_all"


def affected(strategy: Strategy, names: Sequence[str], failed: str) -> tuple[str, ...]:
    """Return the children to be restarted when `failed` fails, in start order, itself included.

    Raises ValueError when `failed` is not among `names`.
    """
    position = names.index(failed)
    match strategy:
        case Strategy.ONE_FOR_ONE:
            return (failed,)
        case Strategy.REST_FOR_ONE:
            return tuple(names[position:])
        case Strategy.ONE_FOR_ALL:
            return tuple(names)
    assert_never(strategy)


def groups(strategy: Strategy, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the sets of children that can affect each other, in start order."""
    if strategy is Strategy.ONE_FOR_ONE:
        return tuple((name,) for name in names)
    return (tuple(names),) if names else ()
