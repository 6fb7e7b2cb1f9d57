"""The steps of a convolutional network, with NumPy alone.

Every value is float32 in height, width, channel order without the batch axis. Padding SAME is
TensorFlow's: the odd pixel goes to the right and the bottom.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from actors.imaging.tflite import Array

_SAME = 0


def _same(size: int, kernel: int, stride: int) -> tuple[int, int]:
    total = max((-(-size // stride) - 1) * stride + kernel - size, 0)
    return total // 2, total - total // 2


def _padded(value: Array, kernel: tuple[int, int], options: dict[str, int], fill: float) -> Array:
    if options["padding"] != _SAME:
        return value
    rows = _same(value.shape[0], kernel[0], options["stride_h"])
    columns = _same(value.shape[1], kernel[1], options["stride_w"])
    if not any((*rows, *columns)):
        return value
    return np.pad(value, (rows, columns, (0, 0)), constant_values=fill)


def conv(value: Array, weights: Array, bias: Array, options: dict[str, int]) -> Array:
    """Convolution as one matrix product; weights are (out, height, width, in)."""
    out, height, width, _ = weights.shape
    matrix = weights.reshape(out, -1).T
    stride_h, stride_w = options["stride_h"], options["stride_w"]
    value = _padded(value, (height, width), options, 0.0)
    if (height, width) == (1, 1):
        picked = value[::stride_h, ::stride_w]
    else:
        windows: Array = sliding_window_view(value, (height, width), axis=(0, 1))  # type: ignore[call-overload]
        picked = windows[::stride_h, ::stride_w].transpose(0, 1, 3, 4, 2)
    columns = picked.reshape(picked.shape[0] * picked.shape[1], -1)
    result = columns @ matrix
    result += bias
    return result.reshape(picked.shape[0], picked.shape[1], out)


def depthwise(value: Array, weights: Array, bias: Array, options: dict[str, int]) -> Array:
    """Convolution of each channel with its own kernel; weights are (1, height, width, channel)."""
    _, height, width, channels = weights.shape
    stride_h, stride_w = options["stride_h"], options["stride_w"]
    value = _padded(value, (height, width), options, 0.0)
    rows = (value.shape[0] - height) // stride_h + 1
    columns = (value.shape[1] - width) // stride_w + 1
    result = np.empty((rows, columns, channels), np.float32)
    result[:] = bias
    scratch = np.empty_like(result)
    for y in range(height):
        for x in range(width):
            tap = value[y : y + stride_h * rows : stride_h, x : x + stride_w * columns : stride_w]
            np.multiply(tap[:rows, :columns], weights[0, y, x], out=scratch)
            result += scratch
    return result


def average_pool(value: Array, options: dict[str, int]) -> Array:
    """Mean over the whole picture, the only average pooling that our models hold."""
    if (options["height"], options["width"]) != value.shape[:2]:
        raise ValueError("average pooling is supported over the whole picture only")
    return np.asarray(value.mean(axis=(0, 1), keepdims=True), np.float32)


def max_pool(value: Array, options: dict[str, int]) -> Array:
    """Maximum over windows that do not overlap."""
    height, width = options["height"], options["width"]
    if (height, width) != (options["stride_h"], options["stride_w"]):
        raise ValueError("maximum pooling is supported without overlap only")
    value = _padded(value, (height, width), options, -np.inf)
    rows, columns = value.shape[0] // height, value.shape[1] // width
    blocks = value[: rows * height, : columns * width]
    return np.asarray(
        blocks.reshape(rows, height, columns, width, value.shape[2]).max(axis=(1, 3)), np.float32
    )


def resize(value: Array, height: int, width: int) -> Array:
    """Bilinear resize with half-pixel centres."""
    return _along(_along(value, height, 0), width, 1)


def _along(value: Array, size: int, axis: int) -> Array:
    old = value.shape[axis]
    at = np.clip((np.arange(size) + 0.5) * (old / size) - 0.5, 0, old - 1)
    low = at.astype(np.intp)
    high = np.minimum(low + 1, old - 1)
    shape = [1, 1, 1]
    shape[axis] = size
    share = (at - low).astype(np.float32).reshape(shape)
    first: Array = np.take(value, low, axis)
    second: Array = np.take(value, high, axis)
    second -= first
    second *= share
    first += second
    return first


def transposed_2x2(value: Array, weights: Array, bias: Array) -> Array:
    """Transposed convolution, kernel 2 and stride 2: each pixel becomes a square of four."""
    out, height, width, channels = weights.shape
    if (height, width) != (2, 2):
        raise ValueError("transposed convolution is supported for 2x2 kernels only")
    rows, columns = value.shape[:2]
    spread = value.reshape(-1, channels) @ weights.reshape(-1, channels).T
    spread = spread.reshape(rows, columns, out, 2, 2).transpose(0, 3, 1, 4, 2)
    return np.asarray(spread.reshape(rows * 2, columns * 2, out) + bias, np.float32)


def hard_swish(value: Array) -> Array:
    """x * relu6(x + 3) / 6."""
    gate = value + np.float32(3)
    np.clip(gate, 0, 6, out=gate)
    gate *= value
    gate *= np.float32(1 / 6)
    return gate


def logistic(value: Array) -> Array:
    """1 / (1 + exp(-x)), without overflow for large negative x."""
    return np.asarray(0.5 * (np.tanh(value * 0.5) + 1), np.float32)


def activated(value: Array, activation: int) -> Array:
    """A fused activation: 0 none, 1 ReLU, 3 ReLU6."""
    if activation == 0:
        return value
    if activation not in {1, 3}:
        raise ValueError(f"fused activation {activation} is not supported")
    return np.clip(value, 0, 6 if activation == 3 else None)
