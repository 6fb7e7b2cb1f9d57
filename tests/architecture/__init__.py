"""The house rules that no linter knows, as tests, and the generator of documents."""
