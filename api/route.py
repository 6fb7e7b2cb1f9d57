"""A route as data: where it is, who answers, and everything its description says.

The application registers and the description describes the same table, so no route can be left
out of either.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from quart.wrappers import Response

from api.problems import Code
from store.domain.reasons import Refusal

Handler = Callable[..., Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value outside the body; `place` is `query` or `header`."""

    name: str
    place: str
    meaning: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Success:
    """The answer when all is well; `schema` names a schema of the description."""

    status: int
    media: str
    meaning: str
    schema: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One call. `path` is written as in Quart: `/session/<token>`."""

    method: str
    path: str
    handler: Handler
    summary: str
    success: Success
    problems: tuple[Code | Refusal, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    body: tuple[str, str] | None = None
    """Media type and schema of the request's body."""
    keyed: bool = False
    """Whether it needs the kiosk key when one is set."""
