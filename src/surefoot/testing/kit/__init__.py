"""The test kit for whoever writes a ruleset: drawn tables, written answers, random worlds, the conformance check."""

from surefoot.testing.kit.pictures import NotDrawn, scenario_from_ascii, table_from_ascii
from surefoot.testing.kit.scripted import scripted

__all__ = ["NotDrawn", "scenario_from_ascii", "scripted", "table_from_ascii"]
