"""Kiosk and operations over HTTP."""
