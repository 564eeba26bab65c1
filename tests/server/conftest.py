"""Databases for the tests of the server: every test that asks for one runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

with warnings.catch_warnings():  # it would rather have the next version of httpx
    warnings.simplefilter("ignore")
    import starlette.testclient  # noqa: F401

from tests.cli.conftest import bocage  # noqa: F401
from tests.server.postgres import Cluster, running_cluster

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))  # not a line per request


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL for this run; made only when a test needs it."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.sqlite'}"
        return
    cluster: Cluster = request.getfixturevalue("postgres")
    with cluster.database() as url:
        yield url
