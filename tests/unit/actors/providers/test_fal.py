"""fal by the conformance suite, and what is its own: the queue, its tickets, cancelling."""

from collections.abc import Callable

import pytest
import trio
from trio.testing import MockClock

from actors.providers.base import PaidArtist, PictureOrder
from actors.providers.fal import Fal
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
from tests.support.provider_servers import (
    CUT,
    HANG,
    Asked,
    FalService,
    Silence,
    Told,
    as_json,
    drawing,
    html,
    png,
    provider_server,
)
from tests.unit.actors.providers import conformance as suite
from tests.unit.actors.providers.conformance import KEY, Row

MODEL = "fal-ai/model"
REASONS = (
    "Exhausted balance. Top up your balance at fal.ai/dashboard/billing.",
    "Admin lock",
    "Please add a payment method",
    "User budget exceeded",
    "Archived",
    "Unknown",
    "TOP_UP",
)
POLICY = [{"type": "content_policy_violation", "loc": ["body"], "msg": "Secret words"}]
INPUT = [{"type": "image_too_small", "loc": ["body", "image_urls"], "msg": "Secret words"}]


def make(root: str, key: str) -> PaidArtist:
    return Fal(key, root, MODEL)


def image(url: str) -> Told:
    return as_json({"images": [{"url": url}]})


Fresh = Callable[[], FalService]

CASES: tuple[tuple[str, Fresh, type[DrawResult]], ...] = (
    ("draws", FalService, Drawn),
    ("refused/submit", lambda: FalService(submit=as_json({"detail": POLICY}, 422)), Refused),
    ("refused/result", lambda: FalService(result=as_json({"detail": POLICY}, 422)), Refused),
    (
        "success that hides a refusal",
        lambda: FalService(
            status=as_json(
                {"status": "COMPLETED", "error": "x", "error_type": "content_policy_violation"}
            )
        ),
        Refused,
    ),
    (
        "rate without Retry-After",
        lambda: FalService(submit=as_json({"detail": "x"}, 429)),
        RateLimited,
    ),
    (
        "rate with Retry-After",
        lambda: FalService(submit=as_json({"detail": "x"}, 429, Retry_After="3")),
        RateLimited,
    ),
    ("server error/submit", lambda: FalService(submit=as_json({"detail": "x"}, 503)), Transient),
    ("server error/result", lambda: FalService(result=as_json({"detail": "x"}, 500)), Transient),
    (
        "server error/not started in time",
        lambda: FalService(result=as_json({"detail": "x"}, 504, X_Fal_Request_Timeout_Type="user")),
        Transient,
    ),
    (
        "server error/completed",
        lambda: FalService(
            status=as_json(
                {"status": "COMPLETED", "error": "x", "error_type": "runner_disconnected"}
            )
        ),
        Transient,
    ),
    ("model gone", lambda: FalService(submit=as_json({"detail": "no such app"}, 404)), ModelGone),
    ("key refused/401", lambda: FalService(submit=as_json({"detail": "x"}, 401)), Unauthorised),
    (
        "key refused/403",
        lambda: FalService(submit=as_json({"detail": "No access"}, 403)),
        Unauthorised,
    ),
    ("bad request", lambda: FalService(submit=as_json({"detail": INPUT}, 422)), BadRequest),
    ("cut after sending", lambda: FalService(submit=CUT), Unknown),
    ("success without a picture", lambda: FalService(result=as_json({"images": []})), Unknown),
    ("success without a picture/no ticket", lambda: FalService(submit=as_json({})), Unknown),
    ("opaque picture", lambda: FalService(picture=suite.OPAQUE), Drawn),
    ("picture of another size", lambda: FalService(picture=suite.SMALL), Drawn),
    (
        "broken base64",
        lambda: FalService(result=image("data:image/png;base64,iVBORw0KGgo@@")),
        Unknown,
    ),
    ("no picture in the base64", lambda: FalService(picture=suite.NO_PICTURE), Unknown),
    ("a page instead of an answer", lambda: FalService(submit=html(200)), Unknown),
    ("a page instead of an error", lambda: FalService(submit=html(502)), Transient),
    *(
        (f"no funds/{reason[:12]}", lambda r=reason: FalService(submit=locked(r)), NoFunds)
        for reason in REASONS
    ),
)


