"""Role actors, providers, the image pipeline, the tree and the command line."""
