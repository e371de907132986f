"""The folder in which Surefoot saves games that have no file of their own."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from surefoot.files.home import data_folder

ENDING = ".game"


def games_folder() -> Path:
    """The folder of automatically saved games."""
    return data_folder() / "games"


def new_game(name: str) -> Path:
    """A new file for a game, named after its scenario and the current time."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    word = re.sub(r"[^\w-]+", "-", Path(name).stem.lower()).strip("-") or "game"
    begun = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    candidates = (f"{word}-{begun}{f'-{number}' if number else ''}{ENDING}" for number in range(100))
    return next(path for each in candidates if not (path := folder / each).exists())


def kept_games() -> list[Path]:
    """The saved games in that folder, the latest first."""
    try:
        found = [path for path in games_folder().iterdir() if path.suffix == ENDING and path.is_file()]
        return sorted(found, key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
    except OSError:
        return []
