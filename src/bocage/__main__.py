"""``python -m bocage`` is the same as ``bocage``."""

from bocage.cli import main

if __name__ == "__main__":
    main()
