"""The scenarios that come with Surefoot and with installed rulesets."""

from __future__ import annotations

from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from surefoot.files.scenario import Scenario

SUFFIX = ".yaml"
# The entry points by which a package offers scenarios: each names a package with YAML files in it.
GROUP = "surefoot.scenarios"


def bundled() -> dict[str, Traversable]:
    """The scenarios that come with Surefoot, by name; then those of other packages, by entry point and name: `tiny-meadow`."""
    found = _scenarios(files("surefoot") / "scenarios")
    for point in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        try:
            folder = files(point.module)
        except (ImportError, TypeError):
            # `surefoot rulesets` and `surefoot doctor` tell why the package can't be used.
            continue
        for name, file in _scenarios(folder).items():
            found.setdefault(name if name.startswith(point.name) else f"{point.name}-{name}", file)
    return found


def _scenarios(folder: Traversable) -> dict[str, Traversable]:
    found = {each.name.removesuffix(SUFFIX): each for each in folder.iterdir() if each.name.endswith(SUFFIX)}
    return dict(sorted(found.items()))


def playable() -> dict[str, Scenario]:
    """Every scenario that can be set up, by name: one with problems is left out, and the others stay."""
    # Completion at the prompt needs the names alone, and must be quick.
    from surefoot.files.problems import FileInvalid
    from surefoot.files.scenario import loads

    found = {}
    for name, file in bundled().items():
        try:
            found[name] = loads(file.read_text(encoding="utf-8"), name)
        except (FileInvalid, OSError):
            continue
    return found
