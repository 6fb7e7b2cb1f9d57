"""The three machines of a lead: its status, its card in the group, and each repeat of a contact.

Status and card are two regions of one row and move independently, except that an erased lead is
frozen. A repeat has a small life of its own. Pressing the same button again is not a transition.
"""

from store.domain.machine import (
    Arg,
    Column,
    Compare,
    Const,
    Edge,
    Effect,
    Machine,
    Op,
    Plus,
    Put,
    Role,
)
from store.domain.reasons import Refusal
from store.domain.status import CardStatus, LeadStatus, RepeatStatus

# fmt: off

_L, _C, _R = LeadStatus, CardStatus, RepeatStatus
NOW = Arg("now")
NOTHING = Const(None)

NOT_ERASED = Compare(Column("erased_at"), Op.IS, NOTHING, Refusal.ERASED)

_HANDLED = (_L.IN_WORK, _L.CONTACTED, _L.DEAL, _L.REFUSED, _L.SPAM)
_WHY = {
    _L.IN_WORK: "An admin took the lead up.",
    _L.CONTACTED: "An admin has spoken with the person.",
    _L.DEAL: "An admin made a booking of it.",
    _L.REFUSED: "An admin noted that nothing comes of it.",
    _L.SPAM: "An admin found it to be spam.",
}
_REDRAWN = Put("card_version", Plus("card_version", 1))
_MARKED = (Put("status_changed_at", NOW), Put("status_changed_by", Arg("who")), _REDRAWN)

LEAD = Machine(
    name="lead",
    record="leads",
    key="id",
    column="status",
    states=tuple(_L),
    edges=(
        Edge(
            "submit", (), _L.NEW, (Role.LANDING, Role.LEAD_ADMIN),
            "A request for a booking came in.",
        ),
        *(
            Edge(
                str(target), tuple(s for s in _L if s is not target), target,
                (Role.LEAD_ADMIN,), _WHY[target], (NOT_ERASED,), _MARKED,
                (Effect.LEAD_HISTORY,),
            )
            for target in _HANDLED
        ),
    ),
)

PERSONAL = (
    "name", "telegram", "phone", "comment", "ip_hash", "connected_user", "connected_username",
)
"""Columns that erasure sets to nothing."""

_FAILED_AGAIN = (
    Put("publish_attempts", Plus("publish_attempts", 1)),
    Put("next_publish_at", Arg("next_at")),
    Put("publish_error", Arg("error")),
)
_PLACE = (
    Put("chat_id", Arg("chat_id")),
    Put("message_id", Arg("message_id")),
    Put("card_shown", Arg("shown")),
    Put("repost", Const(0)),
    Put("in_doubt", Const(0)),
    Put("publish_error", NOTHING),
)

LEAD_CARD = Machine(
    name="lead_card",
    record="leads",
    key="id",
    column="card",
    states=tuple(_C),
    edges=(
        Edge(
            "submit", (), _C.PENDING, (Role.LANDING, Role.LEAD_ADMIN),
            "The lead waits for its card.",
        ),
        Edge(
            "publish_failed", (_C.PENDING,), _C.PENDING, (Role.PUBLISHER,),
            "The card could not be posted; it is tried again later.",
            puts=_FAILED_AGAIN, effects=(Effect.ALERT_LEAD_UNPUBLISHED,),
        ),
        Edge(
            "published", (_C.PENDING,), _C.PUBLISHED, (Role.PUBLISHER, Role.LEAD_ADMIN),
            "The card was posted to the group.",
            puts=(Put("published_at", NOW), *_PLACE), effects=(Effect.ABSORB_REPEATS,),
        ),
        Edge(
            "moved", (_C.PUBLISHED,), _C.PUBLISHED, (Role.PUBLISHER, Role.LEAD_ADMIN),
            "The card was posted again; later pings reply to the new message.",
            puts=_PLACE, effects=(Effect.RETIRE_CARD,),
        ),
        Edge(
            "moved", (_C.ERASED,), _C.ERASED, (Role.PUBLISHER, Role.LEAD_ADMIN),
            "A card that was on its way during the erasure is known, so that it is rewritten.",
            puts=_PLACE, effects=(Effect.RETIRE_CARD,),
        ),
        Edge(
            "erase", (_C.PENDING, _C.PUBLISHED), _C.ERASED, (Role.LEAD_ADMIN, Role.RETENTION),
            "The personal data was erased for good.",
            puts=(
                Put("erased_at", NOW), _REDRAWN, *(Put(column, NOTHING) for column in PERSONAL),
            ),
            effects=(Effect.ABSORB_REPEATS, Effect.FORGET_LEAD),
        ),
    ),
    extra=(
        "(card = 'erased') = (erased_at IS NOT NULL)",
        "card <> 'published' OR published_at IS NOT NULL",
        "erased_at IS NULL OR coalesce(name, telegram, phone, comment, ip_hash) IS NULL",
        "publish_attempts >= 0",
    ),
)

_LAST_TRY = Compare(Plus("notify_attempts", 1), Op.GE, Arg("most_pings"), Refusal.ATTEMPT_LEFT)
_TRIED = (Put("notify_attempts", Plus("notify_attempts", 1)), Put("notify_error", Arg("error")))

LEAD_REPEAT = Machine(
    name="lead_repeat",
    record="lead_repeats",
    key="id",
    column="status",
    states=tuple(_R),
    edges=(
        Edge(
            "submit", (), _R.PENDING, (Role.LANDING, Role.LEAD_ADMIN),
            "The same contact came again within a day.",
        ),
        Edge(
            "notified", (_R.PENDING,), _R.NOTIFIED, (Role.PUBLISHER,),
            "The card was rewritten and a ping replies to it.",
            puts=(Put("notified_at", NOW), Put("notify_error", Arg("error"))),
        ),
        Edge(
            "notify_failed", (_R.PENDING,), _R.NOTIFIED, (Role.PUBLISHER,),
            "The fifth ping failed; it is not tried again.",
            (_LAST_TRY,), (Put("notified_at", NOW), *_TRIED),
        ),
        Edge(
            "notify_failed", (_R.PENDING,), _R.PENDING, (Role.PUBLISHER,),
            "The ping failed; it is tried again later.",
            puts=(Put("next_notify_at", Arg("next_at")), *_TRIED),
        ),
        Edge(
            "absorbed", (_R.PENDING,), _R.NOTIFIED, (Role.PUBLISHER, Role.RETENTION),
            "The card was first posted with the repeat already on it.",
            puts=(Put("notified_at", NOW),),
        ),
    ),
    extra=("(status = 'notified') = (notified_at IS NOT NULL)", "notify_attempts >= 0"),
)
