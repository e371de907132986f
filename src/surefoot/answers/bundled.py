"""The bundled scenarios."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

SUFFIX = ".yaml"


def bundled() -> dict[str, Traversable]:
    """The scenarios that come with Surefoot, by name."""
    folder = files("surefoot") / "scenarios"
    found = {each.name.removesuffix(SUFFIX): each for each in folder.iterdir() if each.name.endswith(SUFFIX)}
    return dict(sorted(found.items()))
