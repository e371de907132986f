"""A plain host of files for tests and measurements: it sends the headers that the folder asks for in `_headers`."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Files(SimpleHTTPRequestHandler):
    """Serves files with the headers of the folder's own `_headers`, as hosts do that read it."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {  # as its base has it
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        """Add the headers that `_headers` lists for this address."""
        applies = False
        for listed in Path(self.directory).glob("**/_headers"):
            # Of the folder itself, or of one that was copied into it.
            prefix = f"/{listed.parent.relative_to(self.directory).as_posix()}".rstrip("/.")
            for line in listed.read_text(encoding="utf-8").splitlines():
                if line.startswith("  "):
                    name, _, value = line.strip().partition(": ")
                    if applies:
                        self.send_header(name, value)
                else:
                    applies = fnmatch(self.path, prefix + line)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[ThreadingHTTPServer]:
    """A host of a folder on this machine; closing its server cuts the network."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
