"""What the panel is given: its passwords, the rules it speaks of, the settings without secrets."""

import re
from collections.abc import Callable, Mapping

from pydantic import SecretStr

from actors.config import Settings
from actors.providers.breaker import Breaker
from api.ports import PanelSettings, ShownBreaker, ShownSetting
from supervisor.clock import Clock

HIDDEN = "•••"
"""Stands for a secret that is set."""
_LOGIN = re.compile(r"//[^/@\s]*@")


def settings_of(
    s: Settings, restart: Callable[[str], bool], breakers: Mapping[str, Breaker], clock: Clock
) -> PanelSettings | None:
    """Return what the panel needs; None without a password, for then there is no panel."""
    password = s.admin_password.get_secret_value()
    known = s.admin_password_hash.get_secret_value()
    if not (password or known):
        return None
    return PanelSettings(
        password=password,
        password_hash=known,
        viewer_password=s.admin_viewer_password.get_secret_value(),
        timezone=s.timezone,
        pack_limit=s.pack_limit,
        delay_notice=s.delay_notice_sec,
        shown=shown(s),
        restart=restart,
        breakers=lambda: _breakers(s.providers, breakers, clock.monotonic()),
    )


def _breakers(
    providers: tuple[str, ...], breakers: Mapping[str, Breaker], now: float
) -> tuple[ShownBreaker, ...]:
    """Return the breaker of each provider, in order; one that was never called is closed."""
    found = ((name, breakers.get(name, Breaker())) for name in dict.fromkeys(providers))
    return tuple(
        ShownBreaker(
            name,
            breaker.phase(now).value,
            max(0.0, (breaker.until or now) - now),
            breaker.cause.value if breaker.cause else None,
        )
        for name, breaker in found
    )


def shown(s: Settings) -> tuple[ShownSetting, ...]:
    """Return every setting as it stands; of a secret only whether it is set."""
    return tuple(
        ShownSetting(name.upper(), _value(getattr(s, name)), field.description or "")
        for name, field in type(s).model_fields.items()
    )


def _value(value: object) -> str:
    match value:
        case SecretStr():
            return HIDDEN if value.get_secret_value() else ""
        case None:
            return ""
        case bool():
            return str(int(value))
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return _LOGIN.sub(f"//{HIDDEN}@", str(value))
