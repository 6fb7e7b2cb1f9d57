"""What the bot answers: pure decisions from an update and the records it concerns."""
