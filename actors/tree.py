"""The tree: every child, in order, in one expression. Start reading here.

Children start from top to bottom, each ready before the next, and stop from bottom to top. The
store is first and last. `api`, `poller`, `dialogue`, `delivery`, `leads` and `drafts` never give
up, since strangers and networks can crash them; the others escalate, and then the program ends for
its service manager to start it again.
"""

from collections.abc import Callable
from datetime import timedelta

from actors import alarms, drafts, housekeeping, installation, panel, sweeper, verifier
from actors.handles import Handles, bundled_outfits
from actors.housekeeping import Housekeeping
from actors.imaging import assets
from actors.leads import actor as leads
from actors.leads.actor import LeadsSettings
from actors.leads.group import moved_key
from actors.pool import slot
from actors.pool.slot import Pool
from api import actor as api
from api.ports import ApiSettings, LeadSettings
from api.ports import Handles as ApiHandles
from api.sockets import Listener
from store import actor as store
from store.commands import Commands
from store.lane import ThreadLane
from supervisor.child import ChildContext, ChildSpec
from supervisor.intensity import Intensity
from supervisor.lifecycle import Observer, TreeSnapshot
from supervisor.nested import supervisor_child
from supervisor.runner import Supervisor
from telegram import actor as dialogue
from telegram import commands, delivery, poller
from telegram.botapi.redaction import redact
from telegram.commands import LeadsChat
from telegram.gathering import Booth

TREE = Intensity(5, 60.0)
SLOTS = Intensity(20, 60.0)
"""Slots may fail more often, so that a bad photo does not spend the tree's budget."""


def build(h: Handles, listener: Listener, observer: Observer) -> Supervisor:
    """Return the root supervisor of the whole product."""
    s = h.settings
    kept = timedelta(days=s.state_data_days)
    keeping = Housekeeping(h.store, h.files, h.clock, s.policy, h.conditions, kept)
    root = Supervisor(
        (
            _store(h),
            _connections(h),
            installation.child(
                h.store, h.clock, outfits=bundled_outfits(), paused=s.maintenance_mode
            ),
            delivery.child(
                store=h.store,
                api=h.api,
                conditions=h.conditions,
                clock=h.clock,
                data=h.files.root,
            ),
            verifier.child(h.store, h.api, h.clock),
            sweeper.child(h.store, h.clock, interval=s.sweep_interval_sec, boot=h.boot),
            supervisor_child("pool", _pool(h)),
            housekeeping.child(keeping),
            _leads(h),
            drafts.child(store=h.store, api=h.api, clock=h.clock, files=h.files, workers=h.workers),
            poller.child(store=h.store, api=h.api, conditions=h.conditions, clock=h.clock),
            dialogue.child(store=h.store, clock=h.clock, booth=_booth(h)),
            _commands(h),
            alarms.child(h.store, h.conditions, h.clock),
            api.child(
                listener=listener,
                handles=_api_handles(
                    h, listener, lambda: root.snapshot(), lambda path: root.request_restart(path)
                ),
            ),
        ),
        intensity=TREE,
        observer=observer,
        redact=redact,
    )
    return root


def _store(h: Handles) -> ChildSpec:
    s = h.settings
    return store.child(
        path=h.files.database,
        mailbox=h.mailbox,
        commands=Commands(s.policy, s.admin_user_ids, s.languages[0]),
        hub=h.hub,
        readers=h.readers,
        lane=ThreadLane,
    )


def _connections(h: Handles) -> ChildSpec:
    """Close the connections to Telegram and to providers when all who use them have stopped."""

    async def start(context: ChildContext) -> None:
        context.ready()
        try:
            await context.stop_requested.wait()
        finally:
            await h.api.aclose()
            for artist in h.artists:
                await artist.aclose()

    return ChildSpec(name="connections", start=start)


def _booth(h: Handles) -> Booth:
    s = h.settings
    return Booth(
        languages=s.languages,
        lead_admins=frozenset(s.leads_admin_ids),
        operators=frozenset(s.admin_user_ids),
        timezone=s.timezone,
        photo_hours=s.photo_retention_hours,
        data_days=s.state_data_days,
        job_deadline=s.job_deadline_sec,
        photo_leaves=any(provider != "local" for provider in s.providers),
    )


def _commands(h: Handles) -> ChildSpec:
    group = h.settings.leads_chat_id
    place = None if group is None else LeadsChat(group, moved_key(group))
    return commands.child(store=h.store, api=h.api, clock=h.clock, booth=_booth(h), leads=place)


def _leads(h: Handles) -> ChildSpec:
    s = h.settings
    settings = LeadsSettings(
        chat_id=s.leads_chat_id,
        thread_id=s.leads_thread_id,
        poll=s.leads_poll_sec,
        timezone=s.timezone,
        language=s.languages[0],
        state_kept=timedelta(days=s.state_data_days),
    )
    return leads.child(h.store, h.api, h.clock, settings)


def _pool(h: Handles) -> Callable[[], Supervisor]:
    s = h.settings
    pool = Pool(
        store=h.store,
        api=h.api,
        clock=h.clock,
        recipe=h.recipe,
        boot=h.boot,
        job_deadline=s.job_deadline_sec,
        shutdown_grace=s.shutdown_grace_sec,
    )
    slots = [slot.child(f"slot-{number + 1}", pool) for number in range(s.worker_slots)]
    return lambda: Supervisor(slots, name="pool", intensity=SLOTS, stop_together=True)


def _api_handles(
    h: Handles,
    listener: Listener,
    snapshot: Callable[[], TreeSnapshot],
    restart: Callable[[str], bool],
) -> ApiHandles:
    s = h.settings
    return ApiHandles(
        store=h.store,
        folder=h.files,
        inspector=h.inspector,
        conditions=h.conditions,
        tree=snapshot,
        clock=h.clock,
        settings=ApiSettings(
            public_url=s.public_url or listener.url,
            kiosk_key=s.kiosk_key.get_secret_value(),
            session_rate_per_min=s.session_rate_per_min,
            languages=s.languages,
            worker_slots=s.worker_slots,
            job_deadline=s.job_deadline_sec,
            kiosk_timers=s.kiosk_timers,
            display_font=assets.FONT,
            samples=assets.SAMPLES,
            leads=_lead_settings(h),
            panel=panel.settings_of(s, restart, h.books.breakers, h.clock),
            preview=lambda outfit: h.recipe.outfits(outfit.folder) / "preview.png",
        ),
    )


def _lead_settings(h: Handles) -> LeadSettings | None:
    """Return how leads are taken; None without a group to show them to."""
    s = h.settings
    if s.leads_chat_id is None:
        return None
    return LeadSettings(origins=s.leads_origins, rate_per_min=s.leads_rate_per_min)
