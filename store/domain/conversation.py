"""A person's conversation state: which handler reads the next message, and with what parameters.

Nobody else reads or writes the stored text. Parameters keep their JSON types. A state holds
routing and what the person is doing right now, so it is small and dies when they stop; what has to
outlive it is a `state_data` row that the parameters point to. Logs get the `summary` only, since
parameters may hold what a person wrote.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = Any
"""A JSON value: None, bool, int, float, str, or a list or a string-keyed mapping of them."""

STATE_DATA = ("state_data", "state_data_id")
"""Names under which parameters point to a row of collected data."""
MESSAGE_META = "message_meta"
"""Name under which parameters point to a message that the bot sent."""
MESSAGE_METAS = (MESSAGE_META, "message_meta_id")
"""All names under which they may do so."""


class BadState(ValueError):
    """The stored text is no state; it is not quoted."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a person is: the subject (`type`), the step (`method`), its parameters."""

    type: str
    method: str
    params: Mapping[str, Json] = field(default_factory=dict, repr=False)

    @property
    def summary(self) -> str:
        """A short `type#method` for logs."""
        return f"{self.type}#{self.method}"

    @property
    def data_row(self) -> int | None:
        """The `state_data` row that the parameters point to."""
        return self._first_row(STATE_DATA)

    @property
    def message_row(self) -> int | None:
        """The `message_meta` row that the parameters point to."""
        return self._first_row(MESSAGE_METAS)

    def _first_row(self, names: tuple[str, ...]) -> int | None:
        """Return what the first of some names points to; True is no number of a row."""
        values = (self.params.get(name) for name in names)
        return next((value for value in values if type(value) is int), None)


def encode(state: State) -> str:
    """Return the text that is stored: `{"t": type, "m": method, "p": params}`."""
    fields = {"t": state.type, "m": state.method, "p": dict(state.params)}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def decode(text: str) -> State:
    """Read what `encode` wrote; raises `BadState` on anything else."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise BadState("the stored state is not JSON") from None
    match fields:
        case {"t": str(subject), "m": str(method), "p": dict(params)} if subject:
            return State(subject, method, params)
        case _:
            raise BadState("the stored state lacks its type, method or parameters")
