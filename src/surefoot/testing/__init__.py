"""The test kit for rulesets: the conformance corpus, tables drawn as text, scripted answers, the conformance check.

`Lore` needs hypothesis; `python -m surefoot.testing.mutate` needs mutmut.
"""

from typing import TYPE_CHECKING, Any

from surefoot.testing.corpus import Check, Pair, checks, corpus_files, coverage, pairs

if TYPE_CHECKING:
    from surefoot.testing.kit import NotDrawn, check_ruleset, scenario_from_ascii, scripted, table_from_ascii
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
        """Fetch the kit when it is first used: lessons need only the corpus, and `Lore` needs hypothesis."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"{__name__}.kit.worlds" if name == "Lore" else f"{__name__}.kit"), name)
