"""The static site, built once, on a plain host of files; and a real browser before it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from tools.static.serving import hosted
from tools.static.site import written

from tests.browser.conftest import browser, chromium

__all__ = ["browser", "chromium"]

HERE = Path(__file__).parent
# A page of somebody else, with a table in it.
EXAMPLE = HERE.parents[1] / "examples" / "embed"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let these tests be the first: then one process runs all of them, and no other one waits for what it builds."""
    items.sort(key=lambda each: HERE not in each.path.parents)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as `make static` writes it, beside the example of a page that embeds it."""
    folder = tmp_path_factory.mktemp("static") / "host"
    shutil.copytree(EXAMPLE, folder)
    written(folder / "surefoot")
    return folder / "surefoot"


@pytest.fixture(scope="module")
def files(site: Path) -> Iterator[ThreadingHTTPServer]:
    """A host of files. A test may shut it down: then the network is gone."""
    with hosted(site.parent) as server:
        yield server
