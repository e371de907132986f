"""What the guards look at: the installed rulesets and the sources of the core."""

from __future__ import annotations

from pathlib import Path

from surefoot.referee.protocol import installed

ROOT = Path(__file__).parent.parent.parent
CORE = ROOT / "src" / "surefoot"
RULESETS = tuple(installed())
