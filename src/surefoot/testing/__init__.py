"""The test kit for rulesets: the conformance corpus, tables drawn as text, scripted answers, the conformance check.

`Lore` needs hypothesis; `python -m surefoot.testing.mutate` needs mutmut.
"""

from typing import TYPE_CHECKING, Any

from surefoot.testing.corpus import Check, Pair, checks, corpus_files, coverage, pairs
from surefoot.testing.kit import NotDrawn, check_ruleset, scenario_from_ascii, scripted, table_from_ascii

if TYPE_CHECKING:
    from surefoot.testing.kit.worlds import Lore

__all__ = [
    "Check",
    "Lore",
    "NotDrawn",
    "Pair",
    "check_ruleset",
    "checks",
    "corpus_files",
    "coverage",
    "pairs",
    "scenario_from_ascii",
    "scripted",
    "table_from_ascii",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Fetch what needs hypothesis when it is first used."""
        if name != "Lore":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from surefoot.testing.kit.worlds import Lore

        return Lore
