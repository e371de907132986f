"""Plays cases of the corpus in whatever Python runs this: a browser's, or another version here.

python verdicts.py <folder with cases.json>; writes verdicts.json there
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def verdicts(cases: str) -> str:
    """What is shown of each case, as JSON."""
    from surefoot.testing.play import play

    found = []
    for case in json.loads(cases):
        side = play(case["ruleset"], case["given"])
        found.append(json.dumps([side.shown, side.summary], sort_keys=True))
    return json.dumps(found)


if __name__ == "__main__" and len(sys.argv) > 1:
    folder = Path(sys.argv[1])
    text = (folder / "cases.json").read_text(encoding="utf-8")
    (folder / "verdicts.json").write_text(verdicts(text), encoding="utf-8")
