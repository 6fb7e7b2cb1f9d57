"""A reader of the few TensorFlow Lite structures that our two models use.

It never trusts an offset beyond what `struct` checks, and it reads files that `fetch` has
verified by hash. Layout: FlatBuffers internals, and `schema.fbs` of TensorFlow Lite (version 3).
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

_DTYPES: dict[int, np.dtype[Any]] = {0: np.dtype("<f4"), 1: np.dtype("<f2"), 2: np.dtype("<i4")}
_CUSTOM = 32
_NAMES = {
    0: "add",
    1: "average_pool",
    2: "concat",
    3: "conv",
    4: "depthwise",
    6: "dequantize",
    14: "logistic",
    17: "max_pool",
    18: "mul",
    19: "relu",
    22: "reshape",
    23: "resize",
    34: "pad",
    117: "hard_swish",
}


class ModelFault(Exception):
    """The file is not a model that this reader understands."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """One value of the graph; `data` is None for values that are computed."""

    name: str
    shape: tuple[int, ...]
    data: NDArray[np.generic] | None


@dataclass(frozen=True, slots=True)
class Operator:
    """One step: name, indices of tensors, and whole-number options by name."""

    name: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    options: dict[str, int]


@dataclass(frozen=True, slots=True)
class Model:
    """The first subgraph of a file, in execution order."""

    tensors: tuple[Tensor, ...]
    operators: tuple[Operator, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


# Field numbers of the option tables; "b" is one byte, "i" four.
_CONV = {"padding": (0, "b"), "stride_w": (1, "i"), "stride_h": (2, "i"), "activation": (3, "b")}
_OPTIONS: dict[str, dict[str, tuple[int, str]]] = {
    "conv": _CONV,
    "depthwise": {**_CONV, "multiplier": (3, "i"), "activation": (4, "b")},
    "average_pool": {
        "padding": (0, "b"),
        "stride_w": (1, "i"),
        "stride_h": (2, "i"),
        "width": (3, "i"),
        "height": (4, "i"),
        "activation": (5, "b"),
    },
    "add": {"activation": (0, "b")},
    "mul": {"activation": (0, "b")},
    "concat": {"axis": (0, "i"), "activation": (1, "b")},
    "resize": {"align_corners": (2, "b"), "half_pixel": (3, "b")},
}
_OPTIONS["max_pool"] = _OPTIONS["average_pool"]


class _Table:
    """A FlatBuffers table at a position of the file."""

    __slots__ = ("_buffer", "_position", "_vtable", "_vtable_size")

    def __init__(self, buffer: bytes, position: int) -> None:
        self._buffer = buffer
        self._position = position
        self._vtable = position - struct.unpack_from("<i", buffer, position)[0]
        self._vtable_size = struct.unpack_from("<H", buffer, self._vtable)[0]

    def _field(self, number: int) -> int:
        slot = 4 + 2 * number
        if slot >= self._vtable_size:
            return 0
        offset: int = struct.unpack_from("<H", self._buffer, self._vtable + slot)[0]
        return self._position + offset if offset else 0

    def scalar(self, number: int, kind: str) -> int:
        at = self._field(number)
        return int(struct.unpack_from("<" + kind, self._buffer, at)[0]) if at else 0

    def _target(self, number: int) -> int:
        at = self._field(number)
        return at + int(struct.unpack_from("<I", self._buffer, at)[0]) if at else 0

    def table(self, number: int) -> "_Table | None":
        at = self._target(number)
        return _Table(self._buffer, at) if at else None

    def bytes(self, number: int) -> memoryview:
        at = self._target(number)
        if not at:
            return memoryview(b"")
        size = struct.unpack_from("<I", self._buffer, at)[0]
        return memoryview(self._buffer)[at + 4 : at + 4 + size]

    def numbers(self, number: int) -> tuple[int, ...]:
        at = self._target(number)
        if not at:
            return ()
        size = struct.unpack_from("<I", self._buffer, at)[0]
        return struct.unpack_from(f"<{size}i", self._buffer, at + 4)

    def tables(self, number: int) -> list["_Table"]:
        at = self._target(number)
        if not at:
            return []
        size = struct.unpack_from("<I", self._buffer, at)[0]
        slots = range(at + 4, at + 4 + 4 * size, 4)
        offsets = [struct.unpack_from("<I", self._buffer, slot)[0] for slot in slots]
        return [_Table(self._buffer, s + o) for s, o in zip(slots, offsets, strict=True)]


def read_model(path: Path) -> Model:
    """Read a .tflite file; raises `ModelFault` when it is none or holds an unknown step."""
    buffer = path.read_bytes()
    if buffer[4:8] != b"TFL3":
        raise ModelFault(f"{path.name} is not a TensorFlow Lite model")
    try:
        root = _Table(buffer, struct.unpack_from("<I", buffer, 0)[0])
        return _read(root)
    except (struct.error, IndexError, ValueError) as fault:
        raise ModelFault(f"{path.name} is damaged") from fault


def _read(root: _Table) -> Model:
    codes = [_operator_name(code) for code in root.tables(1)]
    buffers = [entry.bytes(0) for entry in root.tables(4)]
    graph = root.tables(2)[0]
    return Model(
        tensors=tuple(_tensor(entry, buffers) for entry in graph.tables(0)),
        operators=tuple(_operator(entry, codes) for entry in graph.tables(3)),
        inputs=graph.numbers(1),
        outputs=graph.numbers(2),
    )


def _operator_name(code: _Table) -> str:
    number = max(code.scalar(0, "b"), code.scalar(3, "i"))
    if number == _CUSTOM:
        return bytes(code.bytes(1)).decode("ascii", "replace")
    if number not in _NAMES:
        raise ModelFault(f"operator {number} is not supported")
    return _NAMES[number]


def _tensor(entry: _Table, buffers: list[memoryview]) -> Tensor:
    raw, shape, kind = buffers[entry.scalar(2, "I")], entry.numbers(0), entry.scalar(1, "b")
    name = bytes(entry.bytes(3)).decode("utf-8", "replace")
    if not raw.nbytes:
        return Tensor(name, shape, None)
    if kind not in _DTYPES:
        raise ModelFault(f"tensor type {kind} is not supported")
    return Tensor(name, shape, np.frombuffer(raw, _DTYPES[kind]).reshape(shape))


def _operator(entry: _Table, codes: list[str]) -> Operator:
    name = codes[entry.scalar(0, "I")]
    table, fields = entry.table(4), _OPTIONS.get(name, {})
    options = {key: table.scalar(*place) if table else 0 for key, place in fields.items()}
    return Operator(name, entry.numbers(1), entry.numbers(2), options)
