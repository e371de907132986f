"""Plan geometry of bases and outlines, and path search over it in `search/`. No game words in here.

`kernel` and most of `search/` are compiled: every module with a `.pxd` file beside it. They run from their sources
instead, with equal results, if there was no compiler, if `SUREFOOT_INTERPRETED` is set, or if a source was changed after
it was compiled. Either all of them run compiled or none, since compiled modules use each other's C structures.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path

_HERE = Path(__file__).parent
_IN_WORK_TREE = (_HERE.parents[2] / "pyproject.toml").exists()
# The sources that are compiled, by the names of their modules.
_SOURCES = {
    ".".join((__name__, *types.relative_to(_HERE).with_suffix("").parts)): types.with_suffix(".py")
    for folder in (_HERE, _HERE / "search")
    for types in folder.glob("*.pxd")
}


class _FromSource:
    """A finder that loads the compiled modules from their sources instead."""

    @staticmethod
    def find_spec(name: str, *_: object) -> ModuleSpec | None:
        """The source of a compiled module; None for every other module."""
        source = _SOURCES.get(name)
        if source is None:
            return None
        return spec_from_file_location(name, source, loader=SourceFileLoader(name, str(source)))


def _compiled(source: Path) -> Path | None:
    found = (source.with_name(source.stem + suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in found if path.exists()), None)


def _is_up_to_date() -> bool:
    """Whether every source was compiled, and not changed since."""
    if _compiled(_HERE / "cython_shared") is None:
        # What they share; `setup.py` makes it.
        return False
    for source in _SOURCES.values():
        library = _compiled(source)
        if library is None:
            return False
        # An installed package was compiled from the sources installed with it; only a work tree changes.
        texts = (source, source.with_suffix(".pxd")) if _IN_WORK_TREE else ()
        if any(text.stat().st_mtime > library.stat().st_mtime for text in texts):
            return False
    return True


INTERPRETED = bool(os.environ.get("SUREFOOT_INTERPRETED")) or not _is_up_to_date()
if INTERPRETED:
    sys.meta_path.insert(0, _FromSource)
