"""Closed vocabularies of reasons: why a session closed, why a request was refused.

Codes are part of the contract with the tablet and with scripts: they are never renamed.
"""

from enum import StrEnum


class ClosedReason(StrEnum):
    """Why the kiosk gave a session up."""

    IDLE_TIMEOUT = "idle_timeout"
    QR_TIMEOUT = "qr_timeout"
    CANCEL = "cancel"
    STAFF_RESET = "staff_reset"
    CAMERA_ERROR = "camera_error"
    KIOSK_RESET = "kiosk_reset"

    @classmethod
    def of(cls, code: str) -> "ClosedReason":
        """Read a code from outside; an unknown one counts as `kiosk_reset`."""
        return cls(code) if code in cls._value2member_map_ else cls.KIOSK_RESET


class Notice(StrEnum):
    """How the pack limit stopped a session."""

    PACK_READY = "pack_ready"
    PACK_IN_PROGRESS = "pack_in_progress"


class Refusal(StrEnum):
    """An expected no, by its stable code."""

    NOT_FOUND = "not_found"
    WRONG_STATUS = "wrong_status"
    MAINTENANCE = "maintenance"
    SOMEBODY_ELSE = "somebody_else"
    PACK_LIMIT = "pack_limit"
    UNKNOWN_TEMPLATE = "unknown_template"
    NOT_OWNER = "not_owner"
    NOT_DUE = "not_due"
    LINK_SENT = "link_sent"
    SELFIE_GONE = "selfie_gone"
    ATTEMPT_LEFT = "attempt_left"
    NO_ATTEMPT_LEFT = "no_attempt_left"
    FREE_RETURN_USED = "free_return_used"
    NOTHING_LEFT_OUT = "nothing_left_out"
    ERASED = "erased"


SENTENCES: dict[Refusal, str] = {
    Refusal.NOT_FOUND: "There is no such record.",
    Refusal.WRONG_STATUS: "The record is in a status from which this step does not lead.",
    Refusal.MAINTENANCE: "The booth is paused.",
    Refusal.SOMEBODY_ELSE: "The session belongs to another guest.",
    Refusal.PACK_LIMIT: "The guest has as many packs as one guest may have.",
    Refusal.UNKNOWN_TEMPLATE: "There is no such outfit to choose.",
    Refusal.NOT_OWNER: "The job is held by another slot or by an earlier incarnation.",
    Refusal.NOT_DUE: "It is too early for this step.",
    Refusal.LINK_SENT: "The link has been sent.",
    Refusal.SELFIE_GONE: "The selfie is no longer kept.",
    Refusal.ATTEMPT_LEFT: "An attempt is left.",
    Refusal.NO_ATTEMPT_LEFT: "No attempt is left.",
    Refusal.FREE_RETURN_USED: "The returns that cost no attempt are used up.",
    Refusal.NOTHING_LEFT_OUT: "The guest has not reached the pack limit.",
    Refusal.ERASED: "The personal data was erased, so nothing changes any more.",
}
"""What each refusal means, for problem documents and for the log."""


REQUEUED_ON_SHUTDOWN = "[requeued on shutdown]"
REQUEUED_AFTER_RESTART = "[requeued after restart]"
DELIVERY_FAILED = "STICKERSET_DELIVERY_FAILED"
"""Error text of a job that ran out of time starts with this."""
