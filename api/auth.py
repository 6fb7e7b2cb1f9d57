"""The kiosk key: a shared secret that keeps strangers on the network from starting sessions."""

import hmac

from api.problems import Code, Problem

HEADER = "X-Kiosk-Key"


def require_key(expected: str, given: str | None) -> None:
    """Raise `Problem` unless the key is right or none is set; takes the same time either way."""
    if expected and not hmac.compare_digest(expected.encode(), (given or "").encode("utf-8")):
        raise Problem(Code.UNAUTHORIZED)
