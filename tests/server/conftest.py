"""Both databases, for whoever tests what must be the same in both."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.serving.cluster import Cluster, NoPostgreSQL, program, running

from tests.server.players import Club, club


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


KINDS = ["sqlite", "postgresql"]


def new_database(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'games.db'}"
    made: Cluster = request.getfixturevalue("cluster")
    return made.database()


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database, of one kind and then of the other."""
    return new_database(request, tmp_path)


@pytest.fixture(scope="module", params=KINDS)
def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A server for all tests of a module, with one kind of database and then with the other."""
    with club(new_database(request, tmp_path_factory.mktemp("club"))) as found:
        yield found
