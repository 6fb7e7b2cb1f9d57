"""Tests of image providers."""
