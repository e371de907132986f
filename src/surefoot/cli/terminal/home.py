"""Where Surefoot keeps what nobody told it where to keep: games that were not saved by name."""

from __future__ import annotations

import os
import re
import sys
from datetime import datetime
from pathlib import Path

# Whoever wants another folder names it here.
HOME = "SUREFOOT_HOME"
ENDING = ".game"


def data_folder() -> Path:
    """The folder of Surefoot's own data, as the system has it; it need not exist yet."""
    told = os.environ.get(HOME)
    if told:
        return Path(told)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "surefoot"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "surefoot"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "surefoot"


def games_folder() -> Path:
    """Where games are kept that have no place of their own."""
    return data_folder() / "games"


def new_game(name: str) -> Path:
    """A file for a new game: what is played, and when it was begun."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    word = re.sub(r"[^\w-]+", "-", Path(name).stem.lower()).strip("-") or "game"
    begun = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    candidates = (f"{word}-{begun}{f'-{number}' if number else ''}{ENDING}" for number in range(100))
    return next(path for each in candidates if not (path := folder / each).exists())


def kept_games() -> list[Path]:
    """The games that are kept here, the latest first."""
    try:
        found = [path for path in games_folder().iterdir() if path.suffix == ENDING and path.is_file()]
        return sorted(found, key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
    except OSError:
        return []
