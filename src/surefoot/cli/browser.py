"""Plays in the browser: starts a server on this machine and opens its welcome, or a game of a scenario."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from surefoot.cli.exits import ExitCode, server_missing, tell
from surefoot.cli.terminal.play import find_scenario, whole_text
from surefoot.language import Notation
from surefoot.language.speaker import text

if TYPE_CHECKING:
    import uvicorn

HOST = "127.0.0.1"
# The usual port, so that the browser remembers earlier games; another one if it is taken.
PORT = 8040
# The server may take this many seconds to start.
PATIENCE = 60.0


def play(name: str) -> ExitCode:
    """Serve the page until Ctrl+C: its welcome, or a new game of a scenario. Opens the browser if there is a display."""
    scenario = ""
    if name:
        # A scenario with mistakes is reported before the server starts.
        find_scenario(name)
        scenario = whole_text(name)
    tell(text("Starting the server …"))
    try:
        import uvicorn

        from surefoot.cli.commands.serve import usual_database
        from surefoot.files.kinds import LARGEST_PICTURE
        from surefoot.server.app import create_app
        from surefoot.server.limits import Limits
        from surefoot.server.listening import options
        from surefoot.server.logs import configuration
        from surefoot.server.settings import Settings
    except ImportError as missing:
        tell(server_missing(missing))
        tell(text("Or play without it: {command}", command=Notation("surefoot play --terminal")))
        return ExitCode.FAILURE
    with socket.socket() as listening:
        port = _bound(listening)
        # Tables of this machine may bring a large picture, and the player's other programs do not come first.
        settings = Settings(
            questions_yield=False,
            database=usual_database("page" if port == PORT else f"page-{port}"),
            limits=Limits(body_bytes=2 * LARGEST_PICTURE),
        )
        listens = options(settings.limits) | {"timeout_graceful_shutdown": 2}
        server = uvicorn.Server(
            uvicorn.Config(create_app(settings), log_config=configuration("warning"), **listens)
        )
        url = f"http://{HOST}:{port}"
        opening = threading.Thread(target=_open, args=(server, url, scenario), daemon=True)
        opening.start()
        with contextlib.suppress(KeyboardInterrupt):
            # Ctrl+C is the usual end.
            server.run(sockets=[listening])
    return ExitCode.OK


def _bound(listening: socket.socket) -> int:
    """Bind the usual port, or any free one."""
    if os.name == "posix":
        # A port that was released a moment ago counts as free.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, PORT))
    except OSError:
        listening.bind((HOST, 0))
    port: int = listening.getsockname()[1]
    return port


def _open(server: uvicorn.Server, url: str, scenario: str) -> None:
    """Print the address as soon as the server answers, and open it in the browser; of a scenario a game is created."""
    import time

    ends = time.monotonic() + PATIENCE
    while not server.started and time.monotonic() < ends:
        time.sleep(0.05)
    try:
        address = f"{url}/#/sit/{_begun(url, scenario)}" if scenario else f"{url}/"
    except OSError as wrong:
        tell(text("The game couldn't be started: {why}", why=Notation(str(wrong))))
        server.should_exit = True
        return
    here = Notation(address)
    said = (
        text("The game is open at {address}", address=here)
        if scenario
        else text("Surefoot is open at {address}", address=here)
    )
    print(said, flush=True)
    if has_display():
        webbrowser.open(_doorstep(address).as_uri())
    else:
        tell(text("No display found. Open this address in a browser on this machine"))
    tell(text("Press Ctrl+C to stop"))


def _doorstep(address: str) -> Path:
    """A page that only its owner may read, and that leads to the address: arguments are seen by all users."""
    from surefoot.cli.terminal import home

    page = home.games_folder() / "open.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.unlink(missing_ok=True)
    handle = os.open(page, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as writing:
        writing.write(
            f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={address}">'
        )
    return page


def _begun(url: str, scenario: str) -> str:
    """Create a game in which one seat plays every side; returns the end of its address."""
    laid = _asked(f"{url}/v1/table", {"scenario": scenario})
    sides = list(dict.fromkeys(model["side"] for model in laid["table"]["models"] if model["side"]))
    seats: dict[str, Any] = {"host": {"sides": sides}, "invite": []} if sides else {}
    game = _asked(f"{url}/v1/games", {"scenario": scenario, **seats})
    return f"{quote(game['game'], safe='')}/{quote(game['token'], safe='')}"


def _asked(address: str, body: dict[str, Any]) -> Any:
    import json
    import urllib.request

    request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def has_display() -> bool:
    """Whether a browser window can be shown."""
    if os.environ.get("BROWSER"):
        return True
    if sys.platform in ("win32", "darwin"):
        return not os.environ.get("SSH_CONNECTION")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
