"""Tests of the panel."""
