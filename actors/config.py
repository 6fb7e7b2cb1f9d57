"""Settings: parsed once, from the environment and `.env`, each error one line that names it.

Durations are seconds and may be fractions. Secrets are wrapped, so that printing the settings
shows none of them. Names and defaults are fixed by the contract with operators.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from argon2 import extract_parameters
from argon2.exceptions import InvalidHashError
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from store.domain.policy import Policy
from store.domain.texts.text import LANGUAGES

KEYS = {"openai": "openai_api_key", "gemini": "gemini_api_key", "fal": "fal_key"}
"""The setting that a provider cannot do without."""
STOP_EXTRA_SEC = 5.0
"""What a whole stop may take beyond the grace of running jobs."""


class BadSetting(Exception):
    """A setting is missing, malformed or unknown; the text is one line and names it."""


def _split(value: object) -> object:
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


def _known(allowed: tuple[str, ...], what: str) -> Callable[[tuple[str, ...]], tuple[str, ...]]:
    def check(values: tuple[str, ...]) -> tuple[str, ...]:
        unknown = [value for value in values if value not in allowed]
        if unknown or not values:
            raise ValueError(f"{what} are {', '.join(allowed)}, not {', '.join(unknown) or 'none'}")
        return values

    return check


def _http(value: str) -> str:
    if value and not value.startswith(("http://", "https://")):
        raise ValueError("must be an http or https address")
    return value.rstrip("/")


def _header(value: SecretStr) -> SecretStr:
    key = value.get_secret_value()
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ValueError("is no key: it must be printable letters, digits and signs")
    return value


def _model(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._:/-]{0,100}", value) or ".." in value:
        raise ValueError("is no model id, as in gpt-image-2.6-flare")
    return value


def _zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError("is no time zone, as in Asia/Tashkent") from error
    return value


def _argon2(value: SecretStr) -> SecretStr:
    if known := value.get_secret_value():
        try:
            extract_parameters(known)
        except InvalidHashError as error:
            raise ValueError("is no argon2 hash, as in $argon2id$v=19$m=...") from error
    return value


def _token(value: SecretStr) -> SecretStr:
    number, _, secret = value.get_secret_value().partition(":")
    if not (number.isascii() and number.isdigit() and secret and secret.isascii()):
        raise ValueError("is not a bot token, as in 123456:ABC")
    return value


Words = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
Numbers = Annotated[tuple[int, ...], NoDecode, BeforeValidator(_split)]
Address = Annotated[str, AfterValidator(_http)]
Key = Annotated[SecretStr, AfterValidator(_header)]
Model = Annotated[str, AfterValidator(_model)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Delay = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Settings(BaseSettings):
    """What an operator can set. Descriptions are the documentation of the settings."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        env_ignore_empty=True,
    )

    bot_token: Annotated[SecretStr, AfterValidator(_token)] = Field(
        description="Telegram bot token; never logged"
    )
    bot_api_url: Address = Field(
        "https://api.telegram.org", description="root of the Bot API server"
    )
    data_dir: Path = Field(Path("data"), description="folder of the database, photos and packs")
    host: str = Field("127.0.0.1", description="address the HTTP server binds")
    port: int = Field(8080, ge=0, le=65535, description="port; 0 picks a free one")
    public_url: Address = Field(
        "", description="address that the tablet uses; from HOST and PORT when empty"
    )
    kiosk_key: SecretStr = Field(
        SecretStr(""), description="when set, kiosk calls need it in the header X-Kiosk-Key"
    )
    admin_password: SecretStr = Field(
        SecretStr(""), description="password of the panel; the panel is off when empty"
    )
    admin_password_hash: Annotated[SecretStr, AfterValidator(_argon2)] = Field(
        SecretStr(""), description="argon2 hash in place of ADMIN_PASSWORD"
    )
    admin_viewer_password: SecretStr = Field(
        SecretStr(""),
        description="password of those who only look at the panel, without personal data",
    )
    admin_user_ids: Numbers = Field((), description="Telegram ids that are alerted")
    leads_admin_ids: Numbers = Field((), description="Telegram ids that may press lead buttons")
    leads_chat_id: int | None = Field(None, description="group for leads; leads are off when empty")
    leads_thread_id: int | None = Field(
        None, description="topic of the group for leads, when it is a forum"
    )
    leads_origins: Words = Field((), description="CORS origins of the landing page")
    maintenance_mode: bool = Field(False, description="pause the booth from the start")
    worker_slots: int = Field(2, ge=1, le=32, description="packs made at the same time")
    pack_limit: int = Field(1, ge=1, description="packs a guest may have")
    max_attempts: int = Field(2, ge=1, description="attempts to make a pack")
    retry_delay_sec: Delay = Field(10.0, description="pause before another attempt")
    delay_notice_sec: Seconds = Field(300.0, description="after this the guest hears of the delay")
    job_deadline_sec: Seconds = Field(900.0, description="after this a pack has failed")
    shutdown_grace_sec: Delay = Field(15.0, description="time a running job gets at a stop")
    sweep_interval_sec: Seconds = Field(5.0, description="pause between two sweeps")
    leads_poll_sec: Seconds = Field(2.0, description="pause between two looks at the leads")
    providers: Annotated[
        Words, AfterValidator(_known(("openai", "gemini", "fal", "local"), "providers"))
    ] = Field(("local",), description="who makes the pictures, in order")
    openai_api_key: Key = Field(SecretStr(""), description="key of OpenAI")
    openai_base_url: Address = Field(
        "", description="address of OpenAI, its own when empty; without a path /v1 is added"
    )
    openai_model: Model = Field(
        "", description="model of OpenAI that draws, gpt-image-2.6-flare when empty"
    )
    gemini_api_key: Key = Field(SecretStr(""), description="key of Gemini")
    gemini_base_url: Address = Field(
        "", description="address of Gemini, its own when empty; without a path /v1beta is added"
    )
    gemini_model: Model = Field(
        "", description="model of Gemini that draws, gemini-nano-banana-2.1 when empty"
    )
    fal_key: Key = Field(SecretStr(""), description="key of fal")
    fal_base_url: Address = Field("", description="address of fal's queue, its own when empty")
    fal_model: Model = Field(
        "", description="hosted model that edits pictures, openai/gpt-image-2/edit when empty"
    )
    job_cost_limit_usd: float = Field(1.5, ge=0, description="most that one pack may cost")
    photo_retention_hours: Delay = Field(24.0, description="how long a failed job's selfie is kept")
    state_data_days: Delay = Field(7.0, description="how long unfinished conversations are kept")
    session_rate_per_min: int = Field(60, ge=0, description="sessions an address may start; 0 any")
    leads_rate_per_min: int = Field(10, ge=0, description="leads an address may post; 0 any")
    timezone: Annotated[str, AfterValidator(_zone)] = Field(
        "Asia/Tashkent", description="time zone of reminders and of the panel"
    )
    languages: Annotated[Words, AfterValidator(_known(LANGUAGES, "languages"))] = Field(
        LANGUAGES, description="languages offered; the first is the default"
    )
    kiosk_qr_sec: Seconds = Field(90.0, description="seconds the QR code waits to be scanned")
    kiosk_consent_sec: Seconds = Field(
        90.0,
        description="seconds without the consent before the guest is asked whether they are there",
    )
    kiosk_idle_prompt_sec: Seconds = Field(
        30.0, description="seconds without a touch at the outfits before it asks the same"
    )
    kiosk_camera_idle_sec: Seconds = Field(
        60.0, description="seconds without a touch at the camera before it asks the same"
    )
    kiosk_review_sec: Seconds = Field(
        30.0, description="seconds without a touch at the photo before it asks the same"
    )
    kiosk_idle_sec: Seconds = Field(
        15.0, description="seconds that question waits before the session is closed"
    )
    kiosk_camera_trouble_sec: Seconds = Field(
        90.0, description="seconds a missing camera is put up with before the session is closed"
    )
    kiosk_camera_retry_sec: Seconds = Field(
        3.0, description="seconds between two tries to open a camera that is missing"
    )
    kiosk_countdown_sec: Seconds = Field(
        3.0, description="seconds the countdown before the photo takes"
    )
    kiosk_snap_sec: Seconds = Field(
        5.0, description="seconds the camera may take for the picture itself"
    )
    kiosk_sending_notice_sec: Seconds = Field(
        10.0,
        description="seconds an upload takes before the guest is told that the network is slow",
    )
    kiosk_sending_give_up_sec: Seconds = Field(
        600.0, description="seconds an upload may take before the tablet gives it up"
    )
    kiosk_retry_sec: Seconds = Field(
        2.0, description="seconds between two tries to reach the server"
    )
    kiosk_offline_give_up_sec: Seconds = Field(
        120.0, description="seconds without the server before the tablet goes back to the start"
    )
    kiosk_making_to_start_sec: Seconds = Field(
        25.0, description="seconds the progress is shown before the tablet goes back to the start"
    )
    kiosk_done_sec: Seconds = Field(15.0, description="seconds the thank-you is shown")
    kiosk_failed_sec: Seconds = Field(20.0, description="seconds the apology is shown")
    kiosk_notice_sec: Seconds = Field(
        12.0, description="seconds a notice is shown before the tablet goes back to the start"
    )
    kiosk_door_sec: Seconds = Field(
        10.0,
        description="seconds between two looks whether the booth is open, while nobody is served",
    )
    kiosk_language_sec: Seconds = Field(
        60.0, description="seconds a chosen language stays on the start screen without a touch"
    )
    kiosk_staff_sec: Seconds = Field(
        60.0, description="seconds the staff's zone stays open without a touch"
    )
    kiosk_settle_sec: Seconds = Field(
        0.35, description="seconds a new screen takes no taps, so that a double tap is one"
    )
    log_format: Literal["console", "json"] | None = Field(
        None, description="console or json; console on a terminal"
    )

    @property
    def policy(self) -> Policy:
        """What the store's rules need of the settings."""
        return Policy(
            pack_limit=self.pack_limit,
            max_attempts=self.max_attempts,
            retry_delay=self.retry_delay_sec,
            delay_notice=self.delay_notice_sec,
            job_deadline=self.job_deadline_sec,
            photo_retention=self.photo_retention_hours * 3600,
        )

    @property
    def kiosk_timers(self) -> dict[str, float]:
        """Lengths of the tablet's timers in seconds, by the names the page knows them under."""
        return {
            name.removeprefix("kiosk_").removesuffix("_sec"): getattr(self, name)
            for name in type(self).model_fields
            if name.startswith("kiosk_") and name.endswith("_sec")
        }

    @property
    def stop_budget(self) -> float:
        """Seconds that a whole stop may take."""
        return self.shutdown_grace_sec + STOP_EXTRA_SEC


def load(**given: Any) -> Settings:
    """Read the settings; `given` values go before the environment's.

    Raises `BadSetting`, whose text never holds the value of a setting.
    """
    try:
        settings = Settings(**given)
    except ValidationError as error:
        raise BadSetting(_first_line(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f".env: cannot be read ({type(error).__name__})") from None
    for name in settings.providers:
        if name in KEYS and not getattr(settings, KEYS[name]).get_secret_value():
            raise BadSetting(f"{KEYS[name].upper()}: is required, since PROVIDERS names {name}")
    return settings


def _first_line(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    name = str(first["loc"][0]).upper() if first["loc"] else "settings"
    match first["type"]:
        case "missing":
            reason = "is required"
        case "extra_forbidden":
            reason = "is not a setting"
        case _:
            reason = first["msg"].removeprefix("Value error, ")
    return f"{name}: {reason}"
