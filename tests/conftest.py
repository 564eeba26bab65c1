"""Settings that hold for every test."""

from pathlib import Path

import pytest
from hypothesis import settings

LIVE = ("browser", "server")  # tests of processes that wait for each other: one that fails is tried once more, and told

# The same examples in every run: a failure here is the change's, not luck's. Luck is the fuzzer's business.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A machine that stalls for seconds is no fault of the program's; what fails twice is."""
    here = Path(__file__).parent
    for item in items:
        if any(item.path.is_relative_to(here / folder) for folder in LIVE):
            item.add_marker(pytest.mark.flaky(reruns=1))
