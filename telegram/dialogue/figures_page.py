"""The figures as one message that is read at a glance on a phone.

What there is nothing to say of is left out. Every value is a number or a word of ours, but for the
names of providers and the text of a pause, which are escaped.
"""

from collections.abc import Iterator
from datetime import datetime, tzinfo

from store.domain.figures import Figures, Queue, Times
from store.domain.records import Maintenance
from store.domain.status import LeadStatus
from store.domain.texts import operators as texts
from store.domain.texts.operators import span
from telegram.botapi.html import escape


def page(figures: Figures, language: str, zone: tzinfo) -> str:
    """Return the message, as Telegram's HTML; times of day are local."""
    blocks = (
        [texts.STATS.of(language, day=figures.day), *_pause(figures.pause, language, zone)],
        list(_queue(figures.queue, language)),
        list(_funnel(figures, language)),
        list(_times(figures.today, figures.recent, language)),
        list(_failures(figures, language)),
        list(_money(figures, language)),
        list(_leads(figures, language)),
        list(_opinion(figures, language)),
    )
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _pause(pause: Maintenance, language: str, zone: tzinfo) -> Iterator[str]:
    since = "" if pause.since is None else _clock(pause.since, zone)
    yield texts.PAUSE_LINES[pause.status].of(language, since=since)
    if pause.paused and pause.text:
        yield f"<i>{escape(pause.text)}</i>"


def _clock(moment: str, zone: tzinfo) -> str:
    return datetime.fromisoformat(moment).astimezone(zone).strftime("%d.%m %H:%M")


def _queue(queue: Queue, language: str) -> Iterator[str]:
    if not queue.active:
        yield texts.QUEUE_EMPTY.of(language)
        return
    yield texts.QUEUE.of(
        language,
        active=queue.active,
        queued=queue.queued,
        processing=queue.processing,
        delivering=queue.delivering,
    )
    if queue.waited is not None and queue.left is not None:
        said = texts.OLDEST if queue.left > 0 else texts.OLDEST_LATE
        waited, left = span(queue.waited, language), span(queue.left, language)
        yield said.of(language, waited=waited, left=left)


def _funnel(figures: Figures, language: str) -> Iterator[str]:
    yield texts.FUNNEL.of(language)
    for name, words in texts.FUNNEL_STEPS.items():
        yield f"{getattr(figures.funnel, name)} · {words.of(language)}"


def _times(today: Times, recent: Times, language: str) -> Iterator[str]:
    if None in {today.p50, today.p95, recent.p50, recent.p95}:
        return
    yield texts.TIMES.of(
        language,
        p50=span(today.p50 or 0, language),
        p95=span(today.p95 or 0, language),
        recent=recent.count,
        recent_p50=span(recent.p50 or 0, language),
        recent_p95=span(recent.p95 or 0, language),
    )


def _failures(figures: Figures, language: str) -> Iterator[str]:
    if figures.failures:
        yield texts.FAILURES.of(language)
    for cause, count in figures.failures:
        yield f"{count} · {texts.CAUSES[cause].of(language)}"


def _money(figures: Figures, language: str) -> Iterator[str]:
    if figures.money:
        yield texts.MONEY.of(language)
    for spent in figures.money:
        usd, provider = f"{spent.usd:.2f}", escape(spent.provider)
        yield texts.SPENT.of(language, spent.calls, provider=provider, usd=usd)


def _leads(figures: Figures, language: str) -> Iterator[str]:
    counts: dict[LeadStatus, int] = dict(figures.leads)
    if not counts:
        return
    yield texts.LEADS.of(language, new=figures.new_leads)
    yield ", ".join(f"{texts.LEAD_WORDS[status].of(language)} {n}" for status, n in counts.items())


def _opinion(figures: Figures, language: str) -> Iterator[str]:
    opinion = figures.opinion
    if opinion.mean is not None:
        yield texts.OPINION.of(language, opinion.count, mean=f"{opinion.mean:.1f}")
