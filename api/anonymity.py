"""Addresses made unrecognisable: equal within a day, unlinkable after it.

The salt is random, lives in memory only and is thrown away every day, so a stored hash cannot be
turned back, not even by trying all addresses.
"""

import hashlib
import hmac
import secrets
from datetime import date, datetime

from api.throttle import neighbourhood

SALT_BYTES = 32
HASH_LENGTH = 32


class AddressHash:
    """Hashes addresses under the salt of the day."""

    def __init__(self) -> None:
        self._day: date | None = None
        self._salt = b""

    def of(self, address: str, now: datetime) -> str:
        """Return the hash of an address's neighbourhood for today (UTC)."""
        if now.date() != self._day:
            self._day, self._salt = now.date(), secrets.token_bytes(SALT_BYTES)
        digest = hmac.new(self._salt, neighbourhood(address).encode(), hashlib.sha256)
        return digest.hexdigest()[:HASH_LENGTH]
