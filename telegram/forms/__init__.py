"""Forms: questions asked one at a time, as data and pure functions."""
