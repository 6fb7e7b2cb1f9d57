"""Steps of updates carried out at a desk, and which of their ways was taken."""

from itertools import count

from store.domain.outgoing import Say
from store.messages import FinishUpdate, StoreUpdates
from store.steps import Enqueue, Step, Steps
from tests.machines.desk import Desk

_updates = count(1)


def said(text: str) -> Steps:
    """Return steps that leave a trace of their name."""
    return (Enqueue("reply", 5, Say(text), text),)


THEN, OTHERWISE = said("then"), said("otherwise")


class Caught(list[int]):
    """The numbers of rows that steps made; given to a step as what follows."""

    def __call__(self, row: int) -> Steps:
        """Keep a number; nothing follows."""
        self.append(row)
        return ()


def carry_out(desk: Desk, *steps: Step) -> set[str]:
    """Finish an update with some steps; returns the topics that are rung."""
    update = next(_updates)
    desk.do(StoreUpdates(((update, "{}"),), update + 1, desk.at))
    done, error, topics = desk.attempt(FinishUpdate(update, steps, desk.at))
    assert error is None, error
    assert done
    return topics


def outcome(desk: Desk, step: Step) -> str:
    """Carry a step out; returns the name of the way that was taken."""
    carry_out(desk, step)
    return traces(desk)[-1]


def traces(desk: Desk) -> list[str]:
    """Return the names of all ways that were taken."""
    found = desk.rows("SELECT dedupe_key FROM outbox WHERE kind = 'reply' ORDER BY id")
    return [str(row["dedupe_key"]).split(":")[-1] for row in found]
