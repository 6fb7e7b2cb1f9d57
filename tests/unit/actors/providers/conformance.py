"""What every paid artist must do, whatever its wire format: rows and checks, run by each adapter.

An adapter's test names, for each row, what its service would send; the suite says what must come
of it. `missing_rows` keeps a suite from leaving one out.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest
import trio

from actors.providers.base import Order, PaidArtist, PictureOrder, Reference
from actors.providers.results import (
    BadRequest,
    Drawn,
    DrawResult,
    ModelGone,
    NoFunds,
    RateLimited,
    Refused,
    Transient,
    Unauthorised,
    Unknown,
)
from store.domain.calls import CallKind
from tests.support.provider_servers import (
    CUT,
    HANG,
    Answering,
    Asked,
    Silence,
    Told,
    drawing,
    html,
    png,
    provider_server,
)

KEY = "sk-a-key-that-nobody-may-read"
HOME = Path("/nowhere")
Make: TypeAlias = Callable[[str, str], PaidArtist]
"""Makes the artist of a root address and a key."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an error table: what the service does, and what it means."""

    name: str
    answer: Answering
    expected: type[DrawResult]


def always(told: Told | Silence) -> Answering:
    """Answer every request alike."""
    return lambda _: told


REQUIRED = {
    "draws": Drawn,
    "refused": Refused,
    "no funds": NoFunds,
    "rate with Retry-After": RateLimited,
    "rate without Retry-After": RateLimited,
    "server error": Transient,
    "model gone": ModelGone,
    "key refused": Unauthorised,
    "bad request": BadRequest,
    "cut after sending": Unknown,
    "success that hides a refusal": Refused,
    "success without a picture": Unknown,
    "opaque picture": Drawn,
    "picture of another size": Drawn,
    "broken base64": Unknown,
    "no picture in the base64": Unknown,
    "a page instead of an answer": Unknown,
    "a page instead of an error": Transient,
}
"""Rows that every adapter has, and what they come to; the forms of a row are told by `name/…`."""

COMMON = (
    Row("cut after sending", always(CUT), Unknown),
    Row("a page instead of an answer", always(html(200)), Unknown),
    Row("a page instead of an error", always(html(502)), Transient),
)
"""Rows that look alike at every service."""

OPAQUE = png(drawing(1, (240, 240, 240, 255)).convert("RGB").convert("RGBA"))
SMALL = png(drawing(1).resize((300, 300)))
NO_PICTURE = b"GIF89a and so on"


def missing_rows(rows: tuple[Row, ...]) -> set[str]:
    """Return the required rows that a table leaves out or expects something else of."""
    told = {(row.name.partition("/")[0], row.expected) for row in rows}
    return {name for name, expected in REQUIRED.items() if (name, expected) not in told}


def order() -> PictureOrder:
    """An order of one picture with two references."""
    shown = tuple(Reference(png(drawing(n).resize((64, 64))), "image/png") for n in (1, 2))
    wanted = Order("job-1", "slot", "2026-01-01", HOME, HOME, "ru", HOME)
    return PictureOrder(wanted, 3, "Draw a sticker.", shown)


async def drawn_by(make: Make, answer: Answering) -> tuple[DrawResult, list[Asked]]:
    """Have one picture drawn at a server that answers so."""
    async with provider_server(answer) as server:
        artist = make(server.url, KEY)
        try:
            return await artist.draw(order()), server.asked
        finally:
            await artist.aclose()


async def check_row(make: Make, row: Row) -> None:
    """The row comes to what it means, and its reason quotes nothing of the service's text."""
    result, _ = await drawn_by(make, row.answer)

    assert isinstance(result, row.expected), result
    assert "ecret" not in repr(result)


async def check_key_is_in_headers_only(
    make: Make, answer: Answering, caplog: pytest.LogCaptureFixture
) -> None:
    """The key goes to the service in a header and is seen nowhere else."""
    caplog.set_level(logging.DEBUG)

    result, asked = await drawn_by(make, answer)

    assert isinstance(result, Drawn)
    assert any(KEY in value for value in asked[0].headers.values())
    assert not any(KEY in each.path or KEY.encode() in each.body for each in asked)
    assert KEY not in repr(make("http://127.0.0.1:9", KEY)) + repr(result) + caplog.text


async def check_silence_ends(make: Make, answer: Answering) -> None:
    """A service that never answers is given up, and counts as of unknown outcome."""
    result, _ = await drawn_by(make, answer)

    assert isinstance(result, Unknown)
    assert result.usage is None, "the estimate counts as spent"


async def check_nobody_there(make: Make) -> None:
    """When nothing could be sent, nothing was spent."""
    async with provider_server(always(HANG)) as server:
        gone = server.url
    artist = make(gone, KEY)

    result = await artist.draw(order())
    await artist.aclose()

    assert isinstance(result, Transient)
    assert result.usage is not None
    assert result.usage.usd == 0


async def check_cancel_hangs_up(make: Make, answer: Answering) -> list[Asked]:
    """A cancelled picture leaves no call running; returns what the service was asked."""
    async with provider_server(answer) as server:
        artist = make(server.url, KEY)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(artist.draw, order())
            await server.hanging.wait()
            nursery.cancel_scope.cancel()
        with trio.fail_after(30):
            await server.hung_up.wait()
        await artist.aclose()
        return server.asked


async def check_it_is_priced(make: Make, answer: Answering) -> None:
    """A picture costs something, and about what was set aside for it."""
    result, _ = await drawn_by(make, answer)
    reserve = make("http://127.0.0.1:9", KEY).reserve(CallKind.DRAW)

    assert isinstance(result, Drawn)
    assert 0 < result.usage.usd <= reserve
