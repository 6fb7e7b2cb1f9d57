"""Benchmarks: they print figures and ratios, and are no tests."""
