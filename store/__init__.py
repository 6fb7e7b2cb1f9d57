"""The one writer, its machines and its readers."""
