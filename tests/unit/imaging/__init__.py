"""Tests of actors.imaging."""
