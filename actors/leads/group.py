"""The group of leads: where it is, and how a message gets into it whatever became of the place.

What stays true:
- A group that was upgraded is followed once and remembered, under the id that was configured, so
  that a new `LEADS_CHAT_ID` counts again.
- A topic that is gone is left out for an hour, and the operators are told once a day.
- A message goes to no other chat than the one asked for or the one that it became.
"""

from dataclasses import dataclass, replace
from datetime import datetime

import structlog
import trio

from store import messages as m
from store import queries
from store.client import Store
from store.domain.outgoing import Say
from store.domain.texts import leads as texts
from store.lead_messages import AlertLeads
from supervisor.clock import Clock
from telegram.asking import insist
from telegram.botapi.client import BotApi
from telegram.botapi.errors import ErrorKind, Failed, NotSent, Ok, Unknown
from telegram.botapi.sending import Sending
from telegram.posting import markup_of

THREAD_LOST_SECONDS = 3600.0
LONGEST_PACE = 60.0
_TURNS = 4
"""Tries of one message: as it is, in the group's new place, without its topic, without a reply."""

log = structlog.get_logger("leads")


@dataclass(frozen=True, slots=True)
class Posted:
    """A message is in the group; no id when the server gave none to edit it by."""

    chat_id: int
    message_id: int | None


Outcome = Posted | Failed | Unknown | NotSent


@dataclass(frozen=True, slots=True)
class _Try:
    """One way to send a message."""

    chat_id: int
    thread_id: int | None
    reply_to: int | None


class Group:
    """The group as it is configured; `language` is the one that it is spoken to in."""

    def __init__(
        self,
        store: Store,
        api: BotApi,
        clock: Clock,
        *,
        chat_id: int,
        thread_id: int | None,
        language: str,
        stop: trio.Event,
    ) -> None:
        self.api = api
        self.language = language
        self._store = store
        self._clock = clock
        self._configured = chat_id
        self._thread = thread_id
        self._stop = stop
        self._thread_lost_at: float | None = None

    async def chat(self) -> int:
        """Return the group's present id."""
        moved = await self._store.read(queries.setting, moved_key(self._configured))
        return int(moved) if moved else self._configured

    async def turn(self) -> bool:
        """Wait for the group's pace before anything is put in doubt; False when to stop instead."""
        seconds = self.api.throttle.ready_in(await self.chat())
        if seconds > 0 and not self._stop.is_set():
            with trio.move_on_after(min(seconds, LONGEST_PACE)):
                await self._stop.wait()
        return not self._stop.is_set()

    async def send(
        self, say: Say, *, chat: int | None = None, reply_to: int | None = None
    ) -> Outcome:
        """Send a message to the group, or to the chat that an earlier message of ours is in."""
        attempt: _Try | None = _Try(chat or await self.chat(), self._thread_now(), reply_to)
        result: Outcome = NotSent("nothing was tried")
        for _ in range(_TURNS):
            if attempt is None:
                break
            result = await self._once(attempt, say)
            attempt = await self._mended(attempt, result)
        return result

    async def follow(self, failed: Failed, old: int) -> int | None:
        """Remember where a group went; returns its new id, None when it did not move."""
        new = failed.migrate_to
        if new is None or new == old:
            return None
        log.warning("leads.group_moved")
        setting = m.PutSetting(moved_key(old), str(new), self._clock.now())
        await insist(lambda: self._store.ask(setting), "PutSetting")
        return new

    async def alert(self, key: str, text: str) -> None:
        """Tell the operators, once for a key."""
        command = AlertLeads(key, text, self._clock.now())
        await insist(lambda: self._store.ask(command), "AlertLeads")

    async def _once(self, attempt: _Try, say: Say) -> Outcome:
        how = Sending(
            markup=markup_of(say.buttons), reply_to=attempt.reply_to, thread_id=attempt.thread_id
        )
        result = await self.api.send_message(attempt.chat_id, say.text, how)
        if isinstance(result, Ok):
            return Posted(attempt.chat_id, result.value.message_id or None)
        return result

    async def _mended(self, attempt: _Try, result: Outcome) -> _Try | None:
        """Return another way to send what was refused for the place it was sent to."""
        if not isinstance(result, Failed):
            return None
        match result.kind:
            case ErrorKind.MIGRATED:
                new = await self.follow(result, attempt.chat_id)
                # Messages of the old group have other ids in the new one.
                return replace(attempt, chat_id=new, reply_to=None) if new else None
            case ErrorKind.THREAD_GONE if attempt.thread_id is not None:
                await self._lose_thread()
                return replace(attempt, thread_id=None)
            case ErrorKind.REPLY_GONE if attempt.reply_to is not None:
                return replace(attempt, reply_to=None)
            case _:
                return None

    def _thread_now(self) -> int | None:
        lost = self._thread_lost_at
        if lost is not None and self._clock.monotonic() - lost < THREAD_LOST_SECONDS:
            return None
        return self._thread

    async def _lose_thread(self) -> None:
        self._thread_lost_at = self._clock.monotonic()
        log.warning("leads.topic_gone")
        await self.alert(f"topic:{_day(self._clock.now())}", texts.ALERT_TOPIC.of(self.language))


def moved_key(chat_id: int) -> str:
    """Return the name of the setting that holds what a group's id became."""
    return f"leads_chat_id:{chat_id}"


def reason_of(result: Failed | Unknown | NotSent) -> str:
    """Return what went wrong in words of our own or the server's, without personal data."""
    return f"{result.code} {result.kind}" if isinstance(result, Failed) else result.reason


def flood_seconds(result: Failed | Unknown | NotSent) -> float | None:
    """Return the wait that flood control asks for, if it was that."""
    if isinstance(result, Failed) and result.kind is ErrorKind.FLOOD:
        return result.retry_after
    return None


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
