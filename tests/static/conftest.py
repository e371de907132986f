"""The static site, built once, on a plain host of files; and a real browser before it."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from tools.static.serving import hosted
from tools.static.site import written

from tests.browser.conftest import browser

__all__ = ["browser"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as `make static` writes it."""
    folder = tmp_path_factory.mktemp("static") / "site"
    written(folder)
    return folder


@pytest.fixture(scope="module")
def files(site: Path) -> Iterator[ThreadingHTTPServer]:
    """A host of files. A test may shut it down: then the network is gone."""
    with hosted(site) as server:
        yield server
