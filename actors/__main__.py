"""`python -m actors` is the command line."""

from actors.main import main

if __name__ == "__main__":
    main()
