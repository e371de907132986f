"""The calculators that installed rulesets offer."""

from __future__ import annotations

from collections.abc import Iterator

from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.rulesets import named
from surefoot.language import Quoted, Sentence, say
from surefoot.records import dataclass
from surefoot.referee import protocol
from surefoot.referee.calculators import Feats, Journeys
from surefoot.referee.faults import OWN
from surefoot.referee.protocol import Ruleset


@dataclass(frozen=True)
class OfferedFeats:
    """The feats that a ruleset offers."""

    ruleset: str
    feats: Feats


@dataclass(frozen=True)
class OfferedJourneys:
    """The journeys that a ruleset offers."""

    ruleset: str
    journeys: Journeys


def feats_of(ruleset: str = "") -> OfferedFeats:
    """The feats of a ruleset; without a name, of the first one that has some. Raises InvalidQuestion if there are none."""
    for each in _rulesets(ruleset):
        if each.feats is not None:
            return OfferedFeats(each.name, each.feats)
    raise InvalidQuestion("ruleset", _none(ruleset, say("No installed ruleset offers feats"), say("feats")))


def journeys_of(ruleset: str = "") -> OfferedJourneys:
    """The journeys of a ruleset; without a name, of the first one that has some. Raises InvalidQuestion if there are none."""
    for each in _rulesets(ruleset):
        if each.journeys is not None:
            return OfferedJourneys(each.name, each.journeys)
    raise InvalidQuestion(
        "ruleset", _none(ruleset, say("No installed ruleset offers journeys"), say("journeys"))
    )


def _rulesets(ruleset: str) -> Iterator[Ruleset]:
    """The named ruleset, or all: those that come with Surefoot first, so that installing another changes no answer."""
    if ruleset:
        yield named(ruleset)
        return
    known = protocol.installed()
    modules = {name: str(getattr(point, "module", "")) for name, point in known.items()}
    for name in sorted(known, key=lambda each: (modules[each].partition(".")[0] != OWN, each)):
        try:
            yield protocol.find(name)
        except protocol.NoSuchRuleset:
            # Its mistakes are shown where it is asked for by name.
            continue


def _none(ruleset: str, nowhere: Sentence, what: Sentence) -> Sentence:
    if not ruleset:
        return nowhere
    return say("The ruleset {name} offers no {what}", name=Quoted(ruleset), what=what)
