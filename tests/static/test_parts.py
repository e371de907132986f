"""What goes into the static folder: code that knows no network, and only what the lock lists."""

from __future__ import annotations

import subprocess
import sys

from tools.static.fetching import locked

# What no browser has.
MISSING = (
    "fastapi",
    "starlette",
    "uvicorn",
    "sqlalchemy",
    "psycopg",
    "cryptography",
    "numpy",
    "multiprocessing",
)
REGISTRIES = ("https://registry.npmjs.org/", "https://files.pythonhosted.org/")


def test_the_host_of_browsers_imports_nothing_of_the_network() -> None:
    blocked = f"import sys; sys.modules.update(dict.fromkeys({MISSING!r}))"
    stand_in = "from surefoot.server.in_browser import outlines; outlines.install(None)"
    code = f"{blocked}; {stand_in}; import surefoot.server.in_browser.host"

    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_everything_that_is_fetched_is_pinned_with_licence_and_reason() -> None:
    assert locked()
    for name, entry in locked().items():
        assert entry["from"].startswith(REGISTRIES)
        assert name.rpartition("-")[2] in entry["from"]
        assert len(bytes.fromhex(entry["sha256"])) == 32
        assert entry["licence"]
        assert entry["why"]
