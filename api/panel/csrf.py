"""The token that every change needs: only a page of ours knows it, so no other site can press.

It comes in the form's field or in a header, and belongs to one login.
"""

import hmac

from api.panel.auth import Login
from api.problems import Code, Problem

FIELD = "csrf_token"
HEADER = "X-CSRF-Token"


def require(login: Login, given: str | None) -> None:
    """Raise `Problem` unless the token is the login's; takes the same time either way."""
    if not hmac.compare_digest(login.csrf.encode(), (given or "").encode("utf-8", "replace")):
        raise Problem(Code.FORBIDDEN, "The page's token is missing or out of date. Load it anew.")
