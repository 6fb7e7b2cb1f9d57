"""Who makes a picture, who is asked next, and when the local renderer fills."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock

from actors.providers.base import Cause, NobodyLeft, NotOurs, Picture, Reference, RenderMode
from actors.providers.pack import PACK_REMAKES, REMAKES, ROUNDS
from actors.providers.results import (
    BadRequest,
    Drawn,
    DrawResult,
    ModelGone,
    NoFunds,
    RateLimited,
    Refused,
    Transient,
    Unauthorised,
    Unknown,
    Usage,
)
from store.domain.calls import Verdict
from supervisor.clock import FixedClock
from tests.support.artists import DRAWN, PRICE, Ledger, Neighbour, Sketcher, books_of, pack_of

DUPLICATE = Drawn(b"duplicate", Usage(PRICE))
CUT = Drawn(b"cut_edges", Usage(PRICE))
EMPTY = Drawn(b"empty", Usage(PRICE))
RESULTS: list[DrawResult] = [
    DRAWN,
    DUPLICATE,
    CUT,
    EMPTY,
    Refused("r"),
    NoFunds("f"),
    RateLimited("l"),
    RateLimited("l", retry_after=30.0),
    Transient("t"),
    BadRequest("b"),
    ModelGone("g"),
    Unauthorised("a"),
    Unknown("u"),
]

Answers: TypeAlias = Callable[[int], DrawResult]
"""What an artist answers to its calls, counted from 0."""


def always(result: DrawResult) -> Answers:
    return lambda _: result


def then(*results: DrawResult) -> Answers:
    return lambda number: results[min(number, len(results) - 1)]


def cycle(results: list[DrawResult]) -> Answers:
    return lambda number: results[number % len(results)]


class Scene:
    """A chain of sketchers by name, over books of its own."""

    def __init__(
        self,
        folder: Path,
        *,
        local: bool = False,
        ceiling: float = 1e9,
        **answers: Answers,
    ) -> None:
        self.ledger = Ledger()
        self.books = books_of(self.ledger, FixedClock(follow=True), ceiling)
        self.by = {name: Sketcher(name, answer, self.books) for name, answer in answers.items()}
        self.local = Neighbour() if local else None
        self.pack = pack_of(folder, self.books, tuple(self.by.values()), self.local)

    async def causes(self, position: int = 0) -> dict[str, Cause]:
        """Why nobody makes a position."""
        with pytest.raises(NobodyLeft) as caught:
            await self.pack.make(position)
        return {one.artist: one.cause for one in caught.value.failing}


async def test_the_first_of_the_chain_makes_it(tmp_path: Path, autojump_clock: MockClock) -> None:
    scene = Scene(tmp_path, one=always(DRAWN), two=always(DRAWN))

    picture = await scene.pack.make(0)

    assert (picture.provider, picture.render_mode) == ("one", RenderMode.FIGURE)
    assert scene.by["two"].asked == []
    assert scene.ledger.judged == ["good"]


@pytest.mark.parametrize(
    "result", [NoFunds("f"), ModelGone("g"), Unauthorised("a"), BadRequest("b"), Refused("r")]
)
async def test_what_does_not_pass_goes_to_the_next_at_once(
    tmp_path: Path, autojump_clock: MockClock, result: DrawResult
) -> None:
    scene = Scene(tmp_path, one=always(result), two=always(DRAWN))

    picture = await scene.pack.make(0)

    assert picture.provider == "two"
    assert len(scene.by["one"].asked) == 1


@pytest.mark.parametrize("result", [Transient("t"), Unknown("u")])
async def test_what_may_pass_is_repeated_once(
    tmp_path: Path, autojump_clock: MockClock, result: DrawResult
) -> None:
    scene = Scene(tmp_path, one=always(result), two=always(DRAWN))

    picture = await scene.pack.make(0)

    assert picture.provider == "two"
    assert len(scene.by["one"].asked) == 2


async def test_an_unknown_outcome_counts_as_spent(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, one=then(Unknown("u"), DRAWN))

    await scene.pack.make(0)

    assert [settled.usd for settled in scene.ledger.settled] == [None, PRICE]


async def test_after_a_refusal_the_next_is_asked_in_gentler_words(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, one=always(Refused("r")), two=always(Refused("r")))

    causes = await scene.causes()

    assert causes == {"one": Cause.REFUSED, "two": Cause.REFUSED}
    prompts = [scene.by[name].asked[0].prompt for name in ("one", "two")]
    assert ["picture book" in prompt for prompt in prompts] == [False, True]
    assert [len(sketcher.asked) for sketcher in scene.by.values()] == [1, 1]


async def test_a_lone_one_that_refuses_is_asked_once_more_gently(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, one=always(Refused("r")))

    await scene.causes()

    assert ["picture book" in asked.prompt for asked in scene.by["one"].asked] == [False, True]


async def test_a_lone_one_that_limits_its_rate_is_waited_for(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, one=then(RateLimited("l", retry_after=20.0), DRAWN))

    picture = await scene.pack.make(0)

    assert picture.provider == "one"
    assert trio.current_time() >= 20


async def test_a_lone_one_that_limits_its_rate_for_ever_is_given_up(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, one=always(RateLimited("l", retry_after=20.0)))

    causes = await scene.causes()

    assert causes == {"one": Cause.RATE}
    assert len(scene.by["one"].asked) == ROUNDS


async def test_a_call_is_not_made_when_the_breaker_opens_while_it_is_written_down(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, local=True, one=always(NoFunds("f")))
    scene.pack.anchor = Reference(b"anchor", "image/png")
    scene.ledger.seconds = 2.0
    async with trio.open_nursery() as nursery:
        nursery.start_soon(scene.pack.make, 0)
        await trio.sleep(1.5)
        nursery.start_soon(scene.pack.make, 1)

    assert len(scene.by["one"].asked) == 1
    assert [settled.reason for settled in scene.ledger.settled] == ["f", "not made"]
    assert scene.ledger.settled[1].usd == 0


async def test_only_a_bad_picture_is_drawn_again(tmp_path: Path, autojump_clock: MockClock) -> None:
    scene = Scene(tmp_path, one=then(EMPTY, DRAWN))

    await scene.pack.make(0)

    assert scene.ledger.judged == ["empty", "good"]


async def test_remakes_are_bounded_for_a_position_and_for_the_pack(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, one=always(EMPTY))

    first = await scene.causes(0)
    calls = len(scene.by["one"].asked)
    for position in range(1, 5):
        await scene.causes(position)

    assert first == {"one": Cause.SPOILED}
    assert calls == 1 + REMAKES
    assert len(scene.by["one"].asked) == 5 + PACK_REMAKES


async def test_a_picture_that_is_merely_alike_is_taken_in_the_end(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, local=True, one=always(DUPLICATE))

    assert (await scene.pack.make(0)).render_mode is RenderMode.FIGURE


@pytest.mark.parametrize(("local", "provider"), [(True, "local"), (False, "one")])
async def test_a_cut_picture_is_taken_only_when_nobody_can_fill(
    tmp_path: Path, autojump_clock: MockClock, local: bool, provider: str
) -> None:
    scene = Scene(tmp_path, local=local, one=always(CUT))

    assert (await scene.pack.make(0)).provider == provider


async def test_local_fills_what_nobody_draws(tmp_path: Path, autojump_clock: MockClock) -> None:
    scene = Scene(tmp_path, local=True, one=always(NoFunds("f")))

    assert (await scene.pack.make(0)).render_mode is RenderMode.COMPOSITE_FALLBACK


async def test_local_alone_is_no_fallback(tmp_path: Path, autojump_clock: MockClock) -> None:
    scene = Scene(tmp_path, local=True)

    assert (await scene.pack.make(0)).render_mode is RenderMode.COMPOSITE


async def test_past_its_share_of_the_deadline_local_fills_and_the_call_is_settled(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, local=True, one=always(DRAWN))
    scene.by["one"].seconds = 10_000

    picture = await scene.pack.make(0)

    assert picture.render_mode is RenderMode.COMPOSITE_FALLBACK
    assert trio.current_time() == pytest.approx(360, abs=1)
    assert [settled.verdict for settled in scene.ledger.settled] == [Verdict.UNKNOWN]
    assert scene.by["one"].drawing == 0


async def test_the_ceiling_is_checked_before_a_call(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, one=always(DRAWN), ceiling=2.5 * PRICE)

    await scene.pack.make(0)
    await scene.pack.make(1)
    causes = await scene.causes(2)

    assert causes == {"one": Cause.TOO_DEAR}
    assert len(scene.by["one"].asked) == 2


async def test_a_job_that_is_no_longer_ours_makes_no_call(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, one=always(DRAWN))
    scene.ledger.lost = True

    with pytest.raises(NotOurs):
        await scene.pack.make(0)
    assert scene.by["one"].asked == []


async def test_when_nobody_is_left_for_want_of_money_the_next_call_is_a_probe(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    scene = Scene(tmp_path, one=then(NoFunds("f"), DRAWN))

    assert await scene.causes() == {"one": Cause.NO_FUNDS}
    assert (await scene.pack.make(0)).provider == "one"


async def test_the_first_picture_is_drawn_alone(tmp_path: Path, autojump_clock: MockClock) -> None:
    scene = Scene(tmp_path, one=always(DRAWN))
    at: list[float] = []

    def note(number: int) -> DrawResult:
        at.append(trio.current_time())
        return DRAWN

    scene.by["one"].answers = note
    start = trio.current_time()
    async with trio.open_nursery() as nursery:
        for position in range(3):
            nursery.start_soon(scene.pack.make, position)

    assert [round(time - start) for time in at] == [1, 2, 2]


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_chain_always_ends_and_never_calls_an_open_provider(data: st.DataObject) -> None:
    """The sketchers assert the second half: each call is checked against its breaker."""
    answers = {
        name: data.draw(st.lists(st.sampled_from(RESULTS), min_size=1, max_size=6), label=name)
        for name in data.draw(st.sampled_from([("one",), ("one", "two"), ("one", "two", "three")]))
    }
    local = data.draw(st.booleans(), label="local")
    pauses = data.draw(st.lists(st.floats(0, 400), min_size=4, max_size=4), label="pauses")

    async def run() -> None:
        cycles = {name: cycle(results) for name, results in answers.items()}
        scene = Scene(Path("nowhere"), local=local, ceiling=1e9, **cycles)
        ended: list[object] = []

        async def make(position: int) -> None:
            try:
                ended.append(await scene.pack.make(position))
            except NobodyLeft as nobody:
                assert not local
                ended.append(nobody)

        async with trio.open_nursery() as nursery:
            for position, pause in enumerate(pauses):
                nursery.start_soon(make, position)
                await trio.sleep(pause)

        assert len(ended) == 4
        assert not local or all(isinstance(each, Picture) for each in ended)
        most = 4 * len(answers) * (2 * 3 + REMAKES + 1) + PACK_REMAKES
        assert sum(len(sketcher.asked) for sketcher in scene.by.values()) <= most
        assert len(scene.ledger.settled) == len(scene.ledger.begun)

    trio.run(run, clock=MockClock(autojump_threshold=0))
