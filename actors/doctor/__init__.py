"""The command `doctor`: what is ready, what is not, and what mends it."""
