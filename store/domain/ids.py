"""Identifiers: unguessable where a stranger could try them, and pure where they must repeat.

A session token and a job identifier are random; the name of a pack is a pure function of its
job, so that creating the set can be repeated and still makes one set.
"""

import secrets
from typing import NewType

Token = NewType("Token", str)
JobId = NewType("JobId", str)
GuestId = NewType("GuestId", int)

TOKEN_BYTES = 16
JOB_ID_LENGTH = 16
JOB_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
PACK_NAME_LIMIT = 64
"""Longest sticker set name; a longer one is cut by Telegram and loses its suffix (Bot API)."""


def new_token() -> Token:
    """Make a session token: 22 characters of `[A-Za-z0-9_-]`, fit for a deep link's payload."""
    return Token(secrets.token_urlsafe(TOKEN_BYTES))


def new_job_id() -> JobId:
    """Make a job identifier of letters and digits, fit to stand in a sticker set's name."""
    return JobId("".join(secrets.choice(JOB_ALPHABET) for _ in range(JOB_ID_LENGTH)))


def pack_name(job: JobId, generation: int, bot_username: str, clash: int = 0) -> str:
    """Name the sticker set of a job.

    `generation` counts an operator's retries and `clash` the foreign sets met under the name, so
    each asks for a name of its own. Letters and digits only before the suffix, as Telegram wants.
    """
    again = f"g{generation}" if generation else ""
    other = f"x{clash + 1}" if clash else ""
    name = f"s{job}{again}{other}_by_{bot_username}"
    if len(name) > PACK_NAME_LIMIT:
        raise ValueError("the pack's name is longer than a sticker set's name may be")
    return name


def pack_link(name: str) -> str:
    """Return the address at which a guest adds the pack."""
    return f"https://t.me/addstickers/{name}"


def deep_link(bot_username: str, payload: str) -> str:
    """Return the address that opens the bot with a payload."""
    return f"https://t.me/{bot_username}?start={payload}"
