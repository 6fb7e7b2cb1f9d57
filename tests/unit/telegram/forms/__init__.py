"""Tests of the forms engine."""
