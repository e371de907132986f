"""The static site, built once, on a plain host of files; and a real browser before it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tools.static.site import written

from tests.browser.conftest import browser

__all__ = ["browser"]


class _Files(SimpleHTTPRequestHandler):
    """Serves files with the headers of the folder's own `_headers`, as hosts do that read it."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {  # as its base has it
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        applies = False
        for line in (Path(self.directory) / "_headers").read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):
                name, _, value = line.strip().partition(": ")
                if applies:
                    self.send_header(name, value)
            else:
                applies = fnmatch(self.path, line)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as `make static` writes it."""
    folder = tmp_path_factory.mktemp("static") / "site"
    written(folder)
    return folder


@pytest.fixture(scope="module")
def files(site: Path) -> Iterator[ThreadingHTTPServer]:
    """A host of files. A test may shut it down: then the network is gone."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()
