"""The test kit for rulesets: the conformance corpus and what it proves."""

from surefoot.testing.corpus import Check, Pair, checks, corpus_files, coverage, pairs

__all__ = ["Check", "Pair", "checks", "corpus_files", "coverage", "pairs"]
