"""The pages of the panel, one module a subject."""
