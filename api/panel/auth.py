"""Who may use the panel: passwords, and the sessions of those who are logged in.

What stays true:
- A password is compared by argon2 in a thread, so that a guess is dear and holds up nobody.
- A session is a random number in a cookie. Here only its hash is kept, in memory: it outlives the
  web server's restarts and ends with the program, with a logout, an hour without a sign of life
  or twelve hours after the login.
- What the page asks for by itself is no sign of life.
"""

import hashlib
import secrets
from dataclasses import dataclass, field
from enum import StrEnum

import trio
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from api.ports import PanelSettings

LIFE = 12 * 3600.0
IDLE = 3600.0
LOOK = 600.0
"""Seconds for which a look at personal data holds."""
MOST = 200
"""Sessions at one time; beyond them the one that was quiet for longest ends."""
LOGINS_PER_MIN = 10
"""Tries of one address in a minute."""
AT_ONCE = 2
"""Passwords compared at the same time: each takes memory."""
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class PanelRole(StrEnum):
    """What somebody who is logged in may do."""

    ADMIN = "admin"
    VIEWER = "viewer"
    """Sees everything but personal data, changes nothing."""


@dataclass(frozen=True, slots=True)
class Flash:
    """A sentence that the next page shows; `good` tells success from refusal."""

    text: str
    good: bool


@dataclass(slots=True)
class Login:
    """Somebody who is logged in. Times are the monotonic clock's."""

    role: PanelRole
    who: str
    began: float
    seen: float
    language: str | None = None
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    flashes: list[Flash] = field(default_factory=list)
    looks: dict[str, float] = field(default_factory=dict)

    def look(self, record: str, now: float) -> None:
        """Let the personal data of a record be seen for a while."""
        self.looks = {name: until for name, until in self.looks.items() if until > now}
        self.looks[record] = now + LOOK

    def may_see(self, record: str, now: float) -> bool:
        """Tell whether the personal data of a record may be seen now."""
        return self.looks.get(record, now) > now

    def take_flashes(self) -> tuple[Flash, ...]:
        """Return what is to be shown, once."""
        taken, self.flashes = tuple(self.flashes), []
        return taken


class Passwords:
    """The passwords of the panel."""

    def __init__(self, settings: PanelSettings) -> None:
        self._settings = settings
        self._hashes: dict[PanelRole, str] = {}
        self._turns = trio.CapacityLimiter(AT_ONCE)

    async def role_of(self, given: str) -> PanelRole | None:
        """Return the role that a password opens, or None."""
        return await trio.to_thread.run_sync(self._judge, given, limiter=self._turns)

    def _judge(self, given: str) -> PanelRole | None:
        for role, known in self._known().items():
            try:
                HASHER.verify(known, given)
            except (Argon2Error, InvalidHashError):
                continue
            return role
        return None

    def _known(self) -> dict[PanelRole, str]:
        if not self._hashes:
            settings = self._settings
            made = {PanelRole.ADMIN: settings.password_hash or HASHER.hash(settings.password)}
            if settings.viewer_password:
                made[PanelRole.VIEWER] = HASHER.hash(settings.viewer_password)
            self._hashes = made
        return self._hashes


class Logins:
    """Everybody who is logged in."""

    def __init__(self) -> None:
        self._open: dict[str, Login] = {}

    def open(self, role: PanelRole, who: str, now: float) -> tuple[str, Login]:
        """Log somebody in; returns what their cookie holds."""
        token = secrets.token_urlsafe(32)
        self._sweep(now)
        while len(self._open) >= MOST:
            del self._open[min(self._open, key=lambda key: self._open[key].seen)]
        login = self._open[_key(token)] = Login(role, who, now, now)
        return token, login

    def find(self, token: str, now: float, *, sign_of_life: bool = True) -> Login | None:
        """Return who holds a cookie, None when their session is over."""
        key = _key(token)
        login = self._open.get(key)
        if login is None:
            return None
        if _over(login, now):
            del self._open[key]
            return None
        if sign_of_life:
            login.seen = now
        return login

    def close(self, token: str) -> None:
        """Log somebody out."""
        self._open.pop(_key(token), None)

    def _sweep(self, now: float) -> None:
        self._open = {key: each for key, each in self._open.items() if not _over(each, now)}


def _over(login: Login, now: float) -> bool:
    return now - login.began >= LIFE or now - login.seen >= IDLE


def _key(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
