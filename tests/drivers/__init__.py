"""Independent Bot API clients that judge the sandbox, each in an environment of its own."""
