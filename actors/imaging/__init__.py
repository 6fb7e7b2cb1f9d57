"""The image pipeline: pixels in, pixels out; it knows nothing of jobs, chats or the network."""
