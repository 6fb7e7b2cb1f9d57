"""Door for `python -m supervisor`: the one place where this package looks up."""

from actors.main import main

main()
