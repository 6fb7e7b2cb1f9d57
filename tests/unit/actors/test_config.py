"""Settings are read once, and every bad one is one line that names it and shows no value."""

from pathlib import Path

import pytest

from actors.config import BadSetting, Settings, load

TOKEN = "123456:" + "A" * 35


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_the_token_alone_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)

    settings = load()

    assert settings.port == 8080
    assert settings.providers == ("local",)
    assert settings.languages == ("ru", "uz", "en")
    assert settings.policy.job_deadline == 900


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("BOT_TOKEN", "nonsense", "is not a bot token"),
        ("PORT", "eighty", "valid integer"),
        ("PORT", "70000", "less than or equal to 65535"),
        ("WORKER_SLOTS", "0", "greater than or equal to 1"),
        ("PACK_LIMIT", "0", "greater than or equal to 1"),
        ("JOB_DEADLINE_SEC", "-1", "greater than 0"),
        ("JOB_DEADLINE_SEC", "nan", ""),
        ("JOB_DEADLINE_SEC", "inf", "finite"),
        ("PROVIDERS", "local,magic", "not magic"),
        ("OPENAI_API_KEY", "two words", "is no key"),
        ("OPENAI_MODEL", "../files", "is no model id"),
        ("LANGUAGES", "ru,de", "not de"),
        ("TIMEZONE", "Mars/Olympus", "is no time zone"),
        ("TIMEZONE", "../../etc/passwd", "is no time zone"),
        ("ADMIN_USER_IDS", "1,two", "valid integer"),
        ("BOT_API_URL", "ftp://example", "http or https"),
        ("MAINTENANCE_MODE", "perhaps", "valid boolean"),
        ("LOG_FORMAT", "xml", "'console' or 'json'"),
    ],
)
def test_a_bad_value_is_named_in_one_line(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, reason: str
) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)

    with pytest.raises(BadSetting) as caught:
        load()

    line = str(caught.value)
    assert line.startswith(f"{name}: ")
    assert reason in line
    assert "\n" not in line


def test_a_missing_token_is_named() -> None:
    with pytest.raises(BadSetting, match=r"^BOT_TOKEN: is required$"):
        load()


def test_an_unknown_name_in_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"BOT_TOKEN={TOKEN}\nPAKC_LIMIT=2\n")

    with pytest.raises(BadSetting, match=r"^PAKC_LIMIT: is not a setting$"):
        load()


def test_a_bad_token_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "secret-without-a-colon")

    with pytest.raises(BadSetting) as caught:
        load()

    assert "secret-without" not in str(caught.value)


def test_printed_settings_show_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("KIOSK_KEY", "open-sesame")

    shown = repr(load())

    assert "A" * 35 not in shown
    assert "open-sesame" not in shown


def test_durations_may_be_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("DELAY_NOTICE_SEC", "0.25")

    assert load().policy.delay_notice == 0.25


def test_an_empty_value_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("LEADS_CHAT_ID", "")

    assert load().leads_chat_id is None


@pytest.mark.parametrize(
    ("provider", "setting"),
    [("openai", "OPENAI_API_KEY"), ("gemini", "GEMINI_API_KEY"), ("fal", "FAL_KEY")],
)
def test_a_provider_without_its_key_is_named_by_the_setting_that_is_missing(
    monkeypatch: pytest.MonkeyPatch, provider: str, setting: str
) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("PROVIDERS", f"{provider},local")

    with pytest.raises(BadSetting) as caught:
        load()

    assert str(caught.value) == f"{setting}: is required, since PROVIDERS names {provider}"


def test_a_key_is_shown_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("PROVIDERS", "openai")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")

    assert "very-secret" not in repr(load())
