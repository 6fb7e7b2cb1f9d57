"""Prices are data: every figure has its source, every model of every provider has a price."""

import pytest

from actors.providers.fal import MODEL as FAL
from actors.providers.gemini import MODEL as GEMINI
from actors.providers.openai import LOOKER
from actors.providers.openai import MODEL as OPENAI
from actors.providers.prices import PRICES, Price, dollars, price_of


@pytest.mark.parametrize("price", PRICES, ids=lambda price: f"{price.provider} {price.model}")
def test_every_price_says_where_it_is_from_and_when_it_was_read(price: Price) -> None:
    assert price.source
    assert price.read_on > "2026"
    assert price.picture > 0


@pytest.mark.parametrize(
    ("provider", "model", "listed"),
    [
        ("openai", OPENAI, "gpt-image-2"),
        ("openai", LOOKER, "gpt-"),
        ("gemini", GEMINI, "gemini-nano-banana"),
        ("fal", FAL, "openai/gpt-image-2"),
        ("fal", "somebody/else", ""),
    ],
)
def test_a_model_costs_what_the_longest_matching_id_costs(
    provider: str, model: str, listed: str
) -> None:
    assert price_of(provider, model).model == listed


def test_an_unlisted_model_costs_as_much_as_the_dearest() -> None:
    assert price_of("gemini", "gemini-9-ultra").model == "gemini-3-pro-image"


def test_tokens_are_per_million() -> None:
    price = price_of("gemini", GEMINI)

    assert dollars(price, image_out=1120) == pytest.approx(0.0336)
