"""Tests of outfits that an operator makes from own art."""
