"""What calls cost, as data: US dollars, where the figure is from, and when it was read.

Tokens are per million. `picture` and `look` are estimates of one call, on the safe side: they are
set aside before a call, and count when a service does not say what it used. A model that is not
listed costs as much as the dearest of its provider.
"""

from dataclasses import dataclass

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Prices of the models whose id begins with `model`."""

    provider: str
    model: str
    picture: float
    look: float
    text_in: float
    image_in: float
    text_out: float
    image_out: float
    source: str
    read_on: str


PRICES = (
    Price(
        "openai", "gpt-image-2", 0.07, 0.02, 5.0, 8.0, 10.0, 30.0,
        "developers.openai.com pricing, as cited in llmgateway PR 3985; picture: medium, 1024",
        "2026-11-30",
    ),
    Price(
        "openai", "gpt-image", 0.14, 0.02, 5.0, 10.0, 10.0, 40.0,
        "third-party table of retired models, upper end",
        "2026-11-30",
    ),
    Price(
        "openai", "gpt-", 0.19, 0.02, 2.5, 2.5, 15.0, 30.0,
        "estimate for a model that looks and writes, upper end",
        "2026-11-30",
    ),
    Price(
        "gemini", "gemini-nano-banana", 0.045, 0.01, 1.5, 1.5, 7.5, 30.0,
        "three third-party tables that agree; a logged reply of 1,120 image tokens",
        "2026-11-30",
    ),
    Price(
        "gemini", "gemini-3-pro-image", 0.15, 0.03, 2.0, 2.0, 12.0, 120.0,
        "ngrok price table",
        "2026-11-30",
    ),
    Price(
        "fal", "fal-ai/nano-banana", 0.04, 0.0, 0.0, 0.0, 0.0, 0.0,
        "fal.ai/models/fal-ai/nano-banana/edit",
        "2026-11-30",
    ),
    Price(
        "fal", "openai/gpt-image-2", 0.08, 0.0, 0.0, 0.0, 0.0, 0.0,
        "fal.ai/models/openai/gpt-image-2/edit; medium, 1024",
        "2026-11-30",
    ),
    Price(
        "fal", "", 0.15, 0.0, 0.0, 0.0, 0.0, 0.0,
        "estimate for any hosted model, upper end",
        "2026-11-30",
    ),
)  # fmt: skip


def price_of(provider: str, model: str) -> Price:
    """Return the price of a model: the listing with the longest matching id, else the dearest."""
    listed = [price for price in PRICES if price.provider == provider]
    fitting = [price for price in listed if model.startswith(price.model)]
    if fitting:
        return max(fitting, key=lambda price: len(price.model))
    return max(listed, key=lambda price: price.picture)


def dollars(
    price: Price, *, text_in: int = 0, image_in: int = 0, text_out: int = 0, image_out: int = 0
) -> float:
    """Return what tokens cost."""
    total = (
        text_in * price.text_in
        + image_in * price.image_in
        + text_out * price.text_out
        + image_out * price.image_out
    )
    return total / MILLION
