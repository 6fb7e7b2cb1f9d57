"""The end of a system test: the booth comes to rest and stops, and the books are read."""

from collections.abc import Sequence

from tests.support import oracle
from tests.support.booth import WAIT_SECONDS, Booth
from tests.support.polling import until
from tests.support.sandbox_process import SandboxProcess
from tests.system.visitor import Visitor

BUSY = """SELECT
    (SELECT count(*) FROM jobs WHERE status IN ('queued', 'processing', 'delivering'))
    + (SELECT count(*) FROM outbox WHERE status IN ('pending', 'sending'))
    + (SELECT count(*) FROM telegram_inbox WHERE status = 'new') AS busy"""


async def at_rest(booth: Booth, within: float = WAIT_SECONDS) -> None:
    """Wait until nothing is left to do."""
    await until(lambda: not booth.rows(BUSY)[0]["busy"], within)


async def audit(
    booth: Booth,
    sandbox: SandboxProcess,
    guests: Sequence[Visitor],
    *,
    links: range = range(1, 1000),
) -> list[str]:
    """Stop the booth when it is at rest, and return what is wrong with the books."""
    await at_rest(booth)
    status = await booth.stop()
    seen = [oracle.Seen(guest.user, guest.accepted, guest.presses) for guest in guests]
    books = oracle.read(booth.data, await sandbox.state(), seen)
    wrong = oracle.contradictions(books, links=links)
    return wrong + ([f"exit status {status}"] if status else [])


ONCE = range(1, 2)
"""How many links a guest gets when nobody was killed."""
