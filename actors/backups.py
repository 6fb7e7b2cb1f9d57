"""The hourly backup: made in a thread, whole or not at all, and its failure told to operators.

A stop does not wait for one: what was begun is thrown away, and the next start makes another.
"""

import structlog
import trio

from store import backup
from store.alert_messages import AlertBackup
from store.backup import BackupFailed
from store.client import Store
from store.errors import StoreError
from store.files import DataFolder
from supervisor.child import ChildContext
from supervisor.clock import Clock
from supervisor.mailbox import ActorDown
from supervisor.periodic import every

LOOK_SECONDS = 60.0

log = structlog.get_logger("housekeeping")


async def back_up_hourly(
    context: ChildContext, store: Store, files: DataFolder, clock: Clock
) -> None:
    """Make a backup whenever the newest is an hour old, until asked to stop."""
    async with trio.open_nursery() as nursery:
        making = trio.CancelScope()
        nursery.start_soon(_cancel_at_stop, context, making)
        with making:
            await every(LOOK_SECONDS, lambda: back_up_if_due(store, files, clock))


async def back_up_if_due(store: Store, files: DataFolder, clock: Clock) -> None:
    """Make a backup if the newest is an hour old; what goes wrong is logged and told."""
    now = clock.now()
    if not backup.is_due(files, now):
        return
    try:
        made = await trio.to_thread.run_sync(
            backup.back_up_here, files, now, abandon_on_cancel=True
        )
    except (BackupFailed, OSError) as error:
        log.error("backup.failed", error=type(error).__name__, reason=str(error))
        try:
            await store.ask(AlertBackup(str(error), now))
        except (StoreError, ActorDown, trio.TooSlowError):
            log.warning("backup.not_told")
    else:
        log.info("backup.made", file=made.path.name, bytes=made.size)


async def _cancel_at_stop(context: ChildContext, scope: trio.CancelScope) -> None:
    await context.stop_requested.wait()
    scope.cancel()
