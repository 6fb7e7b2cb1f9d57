"""Tests of the leads actor."""
