"""Steps that a decision about an update may cause: carried out in the transaction that ends it.

A step is a value. Those whose outcome only the database knows carry the steps that follow from
each outcome, so that a whole conversation turn is decided before anything happens.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from store.domain.ids import GuestId
from store.domain.leads import LeadId
from store.domain.machine import Role, Value
from store.domain.outgoing import Body


@dataclass(frozen=True, slots=True)
class Enqueue:
    """Say something; `key` makes it unique, so that it is never queued twice."""

    kind: str
    chat_id: int | None
    body: Body
    key: str
    repeatable: bool = False


@dataclass(frozen=True, slots=True)
class MeetUser:
    """Remember a person, with a language if none is known yet; clears a block."""

    user: GuestId
    language: str | None


@dataclass(frozen=True, slots=True)
class SetState:
    """Write or clear a person's conversation state."""

    user: GuestId
    state: str | None


@dataclass(frozen=True, slots=True)
class MarkBlocked:
    """Remember that a person blocked the bot."""

    user: GuestId


@dataclass(frozen=True, slots=True)
class PullThen:
    """Pull a trigger and go on by its outcome.

    `then` maps an outcome of `Fired` or a refusal's code to steps; `otherwise` is for the rest.
    """

    machine: str
    id: str
    trigger: str
    by: Role
    args: Mapping[str, Value]
    then: Mapping[str, tuple["Step", ...]]
    otherwise: tuple["Step", ...] = ()
    who: str | None = None


@dataclass(frozen=True, slots=True)
class ConnectLead:
    """Put a person's Telegram on the lead of a connect key, which works once."""

    key: str = field(repr=False)
    user: GuestId
    username: str | None = field(repr=False)
    then: tuple["Step", ...] = ()
    otherwise: tuple["Step", ...] = ()


@dataclass(frozen=True, slots=True)
class AskConfirmation:
    """Remember under an unguessable key what somebody was asked to confirm."""

    key: str
    user: GuestId
    action: str
    record: str


@dataclass(frozen=True, slots=True)
class UseConfirmation:
    """Use a confirmation, once and only by the one who was asked."""

    key: str
    user: GuestId
    then: tuple["Step", ...] = ()
    otherwise: tuple["Step", ...] = ()


@dataclass(frozen=True, slots=True)
class DeleteLead:
    """Remove a test lead with everything of it; `otherwise` when it is no test."""

    lead_id: LeadId
    who: str
    then: tuple["Step", ...] = ()
    otherwise: tuple["Step", ...] = ()


@dataclass(frozen=True, slots=True)
class RepostCard:
    """Post a lead's card anew, below everything that was said since."""

    lead_id: LeadId


Step = (
    Enqueue
    | MeetUser
    | SetState
    | MarkBlocked
    | PullThen
    | ConnectLead
    | AskConfirmation
    | UseConfirmation
    | DeleteLead
    | RepostCard
)
