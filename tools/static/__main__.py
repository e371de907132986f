"""Write the static site into a folder: `python -m tools.static build/static`."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.static.site import written

if __name__ == "__main__":
    written(Path(sys.argv[1] if len(sys.argv) > 1 else "build/static"))
