"""The test kit for rulesets: the conformance corpus, tables drawn as text, scripted answers, the conformance check."""

from surefoot.testing.corpus import Check, Pair, checks, corpus_files, coverage, pairs
from surefoot.testing.kit import NotDrawn, check_ruleset, scenario_from_ascii, scripted, table_from_ascii

__all__ = [
    "Check",
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
