"""Statuses of the guarded records, and the groups that rules speak of.

A status word appears in code only through these enumerations; the words themselves are fixed by
the specification of behaviour and stand in the database as they are here.
"""

from enum import StrEnum


class SessionStatus(StrEnum):
    """Steps of one tablet interaction, from Start to the photo."""

    IDLE = "idle"
    LINKED = "linked"
    CONSENTED = "consented"
    TEMPLATE_CHOSEN = "template_chosen"
    PHOTO_TAKEN = "photo_taken"
    EXPIRED = "expired"


class JobStatus(StrEnum):
    """Steps of one generation request, from the photo to the link."""

    QUEUED = "queued"
    PROCESSING = "processing"
    DELIVERING = "delivering"
    DONE = "done"
    FAILED = "failed"


class MaintenanceStatus(StrEnum):
    """Why the product is paused, or that it is not."""

    OFF = "off"
    ENV = "env"
    AUTO = "auto"
    ADMIN = "admin"


class LeadStatus(StrEnum):
    """What an admin made of a booking request."""

    NEW = "new"
    IN_WORK = "in_work"
    CONTACTED = "contacted"
    DEAL = "deal"
    REFUSED = "refused"
    SPAM = "spam"


class CardStatus(StrEnum):
    """Where a lead's card in the group is in its life."""

    PENDING = "pending"
    PUBLISHED = "published"
    ERASED = "erased"


class RepeatStatus(StrEnum):
    """Whether the group has heard of a repeated contact."""

    PENDING = "pending"
    NOTIFIED = "notified"


OPEN_SESSION = (
    SessionStatus.IDLE,
    SessionStatus.LINKED,
    SessionStatus.CONSENTED,
    SessionStatus.TEMPLATE_CHOSEN,
)
"""Statuses before the photo: only these can expire."""

ACTIVE_JOB = (JobStatus.QUEUED, JobStatus.PROCESSING, JobStatus.DELIVERING)
"""A job that still owes its guest an outcome."""

QUOTA_JOB = (*ACTIVE_JOB, JobStatus.DONE)
"""Jobs that count against a guest's pack limit: all that did not fail."""
