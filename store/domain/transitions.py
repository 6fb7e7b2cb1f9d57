"""The table: every transition of every guarded record, once.

Reading the rows tells the product. Guarded updates, constraints, triggers, diagrams, refusals
and the walks of the tests are all made from these rows and from nothing else. Alternatives of
one trigger are tried from top to bottom.
"""

from store.domain.lead_transitions import LEAD, LEAD_CARD, LEAD_REPEAT
from store.domain.machine import (
    Arg,
    Column,
    Compare,
    Const,
    Edge,
    Effect,
    Fact,
    Machine,
    Op,
    Plus,
    Put,
    Role,
)
from store.domain.reasons import REQUEUED_AFTER_RESTART, REQUEUED_ON_SHUTDOWN, Notice, Refusal
from store.domain.status import (
    ACTIVE_JOB,
    OPEN_SESSION,
    JobStatus,
    MaintenanceStatus,
    SessionStatus,
)

# fmt: off

NOW = Arg("now")
NOTHING = Const(None)

RUNNING = Fact("maintenance", holds=False, code=Refusal.MAINTENANCE)
LIMIT_REACHED = Fact("limit_reached", holds=True, code=Refusal.NOTHING_LEFT_OUT)
IN_PROGRESS = Fact("pack_in_progress", holds=True, code=Refusal.NOTHING_LEFT_OUT)
SAME_GUEST = Compare(Column("telegram_user_id"), Op.EQ, Arg("guest"), Refusal.SOMEBODY_ELSE)
TEMPLATE_OFFERED = Fact("template_offered", holds=True, code=Refusal.UNKNOWN_TEMPLATE)

STILL_PREPARING = Put("notice", Const(Notice.PACK_IN_PROGRESS))
ALREADY_READY = Put("notice", Const(Notice.PACK_READY))
LINK_GUEST = Put("telegram_user_id", Arg("guest"))

_S = SessionStatus
_LINKABLE_AGAIN = (_S.LINKED, _S.CONSENTED, _S.TEMPLATE_CHOSEN)
_CHOOSING = (_S.CONSENTED, _S.TEMPLATE_CHOSEN)

SESSION = Machine(
    name="session",
    record="sessions",
    key="token",
    column="status",
    states=tuple(_S),
    edges=(
        Edge("create", (), _S.IDLE, (Role.KIOSK,), "Start was tapped on the kiosk.", (RUNNING,)),
        Edge(
            "link", (_S.IDLE,), _S.EXPIRED, (Role.GUEST,),
            "The guest's pack is still being prepared.",
            (LIMIT_REACHED, IN_PROGRESS), (LINK_GUEST, STILL_PREPARING),
        ),
        Edge(
            "link", (_S.IDLE,), _S.EXPIRED, (Role.GUEST,),
            "The guest already has a pack.",
            (LIMIT_REACHED,), (LINK_GUEST, ALREADY_READY),
        ),
        Edge(
            "link", _LINKABLE_AGAIN, _S.EXPIRED, (Role.GUEST,),
            "The same guest came again while the pack is still being prepared.",
            (SAME_GUEST, LIMIT_REACHED, IN_PROGRESS), (STILL_PREPARING,),
        ),
        Edge(
            "link", _LINKABLE_AGAIN, _S.EXPIRED, (Role.GUEST,),
            "The same guest came again and already has a pack.",
            (SAME_GUEST, LIMIT_REACHED), (ALREADY_READY,),
        ),
        Edge(
            "link", (_S.IDLE,), _S.LINKED, (Role.GUEST,),
            "The guest opened the bot with the session's token.",
            puts=(LINK_GUEST, Put("linked_at", NOW)),
        ),
        Edge(
            "link", (_S.LINKED, _S.CONSENTED), _S.LINKED, (Role.GUEST,),
            "The same guest pressed start again, so consent is asked again.",
            (SAME_GUEST,), (Put("linked_at", NOW),),
        ),
        Edge(
            "consent", (_S.LINKED, _S.CONSENTED), _S.CONSENTED, (Role.GUEST,),
            "The guest pressed the consent button.",
            (SAME_GUEST,), (Put("consented_at", NOW),), (Effect.RECORD_CONSENT,),
        ),
        Edge(
            "choose", _CHOOSING, _S.EXPIRED, (Role.KIOSK,),
            "At the choice of an outfit the guest's pack is still being prepared.",
            (RUNNING, LIMIT_REACHED, IN_PROGRESS), (STILL_PREPARING,),
        ),
        Edge(
            "choose", _CHOOSING, _S.EXPIRED, (Role.KIOSK,),
            "At the choice of an outfit the guest already has a pack.",
            (RUNNING, LIMIT_REACHED), (ALREADY_READY,),
        ),
        Edge(
            "choose", _CHOOSING, _S.TEMPLATE_CHOSEN, (Role.KIOSK,),
            "An outfit was tapped on the kiosk.",
            (RUNNING, TEMPLATE_OFFERED), (Put("template_id", Arg("template_id")),),
        ),
        Edge(
            "photo", (_S.TEMPLATE_CHOSEN,), _S.EXPIRED, (Role.KIOSK,),
            "At the photo the guest's pack is still being prepared.",
            (RUNNING, LIMIT_REACHED, IN_PROGRESS), (STILL_PREPARING,),
        ),
        Edge(
            "photo", (_S.TEMPLATE_CHOSEN,), _S.EXPIRED, (Role.KIOSK,),
            "At the photo the guest already has a pack.",
            (RUNNING, LIMIT_REACHED), (ALREADY_READY,),
        ),
        Edge(
            "photo", (_S.TEMPLATE_CHOSEN,), _S.PHOTO_TAKEN, (Role.KIOSK,),
            "The photo was accepted and its job queued.",
            (RUNNING,), effects=(Effect.ENQUEUE_JOB,),
        ),
        Edge(
            "expire", OPEN_SESSION, _S.EXPIRED, (Role.KIOSK,),
            "The kiosk gave the session up.",
            puts=(Put("closed_reason", Arg("reason")),),
        ),
    ),
    extra=(
        "closed_reason IS NULL OR notice IS NULL",
        "(status = 'expired') = (closed_reason IS NOT NULL OR notice IS NOT NULL)",
        "status IN ('idle', 'expired') OR telegram_user_id IS NOT NULL",
        "status NOT IN ('template_chosen', 'photo_taken') OR template_id IS NOT NULL",
    ),
)

