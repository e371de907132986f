"""Playing in the browser: a server of one's own on this machine, a game on it, and the page with that game opened."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.terminal.play import DEMO, find_scenario, text_of

if TYPE_CHECKING:
    import uvicorn

HOST = "127.0.0.1"
# The same address each time, so that the browser knows the games of last time; another one if somebody listens there.
PORT = 8040
# So many seconds the server may take to be there.
PATIENCE = 60.0


def play(name: str) -> ExitCode:
    """Serve the page with a new game from a scenario until Ctrl+C; the browser is opened if there is a display."""
    # A scenario with mistakes is told of before anything is started.
    find_scenario(name or DEMO)
    text = text_of(name or DEMO)
    try:
        import uvicorn

        from surefoot.cli.commands.serve import usual_database
        from surefoot.server.app import create_app
        from surefoot.server.logs import configuration
        from surefoot.server.settings import Settings
    except ImportError as missing:
        tell(f"The page needs the server ({missing.name} is missing): pip install 'surefoot[server]'")
        tell("surefoot play --terminal plays without it.")
        return ExitCode.FAILURE
    with socket.socket() as listening:
        port = _bound(listening)
        app = create_app(Settings(database=usual_database("page" if port == PORT else f"page-{port}")))
        server = uvicorn.Server(
            uvicorn.Config(
                app, log_config=configuration("warning"), access_log=False, timeout_graceful_shutdown=2
            )
        )
        opening = threading.Thread(target=_open, args=(server, f"http://{HOST}:{port}", text), daemon=True)
        opening.start()
        with contextlib.suppress(KeyboardInterrupt):
            # Ctrl+C is how it is meant to end.
            server.run(sockets=[listening])
    return ExitCode.OK


def _bound(listening: socket.socket) -> int:
    """Take the usual port, or any that is free."""
    if os.name == "posix":
        # A port that was given up a moment ago is free.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, PORT))
    except OSError:
        listening.bind((HOST, 0))
    port: int = listening.getsockname()[1]
    return port


def _open(server: uvicorn.Server, url: str, text: str) -> None:
    """Begin a game as soon as the server answers, and lead whoever waits to it."""
    import time

    ends = time.monotonic() + PATIENCE
    while not server.started and time.monotonic() < ends:
        time.sleep(0.05)
    try:
        address = f"{url}/#/sit/{_begun(url, text)}"
    except OSError as wrong:
        tell(f"The game could not be begun: {wrong}")
        server.should_exit = True
        return
    print(f"The table is open: {address}", flush=True)
    if has_display():
        webbrowser.open(address)
    else:
        tell("There is no display here: open that address in a browser on this machine.")
    tell("Ctrl+C ends it.")


def _begun(url: str, text: str) -> str:
    """A new game at which one seat plays every side; its part of an address."""
    laid = _asked(f"{url}/v1/table", {"scenario": text})
    sides = list(dict.fromkeys(model["side"] for model in laid["table"]["models"] if model["side"]))
    seats: dict[str, Any] = {"host": {"sides": sides}, "invite": []} if sides else {}
    game = _asked(f"{url}/v1/games", {"scenario": text, **seats})
    return f"{quote(game['game'], safe='')}/{quote(game['token'], safe='')}"


def _asked(address: str, body: dict[str, Any]) -> Any:
    import json
    import urllib.request

    request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def has_display() -> bool:
    """Whether a browser would be seen here."""
    if os.environ.get("BROWSER"):
        return True
    if sys.platform in ("win32", "darwin"):
        return not os.environ.get("SSH_CONNECTION")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
