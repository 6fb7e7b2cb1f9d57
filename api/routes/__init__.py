"""Route modules: parse, ask the store, present; they do not know each other."""
