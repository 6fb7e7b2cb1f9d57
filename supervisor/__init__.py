"""A generic structured-concurrency supervisor: actors, mailboxes, restarts, stop."""
