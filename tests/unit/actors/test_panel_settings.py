"""What the panel is given of the settings: whether there is one, and no secret."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from actors import panel
from actors.config import BadSetting, load
from actors.providers.breaker import Breaker
from api.ports import PanelSettings
from store.domain.calls import Verdict
from supervisor.clock import FixedClock

HASH = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$c2VjcmV0c2VjcmV0c2VjcmV0"
NONE: Mapping[str, Breaker] = {}
SECRETS = {
    "bot_token": "123456:very-secret-token",
    "kiosk_key": "very-secret-key",
    "admin_password": "very-secret-word",
    "admin_viewer_password": "very-secret-view",
    "openai_api_key": "very-secret-openai",
}


@pytest.fixture(autouse=True)
def no_env_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def given(breakers: Mapping[str, Breaker] = NONE, /, **settings: object) -> PanelSettings | None:
    """Return what the panel gets of some settings."""
    loaded = load(**{"bot_token": SECRETS["bot_token"], **settings})
    return panel.settings_of(loaded, lambda _: True, breakers, FixedClock())


def test_without_a_password_there_is_no_panel() -> None:
    assert given(admin_viewer_password="x") is None


@pytest.mark.parametrize("name", ["admin_password", "admin_password_hash"])
def test_a_password_or_its_hash_opens_one(name: str) -> None:
    assert given(**{name: HASH}) is not None


def test_a_hash_that_is_none_is_a_bad_setting() -> None:
    with pytest.raises(BadSetting, match="ADMIN_PASSWORD_HASH: is no argon2 hash") as raised:
        load(bot_token=SECRETS["bot_token"], admin_password_hash="very-secret-word")

    assert "very-secret" not in str(raised.value)


def test_no_secret_is_among_the_shown_settings() -> None:
    found = given(**SECRETS, bot_api_url="http://eve:very-secret-login@api.example")

    assert found is not None
    shown = {each.name: each.value for each in found.shown}
    assert "very-secret" not in str(found.shown) + repr(found)
    assert (shown["KIOSK_KEY"], shown["GEMINI_API_KEY"]) == (panel.HIDDEN, "")
    assert shown["BOT_API_URL"] == f"http://{panel.HIDDEN}@api.example"
    assert (shown["PORT"], shown["LANGUAGES"]) == ("8080", "ru, uz, en")
    assert all(each.meaning for each in found.shown)


def test_each_provider_of_the_chain_shows_its_breaker() -> None:
    broke = Breaker().ended(Verdict.NO_FUNDS, 0.0)
    found = given({"openai": broke}, **SECRETS, providers="openai,local")

    assert found is not None
    first, second = found.breakers()
    assert (first.provider, first.phase, first.cause) == ("openai", "open", "no_funds")
    assert (first.rests, second.provider, second.phase) == (300.0, "local", "closed")
