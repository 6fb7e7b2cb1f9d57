"""Tests of the Bot API client, over real sockets."""
