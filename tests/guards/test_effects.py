"""Every way in which a table can change is used by somebody."""

from types import UnionType
from typing import get_args

from tests.guards.sources import RULESETS

from surefoot.referee.protocol import find
from surefoot.referee.sources import sources
from surefoot.table import effects

# Kinds that no slice needs; each waits for the issue that does.
WAITING: dict[str, str] = {}


def kinds() -> dict[str, type]:
    assert isinstance(effects.Effect, UnionType)
    return {kind.__name__: kind for kind in get_args(effects.Effect)}


def used() -> dict[str, list[str]]:
    """Who makes which kind of effect."""
    found: dict[str, list[str]] = {}
    for name in RULESETS:
        for source in sources(find(name).package):
            for _, called in source.calls():
                if isinstance(called, type) and called in kinds().values():
                    found.setdefault(called.__name__, []).append(source.name)
    return found


def test_every_kind_of_effect_is_used_by_a_ruleset_or_waits_for_one() -> None:
    makers = used()

    assert makers
    assert [name for name in kinds() if name not in makers and name not in WAITING] == []


def test_no_kind_of_effect_waits_that_is_used_already() -> None:
    assert [name for name in WAITING if name in used() or name not in kinds()] == []
