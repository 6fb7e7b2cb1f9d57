"""Door for `python -m supervisor`: the one place where this package looks up."""

from actors.main import main

if __name__ == "__main__":
    # The guard matters: worker processes import the main module under another name.
    main()
