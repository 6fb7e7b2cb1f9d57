"""Walks and exhaustive checks of every transition table."""
