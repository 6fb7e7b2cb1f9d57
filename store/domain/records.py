"""Rows as values: frozen, typed, with times as ISO 8601 UTC text exactly as stored.

The text of times sorts as the times do, so it is compared and shown without being parsed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from store.domain.conversation import Json
from store.domain.ids import GuestId, JobId, Token
from store.domain.reasons import ClosedReason, Notice
from store.domain.status import JobStatus, MaintenanceStatus, SessionStatus


@dataclass(frozen=True, slots=True)
class Session:
    """One tablet interaction."""

    token: Token
    status: SessionStatus
    telegram_user_id: GuestId | None
    template_id: str | None
    closed_reason: ClosedReason | None
    notice: Notice | None
    kiosk_id: str | None
    created_at: str


@dataclass(frozen=True, slots=True)
class Job:
    """One generation request.

    `owner` is the slot and incarnation that hold it while processing; `photo` is a file name in
    the photo folder, or None when the selfie is gone; `cost_usd` is what it cost so far.
    """

    id: JobId
    session_token: Token
    telegram_user_id: GuestId
    template_id: str
    status: JobStatus
    attempts: int
    error: str | None
    owner: str | None
    generation: int
    name_clashes: int
    language: str
    photo: str | None
    pack_name: str | None
    provider_used: str | None
    render_mode: str | None
    stickers_done: int
    stickers_total: int
    shutdown_requeues: int
    cost_usd: float
    created_at: str
    not_before: str
    pack_created_at: str | None
    link_sent_at: str | None
    delay_notice_sent_at: str | None


@dataclass(frozen=True, slots=True)
class StoredSticker:
    """A sticker of a job that Telegram already holds: its place in the pack and its file id.

    `provider` and `render_mode` say who made it and how; None for one of an earlier version.
    """

    position: int
    file_id: str
    emoji: str
    provider: str | None = None
    render_mode: str | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """What is known of a guest: when consent was given, and the newest pack."""

    telegram_user_id: GuestId
    consented_at: str | None
    pack_name: str | None


@dataclass(frozen=True, slots=True)
class BotUser:
    """A person the bot talks with: language, and the encoded conversation state."""

    telegram_user_id: GuestId
    state: str | None
    language: str | None


@dataclass(frozen=True, slots=True)
class Outfit:
    """An outfit to choose: titles by language, and the folder of its art."""

    id: str
    titles: dict[str, str]
    folder: str
    position: int


@dataclass(frozen=True, slots=True)
class OutfitEntry:
    """An outfit as operators see it: also one that is hidden."""

    outfit: Outfit
    active: bool
    bundled: bool


class StaffRole(StrEnum):
    """What somebody who was added at run time may do."""

    LEAD_ADMIN = "lead_admin"
    VIEWER = "viewer"


@dataclass(frozen=True, slots=True)
class StaffMember:
    """Somebody of the staff."""

    telegram_user_id: GuestId
    name: str = field(repr=False)
    role: StaffRole


@dataclass(frozen=True, slots=True)
class StateData:
    """A row of collected data; `user` is whose it is, None when a link opens it for anybody."""

    id: int
    user: GuestId | None
    data: Mapping[str, Json] = field(repr=False)
    key: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class MessageMeta:
    """A reference to a message of the bot; its id is unknown until it was sent."""

    id: int
    telegram_user_id: GuestId
    chat_id: int
    message_id: int | None
    purpose: str


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a guest said of a pack, as far as they have."""

    id: int
    telegram_user_id: GuestId
    score: int | None
    comment: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class InboxUpdate:
    """A raw update that waits to be handled; `raw` is the JSON text as Telegram sent it."""

    update_id: int
    raw: str


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """A message that waits to be sent.

    `method` and `payload` (JSON text) are the Bot API call; `chat_id` is where it is paced, None
    for calls that go to no chat; `repeatable` says that a second copy hurts less than none.
    `meta_id` is the reference that this message makes or acts upon.
    """

    id: int
    kind: str
    chat_id: int | None
    method: str
    payload: str
    attempts: int
    meta_id: int | None
    repeatable: bool
    interrupted: bool


@dataclass(frozen=True, slots=True)
class Maintenance:
    """The pause switch: its status, the operator's text, since when."""

    status: MaintenanceStatus
    text: str | None
    since: str | None

    @property
    def paused(self) -> bool:
        """Whether new guests are refused and nothing is claimed."""
        return self.status is not MaintenanceStatus.OFF


@dataclass(frozen=True, slots=True)
class Outlook:
    """The queue as a new guest meets it: jobs ahead, median delivery in seconds or None."""

    ahead: int
    typical: float | None
