"""Providers and money: who makes the pictures, what it costs, how fast packs come."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from quart.wrappers import Response

from api.panel import charts
from api.panel.desk import Desk, Visit
from store import money_queries, panel_queries
from store.domain.calls import Verdict
from store.domain.figures import Figures
from store.driver import Connection
from store.figures import Day, day_of, figures
from store.money_queries import Spend
from supervisor.clock import iso

DAYS = 7


@dataclass(frozen=True, slots=True)
class _Books:
    figures: Figures
    spend: tuple[Spend, ...]
    days: tuple[tuple[str, float], ...]
    deliveries: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A provider's model today: calls, those that brought a picture, dollars."""

    provider: str
    model: str
    calls: int
    good: int
    usd: float


@dataclass(frozen=True, slots=True)
class Money:
    """The handlers."""

    desk: Desk

    async def show(self, visit: Visit) -> Response:
        """Show today's calls, a week's money, a day's deliveries and failures."""
        days = [day_of(visit.now, self.desk.zone, back) for back in range(DAYS - 1, -1, -1)]
        since = iso(visit.now - timedelta(hours=charts.HOURS))
        found = await self.desk.handles.store.read(
            _books, days, visit.now, since, self.desk.limits.deadline
        )
        hours = charts.hours(found.deliveries, visit.now, self.desk.zone)
        labels = [f"{hour.begin:%H}" for hour in hours]
        delivered = found.figures.funnel.delivered
        return self.desk.page(
            visit,
            "money.html",
            figures=found.figures,
            chain=self.desk.settings.breakers(),
            lines=_lines(found.spend),
            per_pack=found.figures.usd / delivered if delivered else None,
            days=charts.bars(found.days),
            hours=hours,
            delivered=charts.bars(
                [(label, hour.times.count) for label, hour in zip(labels, hours, strict=True)]
            ),
            median=charts.bars(
                [(label, hour.times.p50) for label, hour in zip(labels, hours, strict=True)]
            ),
            slowest=charts.bars(
                [(label, hour.times.p95) for label, hour in zip(labels, hours, strict=True)]
            ),
            failures=charts.bars([(str(c), count) for c, count in found.figures.failures]),
        )


def _books(
    connection: Connection, days: list[Day], now: datetime, since: str, deadline: float
) -> _Books:
    spent = []
    for day in days:
        whole = money_queries.spend_since(connection, day.start)
        spent.append((day.date[5:], sum(each.usd for each in whole)))
    each_day = [
        (label, total - (spent[place + 1][1] if place + 1 < len(spent) else 0.0))
        for place, (label, total) in enumerate(spent)
    ]
    return _Books(
        figures(connection, days[-1], now, deadline),
        money_queries.spend_since(connection, days[-1].start),
        tuple((label, max(0.0, usd)) for label, usd in each_day),
        panel_queries.deliveries(connection, since),
    )


def _lines(spend: tuple[Spend, ...]) -> tuple[Line, ...]:
    keys = dict.fromkeys((each.provider, each.model) for each in spend)
    lines = []
    for provider, model in keys:
        mine = [each for each in spend if (each.provider, each.model) == (provider, model)]
        good = sum(each.calls for each in mine if each.verdict is Verdict.OK)
        calls, usd = sum(each.calls for each in mine), sum(each.usd for each in mine)
        lines.append(Line(provider, model, calls, good, usd))
    return tuple(lines)
