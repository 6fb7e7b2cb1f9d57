"""Tests of the tablet's page in a real browser."""
