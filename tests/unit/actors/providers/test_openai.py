"""OpenAI by the conformance suite, and what is its own: multipart, usage, the look."""

import pytest
from trio.testing import MockClock

from actors.providers.base import PaidArtist, Reference
from actors.providers.openai import OUT_OF_FUNDS, OpenAI
from actors.providers.results import (
    BadRequest,
    Described,
    Drawn,
    ModelGone,
    NoFunds,
    RateLimited,
    Refused,
    Transient,
    Unauthorised,
    Unknown,
)
from tests.support.provider_servers import (
    HANG,
    Answering,
    Told,
    as_json,
    drawing,
    openai_described,
    openai_drawn,
    openai_error,
    png,
    provider_server,
)
from tests.unit.actors.providers import conformance as suite
from tests.unit.actors.providers.conformance import COMMON, KEY, Row, always

PICTURE = png(drawing(1))
USER_ERROR = "image_generation_user_error"
FUNDS = sorted(OUT_OF_FUNDS - {"insufficient_credits", "billing_hard_limit_reached"})


def make(root: str, key: str) -> PaidArtist:
    return OpenAI(key, root)


def error(status: int, kind: str, code: str | None, **headers: str) -> Answering:
    return always(openai_error(status, kind, code, **headers))


def broken(told: Told, cut: int) -> Told:
    return Told(told.status, told.body.replace(b'"}]', b"@" * cut + b'"}]', 1), told.headers)


ROWS = (
    *COMMON,
    Row("draws", always(openai_drawn(PICTURE)), Drawn),
    Row("refused/moderation", error(400, USER_ERROR, "moderation_blocked"), Refused),
    Row("refused/older", error(400, "invalid_request_error", "content_policy_violation"), Refused),
    *(
        Row(f"no funds/{code}", error(429, "insufficient_quota", code), NoFunds)
        for code in (*FUNDS, None)
    ),
    Row("no funds/older", error(429, "requests", "insufficient_quota"), NoFunds),
    Row(
        "no funds/images",
        error(400, "invalid_request_error", "billing_hard_limit_reached"),
        NoFunds,
    ),
    Row("no funds/reseller", error(402, "error", "insufficient_credits"), NoFunds),
    Row(
        "rate with Retry-After",
        error(429, "requests", "rate_limit_exceeded", Retry_After="7"),
        RateLimited,
    ),
    Row("rate without Retry-After", error(429, "requests", "slow_down"), RateLimited),
    Row("server error", error(503, "server_error", None), Transient),
    Row("model gone/404", error(404, "invalid_request_error", "model_not_found"), ModelGone),
    Row("model gone/403", error(403, "invalid_request_error", "model_not_found"), ModelGone),
    Row("key refused", error(401, "invalid_request_error", "invalid_api_key"), Unauthorised),
    Row("key refused/unverified", error(403, "invalid_request_error", None), Unauthorised),
    Row("bad request", error(400, USER_ERROR, "invalid_input_fidelity_model"), BadRequest),
    Row(
        "success that hides a refusal",
        always(as_json({"error": {"code": "moderation_blocked", "message": "Secret"}})),
        Refused,
    ),
    Row("success without a picture", always(as_json({"created": 1, "data": []})), Unknown),
    Row("opaque picture", always(openai_drawn(suite.OPAQUE)), Drawn),
    Row("picture of another size", always(openai_drawn(suite.SMALL)), Drawn),
    Row("broken base64", always(broken(openai_drawn(PICTURE), 3)), Unknown),
    Row("no picture in the base64", always(openai_drawn(suite.NO_PICTURE)), Unknown),
)


def test_no_row_is_left_out() -> None:
    assert suite.missing_rows(ROWS) == set()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_a_row_of_the_error_table_comes_to_what_it_means(row: Row) -> None:
    await suite.check_row(make, row)


async def test_the_key_is_in_a_header_and_nowhere_else(caplog: pytest.LogCaptureFixture) -> None:
    await suite.check_key_is_in_headers_only(make, always(openai_drawn(PICTURE)), caplog)


async def test_a_service_that_never_answers_is_given_up(patient_clock: MockClock) -> None:
    await suite.check_silence_ends(make, always(HANG))


async def test_nothing_is_spent_when_nothing_could_be_sent() -> None:
    await suite.check_nobody_there(make)


async def test_a_cancelled_picture_leaves_no_call_running() -> None:
    await suite.check_cancel_hangs_up(make, always(HANG))


async def test_a_picture_is_priced() -> None:
    await suite.check_it_is_priced(make, always(openai_drawn(PICTURE)))


async def test_tokens_are_priced_by_their_kinds() -> None:
    result, _ = await suite.drawn_by(make, always(openai_drawn(PICTURE)))

    assert isinstance(result, Drawn)
    assert (result.usage.tokens_in, result.usage.tokens_out) == (700, 800)
    assert result.usage.usd == pytest.approx((200 * 5 + 500 * 8 + 800 * 30) / 1e6)
    assert result.request_id == "req_1"


async def test_the_pause_asked_for_is_kept() -> None:
    told = openai_error(429, "requests", "slow_down", Retry_After="7")

    result, _ = await suite.drawn_by(make, always(told))

    assert isinstance(result, RateLimited)
    assert result.retry_after == 7


async def test_an_answer_that_is_too_large_is_not_read_to_its_end() -> None:
    huge = Told(200, b" " * (41 * 1024 * 1024), {"content-type": "application/json"})

    result, _ = await suite.drawn_by(make, always(huge))

    assert isinstance(result, Unknown)


async def test_references_are_sent_as_files_under_one_name() -> None:
    _, (asked,) = await suite.drawn_by(make, always(openai_drawn(PICTURE)))

    assert asked.path == "/v1/images/edits"
    assert asked.body.count(b'name="image[]"') == 2
    assert b'name="background"\r\n\r\ntransparent' in asked.body
    assert b'name="user"\r\n\r\njob-1' in asked.body


@pytest.mark.parametrize("path", ["", "/v1", "/openai/v1"])
async def test_an_address_without_a_path_gets_the_usual_one(path: str) -> None:
    async with provider_server(always(openai_drawn(PICTURE))) as server:
        artist = OpenAI(KEY, server.url + path)
        await artist.draw(suite.order())
        await artist.aclose()

    assert server.asked[0].path == f"{path or '/v1'}/images/edits"


async def test_a_guest_is_described_and_nothing_is_kept_by_the_service() -> None:
    async with provider_server(always(openai_described())) as server:
        artist = OpenAI(KEY, server.url)
        result = await artist.describe(Reference(PICTURE, "image/png"), "What?")
        await artist.aclose()

    assert isinstance(result, Described)
    assert "Dark Brown" in result.text
    assert result.usage.usd > 0
    assert server.asked[0].json["store"] is False
