"""What image providers said decides whether there is hope: in one place, by one table."""

import pytest

from actors.pool.credits import credit
from actors.pool.outcome import Again, BillingExhausted, Hopeless, Lost, outcome_of, trigger_of
from actors.providers import base
from actors.providers.base import Cause, Failing, NobodyLeft
from store.domain.records import StoredSticker


def nobody(*causes: Cause) -> NobodyLeft:
    return NobodyLeft(tuple(Failing(f"p{n}", cause, "r") for n, cause in enumerate(causes)))


@pytest.mark.parametrize(
    ("causes", "outcome"),
    [
        ((Cause.TRANSIENT,), Again),
        ((Cause.UNKNOWN,), Again),
        ((Cause.SPOILED,), Again),
        ((Cause.RATE, Cause.NO_FUNDS), Again),
        ((Cause.TOO_DEAR,), Hopeless),
        ((Cause.TOO_DEAR, Cause.NO_FUNDS), Hopeless),
        ((Cause.NO_FUNDS,), BillingExhausted),
        ((Cause.NO_FUNDS, Cause.AUTH, Cause.MODEL_GONE), BillingExhausted),
        ((Cause.NO_FUNDS, Cause.REFUSED), Hopeless),
        ((Cause.REFUSED,), Hopeless),
        ((Cause.AUTH,), Hopeless),
        ((Cause.BAD_REQUEST,), Hopeless),
    ],
)
def test_what_all_providers_said_decides(causes: tuple[Cause, ...], outcome: type) -> None:
    assert isinstance(outcome_of(nobody(*causes)), outcome)


def test_the_error_of_a_job_names_what_the_specification_names() -> None:
    dear, broke = outcome_of(nobody(Cause.TOO_DEAR)), outcome_of(nobody(Cause.NO_FUNDS))

    assert isinstance(dear, Hopeless)
    assert dear.error.startswith("JobCostExceeded")
    assert isinstance(broke, BillingExhausted)
    assert broke.error.startswith("BillingExhausted")


@pytest.mark.parametrize(
    ("error", "outcome"),
    [(base.TryAgain("x"), Again), (base.Hopeless("x"), Hopeless), (base.NotOurs("x"), Lost)],
)
def test_other_errors_say_it_themselves(error: base.ProviderError, outcome: type) -> None:
    assert isinstance(outcome_of(error), outcome)


def test_an_exhausted_account_ends_the_job_at_once() -> None:
    pulled = trigger_of(BillingExhausted("BillingExhausted: openai"))

    assert pulled == ("hopeless", {"error": "BillingExhausted: openai"})


def stickers(*made: tuple[str | None, str | None]) -> list[StoredSticker]:
    return [StoredSticker(n, "f", "🙂", provider, mode) for n, (provider, mode) in enumerate(made)]


@pytest.mark.parametrize(
    ("made", "credited"),
    [
        ([("openai", "figure")] * 2, ("openai", "figure")),
        ([("local", "composite")] * 2, ("local", "composite")),
        ([("local", "composite_fallback")] * 2, ("local", "composite_fallback")),
        (
            [("gemini", "figure"), ("local", "composite_fallback"), ("gemini", "figure")],
            ("gemini,local", "composite_fallback"),
        ),
        ([(None, None)], ("local", "composite")),
    ],
)
def test_a_pack_is_credited_to_who_made_its_stickers(
    made: list[tuple[str | None, str | None]], credited: tuple[str, str]
) -> None:
    assert credit(stickers(*made)) == credited
