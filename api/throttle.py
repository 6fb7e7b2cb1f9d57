"""How many new sessions one address may start in a minute.

Memory is bounded: beyond `ADDRESSES` the address whose window began first is forgotten, which
errs on the side of the guest.
"""

from collections import OrderedDict
from ipaddress import ip_address, ip_network

MINUTE = 60.0
ADDRESSES = 10_000


class Throttle:
    """A fixed window of a minute per address, begun by the address's first request."""

    def __init__(self, per_minute: int, addresses: int = ADDRESSES) -> None:
        """Take the limit; 0 is no limit."""
        self._limit = per_minute
        self._addresses = addresses
        self._windows: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def admit(self, address: str, now: float) -> float | None:
        """Count a request at `now` (monotonic seconds); answers the seconds to wait if refused."""
        if self._limit <= 0:
            return None
        key = neighbourhood(address)
        began, count = self._windows.get(key, (now, 0))
        if now - began >= MINUTE:
            del self._windows[key]
            began, count = now, 0
        if count >= self._limit:
            return began + MINUTE - now
        self._windows[key] = (began, count + 1)
        while len(self._windows) > self._addresses:
            self._windows.popitem(last=False)
        return None

    def forgive(self, address: str) -> None:
        """Take back one counted request of an address: it was none that is to be limited."""
        key = neighbourhood(address)
        if key in self._windows:
            began, count = self._windows[key]
            self._windows[key] = (began, max(0, count - 1))


def neighbourhood(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    mapped = parsed.ipv4_mapped
    return str(mapped) if mapped else str(ip_network((parsed, 64), strict=False))
