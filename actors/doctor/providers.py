"""Checks of the image providers: does the key open the door, is the model still there.

Only questions that cost nothing are asked; fal has none, so its key is not proved.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx

from actors.config import Settings
from actors.doctor.finding import Finding, fail, ok, warn
from actors.providers import gemini, openai
from actors.providers.wire import endpoint

PATIENCE = 15.0


@dataclass(frozen=True, slots=True)
class _Question:
    """Where a provider tells of a model, and the header that carries the key."""

    address: str
    header: tuple[str, str]
    model: str


async def look(settings: Settings) -> AsyncIterator[Finding]:
    """Yield a line for each provider of the chain."""
    if settings.providers == ("local",):
        yield ok("providers", "local only: no key is needed, nothing is paid")
        return
    async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as client:
        for name in settings.providers:
            if (question := _question(name, settings)) is not None:
                yield await _ask(client, name, question)
            else:
                yield ok(name, "ready" if name == "local" else "the key is set (not proved)")
    if "local" not in settings.providers:
        mend = "add local to PROVIDERS"
        yield warn("providers", "nobody helps out when the others fail", mend)


def _question(name: str, s: Settings) -> _Question | None:
    match name:
        case "openai":
            model = s.openai_model or openai.MODEL
            root = endpoint(s.openai_base_url, openai.ROOT, "v1")
            key = f"Bearer {s.openai_api_key.get_secret_value()}"
            return _Question(f"{root}/models/{model}", ("Authorization", key), model)
        case "gemini":
            model = s.gemini_model or gemini.MODEL
            root = endpoint(s.gemini_base_url, gemini.ROOT, "v1beta")
            key = s.gemini_api_key.get_secret_value()
            return _Question(f"{root}/models/{model}", ("x-goog-api-key", key), model)
        case _:
            return None


async def _ask(client: httpx.AsyncClient, name: str, question: _Question) -> Finding:
    try:
        answer = await client.get(question.address, headers=dict([question.header]))
    except (httpx.HTTPError, ValueError) as error:
        # The class only: a text may quote the header.
        mend = "check the network and the provider’s address in the settings"
        return warn(name, f"does not answer ({type(error).__name__})", mend)
    match answer.status_code:
        case 200:
            return ok(name, f"knows the key and {question.model}")
        case 400 | 401 | 403:
            mend = f"put a valid key of {name} into the settings"
            return fail(name, f"does not accept the key ({answer.status_code})", mend)
        case 404:
            mend = f"name another model in {name.upper()}_MODEL"
            return fail(name, f"has no model {question.model}", mend)
        case status:
            return warn(name, f"answers {status}", "look at the provider’s status page")
