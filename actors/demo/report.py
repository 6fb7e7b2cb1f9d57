"""What the demonstration shows: progress while it runs, and a table of times at its end."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from actors.demo.walk import Walk

PROMISE = 6.0
"""Seconds from the accepted photo to the link that this renderer aims for on two cores."""


def table(seen: Walk) -> Table:
    """Return the time of each step, and since the step before."""
    shown = Table(title="One guest, end to end")
    shown.add_column("step")
    shown.add_column("at, s", justify="right")
    shown.add_column("took, s", justify="right")
    first = before = seen.steps[0].at
    for step in seen.steps:
        shown.add_row(step.name, f"{step.at - first:.2f}", f"{step.at - before:.2f}")
        before = step.at
    return shown


def waited(seen: Walk) -> float:
    """Return the seconds from the accepted photo to the link."""
    times = {step.name: step.at for step in seen.steps}
    return times["link in the chat"] - times["photo accepted"]


def show(console: Console, seen: Walk, sheet: Path, peak: int) -> None:
    """Print the outcome of the walk."""
    console.print(table(seen))
    console.print(f"pack link:        {seen.link}", soft_wrap=True)
    console.print(f"contact sheet:    {sheet}", soft_wrap=True)
    console.print(f"photo to link:    {waited(seen):.2f} s (aim: under {PROMISE:.0f} s)")
    if peak:
        console.print(f"memory, all processes at the peak: {peak / 2**20:.0f} MiB")
    console.print("10 stickers, all valid and different")
