"""Runs scripts inside Pyodide, under Node, while the folder is built."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def run_inside(pyodide: Path, script: Path, folders: dict[str, Path]) -> None:
    """Let the same Python that browsers run execute a script, with folders of this machine under names of their own."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit(
            "Node compiles the engine for browsers: install it (nodejs.org), version 20 or later"
        )
    given = [f"{name}={folder.resolve()}" for name, folder in folders.items()]
    command = [node, str(Path(__file__).with_suffix(".mjs")), str(pyodide.resolve()), str(script), *given]
    subprocess.run(command, check=True)
