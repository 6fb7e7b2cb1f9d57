"""The NumPy operators against slow, plainly written references."""

from pathlib import Path

import numpy as np
import pytest

from actors.imaging import assets, operators
from actors.imaging.network import NumpyNetwork
from actors.imaging.tflite import Array, ModelFault, read_model

SAME = {"padding": 0, "stride_h": 2, "stride_w": 2}


def _random(*shape: int) -> Array:
    return np.random.default_rng(7).normal(size=shape).astype(np.float32)


def _plain_conv(value: Array, weights: Array, bias: Array) -> Array:
    """Stride 2, padding SAME, loop by loop."""
    size, kernel = value.shape[0], weights.shape[1]
    total = max((-(-size // 2) - 1) * 2 + kernel - size, 0)
    padded = np.pad(value, ((total // 2, total - total // 2),) * 2 + ((0, 0),))
    result = np.zeros((-(-size // 2), -(-size // 2), len(weights)), np.float32)
    for y, x, out in np.ndindex(*result.shape):
        patch = padded[2 * y : 2 * y + kernel, 2 * x : 2 * x + kernel]
        result[y, x, out] = (patch * weights[out]).sum() + bias[out]
    return result


@pytest.mark.parametrize(("size", "kernel"), [(8, 3), (9, 3), (8, 5), (7, 1)])
def test_convolution_agrees_with_the_definition(size: int, kernel: int) -> None:
    value, weights, bias = _random(size, size, 3), _random(4, kernel, kernel, 3), _random(4)

    got = operators.conv(value, weights, bias, SAME)

    np.testing.assert_allclose(got, _plain_conv(value, weights, bias), rtol=1e-4, atol=1e-4)


def test_depthwise_convolution_is_convolution_of_each_channel() -> None:
    value, weights, bias = _random(9, 9, 3), _random(1, 3, 3, 3), _random(3)

    got = operators.depthwise(value, weights, bias, SAME)

    for channel in range(3):
        kernel = weights[..., channel : channel + 1]
        single = _plain_conv(value[..., channel : channel + 1], kernel, bias[channel : channel + 1])
        np.testing.assert_allclose(got[..., channel], single[..., 0], rtol=1e-4, atol=1e-4)


def test_resize_uses_half_pixel_centres() -> None:
    value = np.array([[[0.0], [4.0]]], np.float32)

    got = operators.resize(value, 1, 4)

    np.testing.assert_allclose(got[0, :, 0], [0, 1, 3, 4])


def test_transposed_convolution_spreads_each_pixel_over_four() -> None:
    value = np.array([[[2.0]]], np.float32)
    weights = np.arange(4, dtype=np.float32).reshape(1, 2, 2, 1)

    got = operators.transposed_2x2(value, weights, np.array([1.0], np.float32))

    np.testing.assert_array_equal(got[..., 0], [[1, 3], [5, 7]])


def test_hard_swish_and_logistic_follow_their_formulas() -> None:
    value = np.array([-1000.0, -3, 0, 3, 5], np.float32)

    np.testing.assert_allclose(operators.hard_swish(value), [0, 0, 0, 3, 5], atol=1e-6)
    np.testing.assert_allclose(operators.logistic(value)[[0, 2]], [0, 0.5])


def test_maximum_pooling_takes_the_largest_of_each_window() -> None:
    value = np.arange(16, dtype=np.float32).reshape(4, 4, 1)
    options = {"padding": 0, "stride_h": 2, "stride_w": 2, "height": 2, "width": 2}

    np.testing.assert_array_equal(operators.max_pool(value, options)[..., 0], [[5, 7], [13, 15]])


def test_a_file_that_is_no_model_is_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "model.tflite"
    for content in (b"", b"hello, world", b"\xff\xff\xff\x7fTFL3" + bytes(40)):
        path.write_bytes(content)
        with pytest.raises(ModelFault):
            read_model(path)


@pytest.mark.skipif(bool(assets.missing()), reason="the set-up step has not run")
def test_the_segmentation_model_answers_chances() -> None:
    network = NumpyNetwork(read_model(assets.SEGMENTATION))

    (mask,) = network.run(np.full((256, 256, 3), 0.5, np.float32))

    assert mask.shape == (256, 256, 1)
    assert mask.min() >= 0
    assert mask.max() <= 1
