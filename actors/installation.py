"""What a start makes true before anything else works: bundled outfits, the pause from settings.

Runs once as a child that ends normally; it is repeated when it fails.
"""

from store import messages as m
from store.client import Store
from store.domain.machine import Role
from store.domain.records import Outfit
from supervisor.child import ChildContext, ChildSpec, Restart
from supervisor.clock import Clock

SETTING = "MAINTENANCE_MODE"


def child(store: Store, clock: Clock, *, outfits: tuple[Outfit, ...], paused: bool) -> ChildSpec:
    """Describe the installation; `paused` is the pause of the settings."""

    async def start(context: ChildContext) -> None:
        await store.ask(m.SeedOutfits(outfits, clock.now()))
        trigger = "env_on" if paused else "env_off"
        # Refused when the switch is not set by the settings: then there is nothing to take back.
        await store.ask(
            m.Pull("maintenance", "maintenance", trigger, Role.SETTINGS, clock.now(), who=SETTING)
        )
        context.ready()

    return ChildSpec(name="installation", start=start, restart=Restart.TRANSIENT)
