"""What goes into the static folder: code that knows no network, and only what the lock lists."""

from __future__ import annotations

import re
import subprocess
import sys

from tools.static.fetching import TOOLS, locked

from surefoot.server.app import create_app
from surefoot.server.in_browser.host import ROUTES
from surefoot.server.settings import Settings

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
# Descriptions for programs, and what players over the network need.
ONLY_ON_A_SERVER = sorted(
    (
        "GET /v1/asyncapi.json",
        "GET /v1/games/{game}/announced",
        "GET /v1/key",
        "GET /v1/messages.json",
        "GET /v1/problems",
        "GET /v1/problems/{code}",
    )
)
REGISTRIES = ("https://registry.npmjs.org/", "https://files.pythonhosted.org/")
# The headers of Python come from the archive of a Linux distribution; what comes is checked by its hash.
ARCHIVE = "http://archive.ubuntu.com/ubuntu/pool/"


def test_the_host_of_browsers_imports_nothing_of_the_network() -> None:
    blocked = f"import sys; sys.modules.update(dict.fromkeys({MISSING!r}))"
    stand_in = "from surefoot.server.in_browser import outlines; outlines.install(None)"
    code = f"{blocked}; {stand_in}; import surefoot.server.in_browser.host"

    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_browser_answers_every_address_of_a_server_but_those_of_the_network() -> None:
    paths = create_app(Settings(database="sqlite://")).openapi()["paths"]
    missing = []
    for path, methods in paths.items():
        # A path parameter stands for one part of an address.
        address = re.sub(r"\{[^}]*\}", "1", path)
        answered = {verb for verb, pattern, _ in ROUTES if pattern.fullmatch(address)}
        missing += [f"{method.upper()} {path}" for method in methods if method.upper() not in answered]

    assert len(paths) > 20
    assert sorted(missing) == ONLY_ON_A_SERVER


def test_everything_that_is_fetched_is_pinned_with_licence_and_reason() -> None:
    assert locked()
    assert locked(TOOLS)
    for name, entry in (locked() | locked(TOOLS)).items():
        assert entry["from"].startswith((*REGISTRIES, ARCHIVE))
        assert name.partition(" ")[0].rpartition("-")[2] in entry["from"]
        assert len(bytes.fromhex(entry["sha256"])) == 32
        assert entry["licence"]
        assert entry["why"]
