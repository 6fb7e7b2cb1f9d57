"""Tests of the actors."""
