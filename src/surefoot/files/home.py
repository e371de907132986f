"""The folder of Surefoot's own data: games that have no other place, and the player's library of units."""

from __future__ import annotations

import os
import sys
from pathlib import Path

# The environment variable that names another folder.
HOME = "SUREFOOT_HOME"


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
