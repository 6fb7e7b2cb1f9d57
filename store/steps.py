"""Steps that a decision about an update may cause: carried out in the transaction that ends it.

A step is a value. Those whose outcome only the database knows carry the steps that follow from
each outcome, so that a whole conversation turn is decided before anything happens; where what
follows needs the number of a new row, it is a pure function of that number. `then` is for what was
hoped for, `otherwise` for the rest.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from store.domain.conversation import Json
from store.domain.ids import GuestId
from store.domain.leads import LeadForm, LeadId
from store.domain.machine import Role, Value
from store.domain.outgoing import Body, Rows
from store.domain.records import StaffRole

Steps: TypeAlias = tuple["Step", ...]
ByRow: TypeAlias = Callable[[int], Steps]
"""What follows, given the number of the row that was made."""


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
    then: Mapping[str, Steps]
    otherwise: Steps = ()
    who: str | None = None


@dataclass(frozen=True, slots=True)
class ConnectLead:
    """Put a person's Telegram on the lead of a connect key, which works once."""

    key: str = field(repr=False)
    user: GuestId
    username: str | None = field(repr=False)
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class AskConfirmation:
    """Remember what somebody was asked to confirm; buttons carry the row."""

    user: GuestId
    action: str
    record: str
    then: ByRow


@dataclass(frozen=True, slots=True)
class UseConfirmation:
    """Use a confirmation, once and only by the one who was asked."""

    row: int
    user: GuestId
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class DeleteLead:
    """Remove a test lead with everything of it; `otherwise` when it is no test."""

    lead_id: LeadId
    who: str
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class RepostCard:
    """Post a lead's card anew, below everything that was said since."""

    lead_id: LeadId


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """Speak with a person in a language from now on."""

    user: GuestId
    language: str


@dataclass(frozen=True, slots=True)
class StoreData:
    """Make a row of state data.

    With a `key`, which must be unguessable, a deep link opens it; `user` is whose it is, None when
    it is for whoever holds the link.
    """

    user: GuestId | None
    data: Mapping[str, Json] = field(repr=False)
    then: ByRow
    key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class MergeData:
    """Add fields to a row of state data, replacing those of the same name.

    `otherwise` is for a row that is gone.
    """

    row: int
    data: Mapping[str, Json] = field(repr=False)
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class DropData:
    """Delete a row of state data, if it is there."""

    row: int


@dataclass(frozen=True, slots=True)
class Post:
    """Say something and keep a reference to the message (`message_meta`), for a later edit."""

    user: GuestId
    chat_id: int
    body: Body
    key: str
    purpose: str
    then: ByRow


@dataclass(frozen=True, slots=True)
class EditPosted:
    """Change the text and buttons of a message that a reference points to, once it is sent."""

    meta: int
    text: str
    buttons: Rows
    key: str


@dataclass(frozen=True, slots=True)
class DeletePosted:
    """Delete the message that a reference points to, once it is sent, and the reference."""

    meta: int
    key: str


@dataclass(frozen=True, slots=True)
class PutStaff:
    """Add somebody to the staff, or change their name and role."""

    user: GuestId
    name: str = field(repr=False)
    role: StaffRole
    by: GuestId


@dataclass(frozen=True, slots=True)
class RemoveStaff:
    """Take somebody off the staff; `otherwise` when they are not on it."""

    user: GuestId
    by: GuestId
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class EnterLead:
    """Take a lead that an admin typed in; it joins a recent one of the same contact.

    `then` is given the number of the lead.
    """

    request_id: str
    form: LeadForm = field(repr=False)
    connect_key: str = field(repr=False)
    by: str
    then: ByRow


@dataclass(frozen=True, slots=True)
class AddNote:
    """Write a note on a lead's card; `otherwise` when the lead is unknown or erased."""

    lead_id: LeadId
    text: str = field(repr=False)
    by: str
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class WantDraft:
    """Have the art of a draft fetched, checked and shown; the row holds its fields.

    `otherwise` when the row is gone or lacks a field.
    """

    row: int
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class PublishDraft:
    """Offer a finished draft to guests, as a new outfit or in the place of the one it changes.

    `otherwise` when the draft is gone or not finished.
    """

    row: int
    by: GuestId
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class DropDraft:
    """Delete a draft with the files made for it; `otherwise` when it is gone."""

    row: int
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class RetitleOutfit:
    """Change the title of an outfit in one language; `otherwise` when it is gone."""

    outfit: str
    language: str
    title: str
    by: GuestId
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class MoveOutfit:
    """Move an outfit among those that are there, hidden ones too: by -1 forward, by 1 back.

    `otherwise` when it is gone or already at the end.
    """

    outfit: str
    by: GuestId
    places: int
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class ShowOutfit:
    """Offer an outfit to guests, or hide it.

    `otherwise` when it is gone, or is to be hidden as the last one on offer.
    """

    outfit: str
    by: GuestId
    active: bool
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class DeleteOutfit:
    """Take an outfit away for good; packs in the making keep it.

    `otherwise` when it is gone or the last one on offer.
    """

    outfit: str
    by: GuestId
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class Rate:
    """Keep a guest's score (1 to 5) of a pack, once; `otherwise` when given or gone."""

    feedback: int
    user: GuestId
    score: int
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class CommentPack:
    """Keep a guest's words on a pack that they rated, once; `otherwise` when given or gone."""

    feedback: int
    user: GuestId
    comment: str = field(repr=False)
    then: Steps = ()
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class ForgetPerson:
    """Erase all that is known of a guest; messages that are waiting for them are taken back.

    What follows is carried out afterwards, so a last word can still be said.
    """

    user: GuestId
    then: Steps = ()


@dataclass(frozen=True, slots=True)
class ResetPerson:
    """Remove a guest's sessions, jobs and pack, so that they may start anew."""

    user: GuestId
    who: str
    then: Steps = ()


TalkStep = StoreData | MergeData | DropData | Post | EditPosted | DeletePosted
ConfirmStep = AskConfirmation | UseConfirmation
LeadStep = ConnectLead | DeleteLead | RepostCard | EnterLead | AddNote
OutfitStep = (
    WantDraft | PublishDraft | DropDraft | RetitleOutfit | MoveOutfit | ShowOutfit | DeleteOutfit
)
PersonStep = (
    MeetUser
    | SetState
    | SetLanguage
    | MarkBlocked
    | PutStaff
    | RemoveStaff
    | Rate
    | CommentPack
    | ForgetPerson
    | ResetPerson
)
Step = Enqueue | PullThen | TalkStep | ConfirmStep | LeadStep | OutfitStep | PersonStep
