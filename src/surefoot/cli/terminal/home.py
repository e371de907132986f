"""Where Surefoot keeps what nobody told it where to keep: games that were not saved by name."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from surefoot.files.home import data_folder

ENDING = ".game"


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
