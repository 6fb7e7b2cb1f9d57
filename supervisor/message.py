"""Base classes of what actors send each other; pure.

A message is a frozen dataclass owned by the package that receives it. It is either a `Request`,
which is answered exactly once with a value of its type argument, or a `Notice`, which is not.
"""

from typing import Generic, TypeVar

R = TypeVar("R")


class Request(Generic[R]):
    """A message whose sender waits for an answer of type `R`."""

    __slots__ = ()


class Notice:
    """A message whose sender does not wait for anything but room in the mailbox."""

    __slots__ = ()
