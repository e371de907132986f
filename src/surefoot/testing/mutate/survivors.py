"""How a survivor is written down, and read again by a later run that asks only for those."""

from __future__ import annotations

import re

from surefoot.testing.mutate.data import Datum
from surefoot.testing.mutate.fates import Fated
from surefoot.testing.mutate.mutants import Mutant

# `path:line`, perhaps with a note; the changed lines below it stand four columns in.
_PLACE = re.compile(r"^(?P<path>\S+\.(py|yaml)):\d+( .*)?$")


def survivor(path: str, fated: Fated) -> str:
    """A mutant that no pair noticed, with the lines it changed."""
    unrun = "  (no case reads this)" if isinstance(fated.mutant, Datum) else "  (no case runs this line)"
    note = unrun if fated.fate == "unrun" else ""
    lines = "\n".join(f"    {line}" for line in fated.mutant.diff())
    return f"{path}:{fated.mutant.first_line()}{note}\n{lines}"


def survivors(text: str) -> list[tuple[str, str, str]]:
    """The survivors of an earlier run: file, what the lines were, what they became."""
    found: list[tuple[str, list[str], list[str]]] = []
    for line in text.splitlines():
        if place := _PLACE.match(line):
            found.append((place["path"], [], []))
        elif found and line.startswith("    -"):
            found[-1][1].append(line[5:].strip())
        elif found and line.startswith("    +"):
            found[-1][2].append(line[5:].strip())
    return [(path, " ".join(was), " ".join(becomes)) for path, was, becomes in found]


def is_named(mutant: Mutant | Datum, path: str, named: list[tuple[str, str, str]]) -> bool:
    """Whether a mutant is one of those; what it changes is worked out only if its statement is spoken of."""
    if isinstance(mutant, Datum):
        return (path, *mutant.change()) in named
    first, last = mutant.lines
    own = [line.strip() for line in mutant.tree.code.splitlines()[first - 1 : last]]
    here = [each for each in named if each[0] == path and any(line in each[1] for line in own)]
    return bool(here) and (path, *mutant.change()) in here
