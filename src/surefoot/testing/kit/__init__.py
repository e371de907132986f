"""The test kit for ruleset authors: tables drawn as text, scripted answers, random worlds, the conformance check.

Random worlds are in `surefoot.testing.kit.worlds`, which needs hypothesis; the laws they are put to in `…kit.laws`.
"""

from surefoot.testing.kit.conformance import check_ruleset
from surefoot.testing.kit.pictures import NotDrawn, scenario_from_ascii, table_from_ascii
from surefoot.testing.kit.scripting import scripted

__all__ = ["NotDrawn", "check_ruleset", "scenario_from_ascii", "scripted", "table_from_ascii"]
