"""Both databases, for whoever tests what must be the same in both."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.cluster import Cluster, NoPostgreSQL, program, running


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    try:
        program("initdb")
    except NoPostgreSQL as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
    with running() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database, of one kind and then of the other."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    made: Cluster = request.getfixturevalue("cluster")
    return made.database()
