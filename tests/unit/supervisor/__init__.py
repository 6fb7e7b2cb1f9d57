"""Tests of the supervisor package."""
