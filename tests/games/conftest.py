"""The command line, as the tests of the command line call it."""

from tests.cli.conftest import bocage

__all__ = ["bocage"]
