"""The example rulesets as if they were installed, in this process and in others."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def installed_in(folder: Path, name: str = "scrapyard") -> str:
    """The PYTHONPATH of a process in which an example ruleset is installed; its metadata is written to a folder."""
    example = EXAMPLES / f"{name}-ruleset"
    project = tomllib.loads((example / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"surefoot_{name}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: surefoot-{name}\nVersion: 0.1.0\n")
    points = [f"[{group}]\n{name} = {point[name]}\n" for group, point in project["entry-points"].items()]
    (info / "entry_points.txt").write_text("".join(points))
    known = [each for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]
    return os.pathsep.join((str(folder), str(example / "src"), *known))
