"""The pool of worker slots: claim, make the pictures, create the set."""
