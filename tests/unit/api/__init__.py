"""Tests of the web server, over real sockets and a real store."""
