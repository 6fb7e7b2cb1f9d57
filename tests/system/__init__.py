"""Tests of the whole product: real processes, a real database file, real sockets."""
