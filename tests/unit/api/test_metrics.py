"""The metrics: counted once, closed labels, and a board that asks for nothing else."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api import metric_families as f
from api.metric_families import FAMILIES, Kind, Sample
from store import gauges
from store import messages as m
from store.domain.calls import CallKind, Verdict
from store.domain.causes import Cause
from store.domain.conditions import Condition
from store.domain.ids import GuestId
from store.domain.machine import Role
from store.gauges import Marks
from store.money_messages import BeginCall, Begun, SettleCall
from tests.architecture.documents import ROOT
from tests.machines.desk import GUEST, SLOT, Desk, open_desk
from tests.unit.api.serving import Served, serving
from tests.unit.store.test_plans import Plans

BOARD = ROOT / "docs" / "grafana" / "stickerbooth.json"
_LINE = re.compile(r'^[a-z_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? -?[0-9.e+-]+$')
NOTHING = Marks(0, 0)


async def scrape(served: Served) -> dict[str, float]:
    answer = await served.http.get("/metrics")
    assert answer.status_code == 200, answer.text
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    assert [line for line in lines if not _LINE.match(line)] == []
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


async def test_every_family_is_declared_on_the_page(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        answer = await served.http.get("/metrics")

    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    for family in FAMILIES:
        assert f"# TYPE {family.name} {family.kind}" in answer.text


async def test_a_delivery_is_counted_once_however_often_one_looks(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.ready_for_photo()
        job = (await served.send_photo(token)).json()["job"]["id"]
        await served.deliver(job, 50)
        first = await scrape(served)
        second = await scrape(served)

    assert first['stickerbooth_job_outcomes_total{outcome="done"}'] == 1
    assert second['stickerbooth_job_outcomes_total{outcome="done"}'] == 1
    assert second['stickerbooth_transitions_total{machine="job",trigger="verified"}'] == 1
    assert second['stickerbooth_delivery_seconds_bucket{le="45"}'] == 0
    assert second['stickerbooth_delivery_seconds_bucket{le="60"}'] == 1
    assert second['stickerbooth_delivery_seconds_bucket{le="+Inf"}'] == 1
    assert second["stickerbooth_delivery_seconds_count"] == 1
    assert round(second["stickerbooth_delivery_seconds_sum"]) == 50
    assert round(second["stickerbooth_slot_seconds_total"]) == 50


async def test_answers_are_counted_by_route_and_never_by_address(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        token = await served.running.session()
        await served.http.get(f"/session/{token}")
        await served.http.get("/session/unknown")
        await served.http.get("/secret-place")
        page = (await served.http.get("/metrics")).text
        found = await scrape(served)

    route = 'method="GET",route="/session/<token>"'
    assert found[f'stickerbooth_http_requests_total{{{route},status="2xx"}}'] == 1
    assert found[f'stickerbooth_http_requests_total{{{route},status="4xx"}}'] == 1
    assert found['stickerbooth_http_requests_total{method="any",route="none",status="4xx"}'] == 1
    assert token not in page
    assert "secret-place" not in page


async def test_troubles_and_the_tree_are_shown(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        served.conditions.set(Condition.DISK_FULL, "10 MiB left")
        await served.pause("lunch")
        found = await scrape(served)

    assert found['stickerbooth_condition{condition="disk_full"}'] == 1
    assert found['stickerbooth_condition{condition="store_down"}'] == 0
    assert found['stickerbooth_child_ready{child="root/store"}'] == 1
    assert found['stickerbooth_pause{status="admin"}'] == 1
    assert found['stickerbooth_pause{status="off"}'] == 0
    assert found["stickerbooth_disk_free_bytes"] > 0


async def test_what_happened_before_the_start_is_not_counted(tmp_path: Path) -> None:
    with open_desk(tmp_path / "stickerbooth.db") as desk:
        desk.at = desk.at.replace(year=2025)
        desk.done()
    async with serving(tmp_path) as served:
        found = await scrape(served)

    assert found['stickerbooth_job_outcomes_total{outcome="done"}'] == 0


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_desk(tmp_path / "desk.db") as made:
        yield made


def test_what_waits_is_told_with_its_age(desk: Desk) -> None:
    desk.job(GUEST)
    desk.do(m.StoreUpdates(((1, "{}"),), 2, desk.at))
    desk.later(30)

    found = gauges.standing(desk.connection, desk.at)

    assert (sum(found.jobs.values()), found.oldest_job) == (1, 30.0)
    assert (found.inbox, found.outbox, found.oldest_message) == (1, 0, None)


def test_failures_are_counted_by_cause(desk: Desk) -> None:
    desk.failed()

    found = gauges.happened(desk.connection, NOTHING, desk.at)

    assert (found.outcomes["failed"], found.failures) == (1, {Cause.OTHER: 1})


def test_slot_time_is_from_each_claim_to_its_end(desk: Desk) -> None:
    job = desk.processing()
    desk.later(10)
    desk.fire("job", job, "attempt_failed", Role.SLOT, owner=SLOT, error="x")
    desk.later(100)
    desk.do(m.ClaimJob(SLOT, desk.at))
    desk.later(20)
    desk.create_set(job)

    found = gauges.happened(desk.connection, NOTHING, desk.at)

    assert round(found.slot_seconds) == 30


def test_a_call_counts_once_when_it_is_settled(desk: Desk) -> None:
    job = desk.processing()
    calls = [
        desk.do(BeginCall(job, SLOT, "openai", "m", CallKind.DRAW, 1, 0.5, 10.0, desk.at))
        for _ in range(2)
    ]
    first, second = calls
    assert isinstance(first, Begun)
    assert isinstance(second, Begun)
    desk.do(SettleCall(second.call, Verdict.OK, 0.25, 3.0, desk.at))
    early = gauges.happened(desk.connection, NOTHING, desk.at)
    desk.do(SettleCall(first.call, Verdict.REFUSED, 0.0, 3.0, desk.at))

    late = gauges.happened(desk.connection, early.marks, desk.at)
    never = gauges.happened(desk.connection, late.marks, desk.at)

    assert (early.calls, early.usd) == ({}, {})
    assert late.calls == {("openai", "ok"): 1, ("openai", "refused"): 1}
    assert late.usd == {"openai": 0.25}
    assert never.calls == {}


def test_a_call_that_was_cut_off_with_its_program_counts_at_its_estimate(desk: Desk) -> None:
    job = desk.processing(GuestId(3))
    desk.do(BeginCall(job, SLOT, "fal", "m", CallKind.DRAW, 1, 0.5, 10.0, desk.at))
    desk.later(16 * 60)

    found = gauges.happened(desk.connection, NOTHING, desk.at)

    assert found.usd == {"fal": 0.5}


def test_a_label_is_escaped() -> None:
    page = f.text([(f.BUILD, [Sample({"version": 'a"b\\c\nd'}, 1)])])

    assert page.splitlines()[-1] == 'stickerbooth_build_info{version="a\\"b\\\\c\\nd"} 1'


def test_names_follow_the_customs_of_prometheus() -> None:
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)
    for family in FAMILIES:
        assert re.fullmatch(r"stickerbooth_[a-z_]+", family.name)
        assert family.name.endswith("_total") is (family.kind is Kind.COUNTER)


def test_the_board_asks_only_for_metrics_there_are() -> None:
    board = json.loads(BOARD.read_text("utf-8"))
    queries = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    known = {family.name: family for family in FAMILIES}

    asked = {name for query in queries for name in re.findall(r"stickerbooth_[a-z_]+", query)}

    assert len(queries) > 10
    for name in asked:
        family = known.get(re.sub(r"_(bucket|sum|count)$", "", name)) or known.get(name)
        assert family is not None, name
    labels = {
        label
        for query in queries
        for group in re.findall(r"by \(([^)]*)\)", query)
        for label in re.split(r"\s*,\s*", group)
    }
    assert labels <= {"le"} | {label for family in FAMILIES for label in family.labels}


def test_the_boards_panels_do_not_lie_on_each_other() -> None:
    panels = json.loads(BOARD.read_text("utf-8"))["panels"]
    cells = [
        (x, y)
        for panel in panels
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]

    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len(set(cells)) == len(cells)


def test_no_look_walks_through_a_whole_table(desk: Desk) -> None:
    desk.done()
    plans = Plans(desk)

    gauges.standing(desk.connection, desk.at)
    gauges.happened(desk.connection, NOTHING, desk.at)

    assert list(plans.scans()) == []
