"""Runs one of our two models on one picture.

`ai-edge-litert` runs it when that package is importable, NumPy otherwise; both answer the same
numbers within rounding. Loading is cached per process, and a run keeps no state.
"""

import importlib
import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from actors.imaging import operators
from actors.imaging.tflite import Array, Model, ModelFault, Operator, read_model


class Network(Protocol):
    """A loaded model with one input picture."""

    def run(self, picture: Array) -> list[Array]:
        """Outputs in the model's order, each without the batch axis.

        `picture` is height, width, channel, of the size the model wants.
        """


@lru_cache(maxsize=4)
def load(path: Path) -> Network:
    """The model of a file; raises `ModelFault` when it cannot be run, OSError when missing."""
    if importlib.util.find_spec("ai_edge_litert") is not None:
        return _LiteRt(path)
    return NumpyNetwork(read_model(path))


class NumpyNetwork:
    """Interprets the graph step by step and drops every value after its last use."""

    __slots__ = ("_constants", "_last_use", "_model", "_steps")

    def __init__(self, model: Model) -> None:
        self._model = model
        self._constants = _constants(model)
        self._steps = [step for step in model.operators if step.name != "dequantize"]
        self._last_use: dict[int, int] = {}
        for position, step in enumerate(self._steps):
            self._last_use.update(dict.fromkeys(step.inputs, position))

    def run(self, picture: Array) -> list[Array]:
        """Outputs in the model's order; see `Network.run`."""
        values: dict[int, Array] = {self._model.inputs[0]: np.ascontiguousarray(picture)}
        for position, step in enumerate(self._steps):
            arguments = [values.get(i, self._constants.get(i)) for i in step.inputs]
            values[step.outputs[0]] = self._apply(step, arguments)
            for index in step.inputs:
                if self._last_use[index] == position and index not in self._model.outputs:
                    values.pop(index, None)
        return [values[index] for index in self._model.outputs]

    def _apply(self, step: Operator, arguments: list[Any]) -> Array:
        target = self._model.tensors[step.outputs[0]].shape[1:]
        result = _dispatch(step, arguments, target)
        return operators.activated(result, step.options.get("activation", 0))


def _constants(model: Model) -> dict[int, Any]:
    """Constant tensors by index, float16 weights cast once and followed through their cast."""
    found = {
        index: np.asarray(t.data, np.float32) if t.data.dtype.kind == "f" else t.data
        for index, t in enumerate(model.tensors)
        if t.data is not None
    }
    for step in model.operators:
        if step.name == "dequantize":
            found[step.outputs[0]] = found[step.inputs[0]]
    return found


def _dispatch(step: Operator, arguments: list[Any], shape: tuple[int, ...]) -> Array:
    match step.name:
        case "conv":
            return operators.conv(arguments[0], arguments[1], arguments[2], step.options)
        case "depthwise":
            return operators.depthwise(arguments[0], arguments[1], arguments[2], step.options)
        case "Convolution2DTransposeBias":
            return operators.transposed_2x2(arguments[0], arguments[1], arguments[2])
        case "average_pool":
            return operators.average_pool(arguments[0], step.options)
        case "max_pool":
            return operators.max_pool(arguments[0], step.options)
        case _:
            return _simple(step, arguments, shape)


def _simple(step: Operator, arguments: list[Any], shape: tuple[int, ...]) -> Array:
    first = arguments[0]
    result: Array
    match step.name:
        case "add":
            result = first + arguments[1]
        case "mul":
            result = first * arguments[1]
        case "relu":
            result = np.maximum(first, np.float32(0))
        case "hard_swish":
            result = operators.hard_swish(first)
        case "logistic":
            result = operators.logistic(first)
        case "resize":
            result = operators.resize(first, shape[0], shape[1])
        case "pad":
            result = np.pad(first, [tuple(pair) for pair in arguments[1][1:]])
        case "reshape":
            result = first.reshape(shape)
        case "concat":
            result = np.concatenate(arguments, axis=step.options["axis"] - 1)
        case _:
            raise ModelFault(f"operator {step.name} is not supported")
    return result


class _LiteRt:
    """The same through `ai-edge-litert`, an optional package."""

    __slots__ = ("_interpreter",)

    def __init__(self, path: Path) -> None:
        interpreter: Any = importlib.import_module("ai_edge_litert.interpreter")
        self._interpreter = interpreter.Interpreter(model_path=str(path), num_threads=1)
        self._interpreter.allocate_tensors()

    def run(self, picture: Array) -> list[Array]:
        place = self._interpreter.get_input_details()[0]["index"]
        self._interpreter.set_tensor(place, picture[None].astype(np.float32))
        self._interpreter.invoke()
        details = self._interpreter.get_output_details()
        return [np.asarray(self._interpreter.get_tensor(d["index"])[0]) for d in details]