MINE = Compare(Column("owner"), Op.EQ, Arg("owner"), Refusal.NOT_OWNER)
LEFT_BEHIND = Compare(Column("owner"), Op.IS_NOT, Arg("owner"), Refusal.NOT_OWNER)
ATTEMPT_LEFT = Compare(
    Plus("attempts", 1), Op.LT, Arg("max_attempts"), Refusal.NO_ATTEMPT_LEFT
)
FREE_RETURN = Compare(
    Column("shutdown_requeues"), Op.LT, Arg("free_returns"), Refusal.FREE_RETURN_USED
)
NO_LINK_YET = Compare(Column("link_sent_at"), Op.IS, NOTHING, Refusal.LINK_SENT)
OVERDUE = Compare(Column("created_at"), Op.LE, Arg("overdue"), Refusal.NOT_DUE)

USED = Put("attempts", Plus("attempts", 1))
RELEASED = Put("owner", NOTHING)
FORGET_LOOKS = Put("appearance_json", NOTHING)
SAY_ERROR = Put("error", Arg("error"))
ENDED = (RELEASED, FORGET_LOOKS, SAY_ERROR, Put("failed_at", NOW))
TELL_FAILED = (Effect.CANCEL_DELAY_NOTICE, Effect.TELL_FAILED, Effect.ALERT_JOB_FAILED)
TELL_LATE = (Effect.CANCEL_DELAY_NOTICE, Effect.TELL_LATE, Effect.ALERT_JOB_FAILED)
SHUT_DOWN = (
    RELEASED,
    Put("not_before", NOW),
    Put("shutdown_requeues", Plus("shutdown_requeues", 1)),
    Put("error", Const(REQUEUED_ON_SHUTDOWN)),
)

_J = JobStatus

