"""Checks that ask Telegram: the token, the webhook, the group of leads, the clock."""

import email.utils
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import httpx

from actors.config import Settings
from actors.doctor.finding import Finding, fail, ok, warn
from actors.leads.group import moved_key
from store import queries
from store.driver import DatabaseError, open_reader
from store.files import DataFolder
from supervisor.clock import Clock
from telegram.botapi.client import BotApi
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Unknown

PATIENCE = 10.0
"""Seconds for one question."""
DRIFT, MUCH_DRIFT = 5.0, 60.0
"""Seconds by which the clock may be wrong before it matters, and before nothing works."""


async def look(settings: Settings, clock: Clock) -> AsyncIterator[Finding]:
    """Yield what Telegram says of the booth."""
    api = BotApi(settings.bot_token.get_secret_value(), settings.bot_api_url)
    try:
        async for finding in _token(api):
            yield finding
        yield await _leads(api, settings)
    finally:
        await api.aclose()
    async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as client:
        clock_line = await drift(client, settings.bot_api_url, clock)
    yield clock_line


async def _token(api: BotApi) -> AsyncIterator[Finding]:
    me = await api.get_me()
    match me:
        case Ok(value=bot):
            yield ok("token", f"@{bot.username}")
        case Failed(kind=ErrorKind.UNAUTHORIZED):
            mend = "put the token of @BotFather into BOT_TOKEN, whole"
            yield fail("token", "Telegram does not know it", mend)
            return
        case _:
            mend = "check the network and BOT_API_URL"
            yield fail("token", f"Telegram does not answer ({_reason(me)})", mend)
            return
    hook = await api.get_webhook_info()
    if isinstance(hook, Ok) and hook.value.url:
        mend = "the start removes it; make sure no other program sets it again"
        yield warn("webhook", "one is set, so another program uses this bot", mend)


async def _leads(api: BotApi, settings: Settings) -> Finding:
    chat = _group(settings)
    if chat is None:
        return ok("leads chat", "off: LEADS_CHAT_ID is empty")
    found = await api.get_chat(chat)
    if not isinstance(found, Ok):
        mend = "add the bot to the group and check LEADS_CHAT_ID"
        return fail("leads chat", f"the bot cannot see it ({_reason(found)})", mend)
    if found.value.is_private or found.value.type == "channel":
        return fail("leads chat", f"it is a {found.value.type} chat", "name a group there")
    member = await api.get_chat_member(chat, int(api.bot_id))
    if isinstance(member, Ok) and not member.value.is_present:
        return fail("leads chat", "the bot is no member", "add the bot to the group")
    if not settings.leads_admin_ids:
        mend = "put Telegram ids into LEADS_ADMIN_IDS, or add lead admins with /staff"
        return warn("leads chat", "nobody is named who may press the buttons", mend)
    return ok("leads chat", f"a {found.value.type} that the bot is in")


def _group(settings: Settings) -> int | None:
    """Return where the group of leads is by now: it may have moved."""
    chat, database = settings.leads_chat_id, DataFolder(settings.data_dir).database
    if chat is None or not database.is_file():
        return chat
    try:
        connection = open_reader(database)
        try:
            moved = queries.setting(connection, moved_key(chat))
        finally:
            connection.close()
    except DatabaseError:
        return chat
    return int(moved) if moved else chat


async def drift(client: httpx.AsyncClient, root: str, clock: Clock) -> Finding:
    """Compare the clock with the one of the Bot API server; no token is sent."""
    try:
        answer = await client.head(root)
        there = email.utils.parsedate_to_datetime(answer.headers["date"])
    except (httpx.HTTPError, KeyError, ValueError):
        return warn("clock", "no other clock to compare with", "check that the time is right")
    seconds = (clock.now() - _aware(there)).total_seconds()
    said = f"{abs(seconds):.0f} s {'ahead of' if seconds > 0 else 'behind'} Telegram’s"
    mend = "let the machine set its clock by the network (NTP)"
    if abs(seconds) > MUCH_DRIFT:
        return fail("clock", said, mend)
    return warn("clock", said, mend) if abs(seconds) > DRIFT else ok("clock", "right")


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _reason(how: Failed | Unknown | NotSent | Ok[object]) -> str:
    match how:
        case Failed(code=code, kind=kind):
            return f"{code} {kind}"
        case Unknown(reason=reason) | NotSent(reason=reason):
            return reason
        case _:
            return "no answer"
