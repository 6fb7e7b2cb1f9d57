"""Refusals and faults as problem documents (RFC 9457).

One table maps a stable code to its status and title; nothing else decides a status. No document
tells what broke inside.
"""

import json
import math
from dataclasses import dataclass
from enum import StrEnum

from store.domain.reasons import SENTENCES, Refusal

MEDIA_TYPE = "application/problem+json"


class Code(StrEnum):
    """Codes of this server, beside those of the state machines."""

    INVALID = "invalid"
    UNAUTHORIZED = "unauthorized"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    TOO_LARGE = "too_large"
    UNSUPPORTED_IMAGE = "unsupported_image"
    BAD_PHOTO = "bad_photo"
    RATE_LIMITED = "rate_limited"
    INTERNAL = "internal"
    UNAVAILABLE = "unavailable"
    STORE_DOWN = "store_down"
    NOT_READY = "not_ready"
    LOGIN_NEEDED = "login_needed"
    FORBIDDEN = "forbidden"
    BACKUP_FAILED = "backup_failed"


@dataclass(frozen=True, slots=True)
class Kind:
    """What is the same for every problem of one code."""

    status: int
    title: str


_CONFLICT = 409

KINDS: dict[Code | Refusal, Kind] = {
    # A refusal without a row of its own is a conflict with the record's state.
    **{refusal: Kind(_CONFLICT, "Not possible in the present state") for refusal in Refusal},
    Code.INVALID: Kind(400, "The request is malformed"),
    Code.UNAUTHORIZED: Kind(401, "The kiosk key is missing or wrong"),
    Code.LOGIN_NEEDED: Kind(401, "Not logged in"),
    Code.FORBIDDEN: Kind(403, "Not allowed"),
    Refusal.NOT_FOUND: Kind(404, "Not found"),
    Refusal.UNKNOWN_TEMPLATE: Kind(404, "Unknown outfit"),
    Code.METHOD_NOT_ALLOWED: Kind(405, "Method not allowed"),
    Refusal.WRONG_STATUS: Kind(_CONFLICT, "The session is at another step"),
    Refusal.PACK_LIMIT: Kind(_CONFLICT, "The guest has no pack left"),
    Code.TOO_LARGE: Kind(413, "The upload is too large"),
    Code.UNSUPPORTED_IMAGE: Kind(415, "Not a supported image"),
    Code.BAD_PHOTO: Kind(422, "The photo cannot be used"),
    Code.RATE_LIMITED: Kind(429, "Too many requests"),
    Code.INTERNAL: Kind(500, "Internal error"),
    Code.BACKUP_FAILED: Kind(500, "No backup was made"),
    Refusal.MAINTENANCE: Kind(503, "The booth is paused"),
    Code.UNAVAILABLE: Kind(503, "The booth cannot take guests now"),
    Code.STORE_DOWN: Kind(503, "The database cannot be reached"),
    Code.NOT_READY: Kind(503, "Not ready"),
}

DETAILS: dict[Code, str] = {
    Code.INVALID: "The request could not be understood.",
    Code.UNAUTHORIZED: "Send the key of this booth in the header X-Kiosk-Key.",
    Code.METHOD_NOT_ALLOWED: "This address does not take this method.",
    Code.TOO_LARGE: "A photo may have at most 20 MB and 50 megapixels.",
    Code.UNSUPPORTED_IMAGE: "Send a photo as multipart/form-data in the field photo.",
    Code.BAD_PHOTO: "Take the photo again.",
    Code.RATE_LIMITED: "Too many requests came from this address.",
    Code.INTERNAL: "Something went wrong on our side.",
    Code.UNAVAILABLE: "Nothing could be delivered just now; try again a little later.",
    Code.STORE_DOWN: "The database did not answer; try again with the same Idempotency-Key.",
    Code.NOT_READY: "The booth is not ready.",
    Code.LOGIN_NEEDED: "Log in to the panel first.",
    Code.FORBIDDEN: "This action needs the page's own token and the right to act.",
    Code.BACKUP_FAILED: "The backup could not be made; nothing was changed.",
}


class Problem(Exception):
    """A request ends with a problem document; raised by routes, answered by the application."""

    def __init__(
        self,
        code: Code | Refusal,
        detail: str | None = None,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        **members: object,
    ) -> None:
        """Take the code, a sentence for people, and further members of the document.

        `status` is for a code that the contract gives two statuses.
        """
        super().__init__(code.value)
        self.code = code
        self.detail = detail or (SENTENCES[code] if isinstance(code, Refusal) else DETAILS[code])
        self.retry_after = retry_after
        self.members = members
        self.status = status or KINDS[code].status

    def body(self) -> bytes:
        """The document as JSON."""
        kind = KINDS[self.code]
        document = {
            "status": self.status,
            "title": kind.title,
            "detail": self.detail,
            "code": self.code.value,
            **self.members,
        }
        return json.dumps(document, ensure_ascii=False).encode()

    def headers(self) -> dict[str, str]:
        """The headers that go with the document."""
        headers = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"}
        if self.retry_after is not None:
            headers["Retry-After"] = str(max(1, math.ceil(self.retry_after)))
        return headers


def code_of_status(status: int) -> Code | Refusal:
    """Return the code of an error that the web framework raised by itself."""
    match status:
        case 404:
            return Refusal.NOT_FOUND
        case 405:
            return Code.METHOD_NOT_ALLOWED
        case 413:
            return Code.TOO_LARGE
        case _:
            return Code.INVALID if status < 500 else Code.INTERNAL