def locked(reason: str) -> Told:
    return as_json({"detail": f"User is locked. Reason: {reason}"}, 403)


ROWS = tuple(Row(name, fresh(), expected) for name, fresh, expected in CASES)


def test_no_row_is_left_out() -> None:
    assert suite.missing_rows(ROWS) == set()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_a_row_of_the_error_table_comes_to_what_it_means(
    row: Row, patient_clock: MockClock
) -> None:
    await suite.check_row(make, row)


async def test_the_key_is_in_a_header_and_nowhere_else(
    caplog: pytest.LogCaptureFixture, patient_clock: MockClock
) -> None:
    await suite.check_key_is_in_headers_only(make, FalService(), caplog)


async def test_a_service_that_never_answers_is_given_up(patient_clock: MockClock) -> None:
    await suite.check_silence_ends(make, FalService(submit=HANG))


async def test_nothing_is_spent_when_nothing_could_be_sent() -> None:
    await suite.check_nobody_there(make)


async def test_a_picture_is_priced(patient_clock: MockClock) -> None:
    await suite.check_it_is_priced(make, FalService())


async def test_a_request_that_never_ends_is_cancelled_at_the_service(
    patient_clock: MockClock,
) -> None:
    service = FalService(looks_until_done=10**6)

    result, _ = await suite.drawn_by(make, service)

    assert isinstance(result, Unknown)
    assert result.request_id == "id-1"
    assert service.cancelled == 1


async def test_a_cancelled_picture_is_cancelled_at_the_service() -> None:
    service = FalService(status=HANG)

    await suite.check_cancel_hangs_up(make, service)

    assert service.cancelled == 1


async def test_a_look_that_fails_is_repeated(patient_clock: MockClock) -> None:
    service = FalService()
    troubles: list[Told | Silence] = [html(502), CUT, as_json({"status": "IN_QUEUE"}, 202)]

    def answer(asked: Asked) -> Told | Silence:
        if asked.path.endswith("/status") and troubles:
            return troubles.pop()
        return service(asked)

    result, _ = await suite.drawn_by(make, answer)

    assert isinstance(result, Drawn)


async def test_the_id_of_a_request_is_told_before_its_picture_is_there(
    patient_clock: MockClock,
) -> None:
    named: list[str] = []

    async def name(request: str) -> None:
        await trio.lowlevel.checkpoint()
        named.append(request)

    async with provider_server(FalService()) as server:
        artist = Fal(KEY, server.url, MODEL)
        wanted = suite.order()
        shown = wanted.references
        await artist.draw(PictureOrder(wanted.order, 0, "Draw.", shown, name))
        await artist.aclose()

    assert named == ["id-1"]


@pytest.mark.parametrize("host", ["http://127.0.0.1:1", "https://fal.run.example.org"])
async def test_the_key_goes_to_no_other_host(host: str) -> None:
    urls = {f"{what}_url": f"{host}/x" for what in ("status", "response", "cancel")}
    ticket = as_json({"request_id": "id-1", **urls})

    result, asked = await suite.drawn_by(make, FalService(submit=ticket))

    assert isinstance(result, Unknown)
    assert len(asked) == 1


async def test_a_picture_behind_an_address_is_fetched_without_the_key(
    patient_clock: MockClock,
) -> None:
    service = FalService()
    picture = png(drawing(4))

    def answer(asked: Asked) -> Told | Silence:
        if asked.path == "/files/a.png":
            return Told(200, picture, {"content-type": "image/png"})
        if asked.path.endswith("/id-1"):
            return image(f"{service.root}/files/a.png")
        return service(asked)

    result, asked = await suite.drawn_by(make, answer)

    assert isinstance(result, Drawn)
    assert result.content == picture
    assert "authorization" not in asked[-1].headers
