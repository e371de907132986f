"""Plan geometry of bases and outlines: no game words in here.

The kernel is compiled where there was a compiler. It runs from its sources instead, with equal results, where there was
none, where `SUREFOOT_INTERPRETED` is set, and where a source was changed after it was compiled: all of it or nothing,
since its compiled parts know each other's insides.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path

_HERE = Path(__file__).parent
_KERNEL = f"{__name__}.kernel"
_IN_WORK_TREE = (_HERE.parents[2] / "pyproject.toml").exists()


class _FromSource:
    """Finds the sources of the kernel before anybody finds what was compiled from them."""

    @staticmethod
    def find_spec(name: str, *_: object) -> ModuleSpec | None:
        """The source of a part of the kernel; nothing else is found here."""
        if not name.startswith(_KERNEL):
            return None
        source = _HERE / f"{name.rpartition('.')[2]}.py"
        loader = SourceFileLoader(name, str(source))
        return spec_from_file_location(name, source, loader=loader) if source.exists() else None


def _compiled(source: Path) -> Path | None:
    found = (source.with_name(source.stem + suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in found if path.exists()), None)


def _trusted() -> bool:
    """Whether every part of the kernel was compiled, and from the sources that are there now."""
    for source in _HERE.glob("kernel*.py"):
        library = _compiled(source)
        if library is None:
            return False
        # What was installed was compiled from what was installed with it; only a work tree changes.
        texts = (source, source.with_suffix(".pxd")) if _IN_WORK_TREE else ()
        if any(text.exists() and text.stat().st_mtime > library.stat().st_mtime for text in texts):
            return False
    return True


INTERPRETED = bool(os.environ.get("SUREFOOT_INTERPRETED")) or not _trusted()
if INTERPRETED:
    sys.meta_path.insert(0, _FromSource)