JOB = Machine(
    name="job",
    record="jobs",
    key="id",
    column="status",
    states=tuple(_J),
    edges=(
        Edge("enqueue", (), _J.QUEUED, (Role.KIOSK,), "The photo was accepted."),
        Edge(
            "claim", (_J.QUEUED,), _J.PROCESSING, (Role.SLOT,),
            "A free slot took the oldest queued job.",
            (RUNNING, Compare(Column("not_before"), Op.LE, NOW, Refusal.NOT_DUE)),
            (Put("owner", Arg("owner")), Put("claimed_at", NOW)),
        ),
        Edge(
            "set_created", (_J.PROCESSING,), _J.DELIVERING, (Role.SLOT,),
            "The sticker set was created.",
            (MINE,),
            (
                RELEASED,
                Put("pack_name", Arg("pack_name")),
                Put("pack_created_at", NOW),
                Put("provider_used", Arg("provider_used")),
                Put("render_mode", Arg("render_mode")),
            ),
        ),
        Edge(
            "verified", (_J.DELIVERING,), _J.DONE, (Role.VERIFIER,),
            "The set was found complete, so the link may be sent.",
            (NO_LINK_YET,),
            (Put("link_sent_at", NOW), FORGET_LOOKS, Put("error", NOTHING)),
            (Effect.CANCEL_DELAY_NOTICE, Effect.REMEMBER_PACK, Effect.SEND_LINK),
        ),
        Edge(
            "attempt_failed", (_J.PROCESSING,), _J.QUEUED, (Role.SLOT,),
            "The attempt failed and another is left.",
            (MINE, ATTEMPT_LEFT),
            (USED, RELEASED, SAY_ERROR, Put("not_before", Arg("retry_at"))),
        ),
        Edge(
            "attempt_failed", (_J.PROCESSING,), _J.FAILED, (Role.SLOT,),
            "The last attempt failed.",
            (MINE,), (USED, *ENDED), TELL_FAILED,
        ),
        Edge(
            "hopeless", (_J.PROCESSING,), _J.FAILED, (Role.SLOT,),
            "No further attempt can succeed.",
            (MINE,), (USED, *ENDED), TELL_FAILED,
        ),
        Edge(
            "shutdown", (_J.PROCESSING,), _J.QUEUED, (Role.SLOT,),
            "The program is stopping; this return costs no attempt.",
            (MINE, FREE_RETURN), SHUT_DOWN,
        ),
        Edge(
            "shutdown", (_J.PROCESSING,), _J.QUEUED, (Role.SLOT,),
            "The program is stopping; this return costs an attempt.",
            (MINE,), (USED, *SHUT_DOWN),
        ),
        Edge(
            "recover", (_J.PROCESSING,), _J.QUEUED, (Role.RECOVERY,),
            "Its owner died, and another attempt is left.",
            (LEFT_BEHIND, ATTEMPT_LEFT),
            (
                USED, RELEASED, Put("not_before", NOW),
                Put("error", Const(REQUEUED_AFTER_RESTART)),
            ),
        ),
        Edge(
            "recover", (_J.PROCESSING,), _J.FAILED, (Role.RECOVERY,),
            "Its owner died on the last attempt.",
            (LEFT_BEHIND,), (USED, *ENDED), TELL_FAILED,
        ),
        Edge(
            "deadline", ACTIVE_JOB, _J.FAILED, (Role.SWEEPER, Role.VERIFIER),
            "The delivery deadline passed with no link sent.",
            (NO_LINK_YET, OVERDUE), ENDED, TELL_LATE,
        ),
        Edge(
            "fail_by_hand", ACTIVE_JOB, _J.FAILED, (Role.ADMIN,),
            "An operator failed the job by hand.",
            (NO_LINK_YET,), ENDED, TELL_FAILED,
        ),
        Edge(
            "retry", (_J.FAILED,), _J.QUEUED, (Role.ADMIN,),
            "An operator asked for the pack once more.",
            (
                Compare(Column("photo"), Op.IS_NOT, NOTHING, Refusal.SELFIE_GONE),
                Fact("limit_reached", holds=False, code=Refusal.PACK_LIMIT),
            ),
            (
                Put("generation", Plus("generation", 1)),
                Put("created_at", NOW),
                Put("not_before", NOW),
                Put("attempts", Const(0)),
                Put("shutdown_requeues", Const(0)),
                Put("stickers_done", Const(0)),
                Put("cost_usd", Const(0.0)),
                Put("name_clashes", Const(0)),
                *(
                    Put(column, NOTHING)
                    for column in (
                        "error", "pack_name", "pack_created_at", "provider_used", "render_mode",
                        "delay_notice_sent_at", "failed_at", "claimed_at",
                    )
                ),
            ),
            (Effect.CANCEL_APOLOGY, Effect.FORGET_STICKERS),
        ),
    ),
    extra=(
        "(status = 'processing') = (owner IS NOT NULL)",
        "(status = 'done') = (link_sent_at IS NOT NULL)",
        "status NOT IN ('delivering', 'done') OR pack_name IS NOT NULL",
        "attempts >= 0 AND shutdown_requeues >= 0",
        "stickers_done BETWEEN 0 AND stickers_total",
    ),
    unique=("session_token",),
)

_M = MaintenanceStatus
_PAUSE = (Put("detail", Arg("text")), Put("changed_by", Arg("who")), Put("changed_at", NOW))

MAINTENANCE = Machine(
    name="maintenance",
    record="settings",
    key="key",
    column="value",
    scope="key = 'maintenance'",
    states=tuple(_M),
    edges=(
        Edge("install", (), _M.OFF, (Role.SETTINGS,), "A new database is not paused."),
        Edge(
            "env_on", tuple(_M), _M.ENV, (Role.SETTINGS,),
            "The program was started with the pause set in its settings.",
            puts=_PAUSE,
        ),
        Edge(
            "env_off", (_M.ENV,), _M.OFF, (Role.SETTINGS,),
            "The program was started with the pause taken out of its settings.",
            puts=_PAUSE,
        ),
        Edge(
            "no_funds", (_M.OFF,), _M.AUTO, (Role.SLOT,),
            "No provider is left that has funds.",
            puts=_PAUSE, effects=(Effect.ALERT_PAUSED,),
        ),
        Edge(
            "pause", (_M.OFF, _M.AUTO, _M.ADMIN), _M.ADMIN, (Role.ADMIN,),
            "An operator paused the booth, or wrote another text.",
            puts=_PAUSE,
        ),
        Edge(
            "resume", (_M.AUTO, _M.ADMIN), _M.OFF, (Role.ADMIN,),
            "An operator let the booth go on.",
            puts=_PAUSE,
        ),
    ),
)

# fmt: on

MACHINES = (SESSION, JOB, LEAD, LEAD_CARD, LEAD_REPEAT, MAINTENANCE)
BY_NAME = {machine.name: machine for machine in MACHINES}
