"""Finds where a head belongs on a costume, from its outline alone.

The axis of the body is where the outline mirrors best; the neck is the upper end of what stands
on both sides of the axis, so raised arms, one-sided props and empty margins do not move it. The
head's size follows from the width of the torso. Lengths are cells of the outline's grid.
"""

from dataclasses import dataclass

import numpy as np

from actors.imaging.matte import Mask

# Shares of the torso's width.
_BESIDE, _SHOULDERS, _REACH, _LEAST_BESIDE = 0.28, 0.62, 0.4, 0.04
_BAND = (0.3, 0.8)
_NARROW = 35  # percentile: rows through spread arms are wider than the torso and must not count
# In units (eyes to mouth), as in the bundled outfits.
_TORSO = 4.5
_LONG, _LARGEST_HEAD = 3.5, 1.45
_CHIN_BELOW_COLLAR, _CHIN_ABOVE_SHOULDERS = 0.07, 0.45


@dataclass(frozen=True, slots=True)
class HeadPlace:
    """Where the chin goes, the distance from eyes to mouth there, and the lowest row shown."""

    chin: tuple[float, float]
    unit: float
    bottom: float


def head_place(shape: Mask) -> HeadPlace:
    """The place of the head on an outline that holds at least one cell."""
    axis = mirror_axis(shape)
    torso, collar = _torso(shape, axis)
    rows = np.flatnonzero(shape.any(axis=1))
    low = float(rows[-1] + 1)
    unit = torso / _TORSO
    unit = min(max(unit, (low - collar) / _LONG), _LARGEST_HEAD * unit)
    shoulders = _shoulders(shape, axis, torso, collar)
    chin = max(collar + _CHIN_BELOW_COLLAR * unit, shoulders - _CHIN_ABOVE_SHOULDERS * unit)
    return HeadPlace((axis, chin), unit, min(low, chin + _LONG * unit))


def mirror_axis(shape: Mask) -> float:
    """Column about which most of the outline is its own mirror image."""
    width = shape.shape[1]
    spectrum = np.fft.rfft(shape.astype(np.float32), 2 * width, axis=1)
    overlap = np.fft.irfft((spectrum**2).sum(axis=0), 2 * width)
    return float(overlap[: 2 * width - 1].argmax()) / 2 + 0.5


def _torso(shape: Mask, axis: float) -> tuple[float, int]:
    """Width of the torso and the row of the collar: each is measured with the other, in turns."""
    rows, columns = np.flatnonzero(shape.any(axis=1)), np.flatnonzero(shape.any(axis=0))
    torso = min(float(columns[-1] + 1 - columns[0]), 1.2 * float(rows[-1] + 1 - rows[0]))
    collar = int(rows[0])
    for _ in range(6):
        collar = _collar(shape, axis, torso)
        first = min(collar + round(_BAND[0] * torso), int(rows[-1]))
        last = max(first + 1, min(collar + round(_BAND[1] * torso), int(rows[-1]) + 1))
        widths = [_half_width(shape[row], axis, torso) for row in range(first, last)]
        narrow = 2 * float(np.percentile(widths, _NARROW))
        torso = min(torso, max(narrow, 4.0))
    return torso, collar


def _half_width(row: Mask, axis: float, torso: float) -> float:
    """From the axis to the nearer side of the torso; a gap in the middle is part of it."""
    middle = int(axis)
    sides = row[middle:], row[:middle][::-1]
    return float(min(_extent(side, round(_BESIDE * torso)) for side in sides))


def _extent(side: Mask, gap: int) -> int:
    start = np.flatnonzero(side[: gap + 1])
    if not start.size:
        return 0
    ends = np.flatnonzero(~side[start[0] :])
    return int(start[0] + ends[0]) if ends.size else len(side)


def _collar(shape: Mask, axis: float, torso: float) -> int:
    """Upwards from the middle of the body, the last row that is there on both sides of the axis."""
    middle, reach = int(axis), max(2, round(_BESIDE * torso))
    least = max(1, round(_LEAST_BESIDE * torso))
    left = shape[:, max(0, middle - reach) : middle + 1].sum(axis=1) >= least
    right = shape[:, middle : middle + reach].sum(axis=1) >= least
    there = np.flatnonzero(left & right)
    if not there.size:
        return int(np.flatnonzero(shape.any(axis=1))[0])
    core = float(np.average(np.arange(len(shape)), weights=shape.sum(axis=1)))
    at = int(np.abs(there - core).argmin())
    while at > 0 and there[at] - there[at - 1] <= 2:
        at -= 1
    return int(there[at])


def _shoulders(shape: Mask, axis: float, torso: float, collar: int) -> float:
    """First row at or below the collar as wide as shoulders; a drawn neck or high collar is not."""
    left = max(0, round(axis - _REACH * torso))
    window = shape[collar:, left : round(axis + _REACH * torso) + 1]
    for number, row in enumerate(window):
        filled = np.flatnonzero(row)
        if filled.size and filled[-1] + 1 - filled[0] >= _SHOULDERS * torso:
            return float(collar + number)
    return float(collar)
