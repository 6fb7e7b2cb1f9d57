"""Modules and functions stay small enough to read in one go."""

from tests.architecture.sizes import Size, at, functions, modules, over
from tests.architecture.sources import Source, everything, product

MODULE_LIMIT = 400
FUNCTION_LIMIT = 50
LONG_FUNCTION = 30
LONG_MODULE = 250


def test_no_product_module_exceeds_the_limit() -> None:
    assert over(MODULE_LIMIT, modules(product())) == []


def test_no_function_exceeds_the_limit() -> None:
    assert over(FUNCTION_LIMIT, functions(everything())) == []


def test_nine_of_ten_functions_are_not_long() -> None:
    assert at(0.9, functions(product())) <= LONG_FUNCTION


def test_nine_of_ten_modules_are_not_long() -> None:
    assert at(0.9, modules(product())) <= LONG_MODULE


def test_a_function_is_measured_to_its_last_line() -> None:
    source = Source(
        "x.py", "class A:\n    async def b(self):\n        if self:\n            pass\n"
    )

    assert functions([source]) == [Size("x.py:b", 3)]


def test_a_piece_over_the_limit_is_named() -> None:
    assert over(2, [Size("x.py", 3), Size("y.py", 2)]) == ["x.py has 3 lines"]
