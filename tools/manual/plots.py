"""Charts of odds for the topic pages: every outcome of a case, whatever its dice show."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from surefoot.answers.odds import odds_of
from surefoot.draw.chances import drawn
from surefoot.draw.svg import svg
from surefoot.files import scenario
from surefoot.testing.corpus import Pair

# The width of the text column.
WIDTH = 720.0
# At most this many branches are explored; the chart shows how much probability is left.
MOST_WAYS = 100
# At most this many charts per topic keep the build short.
MOST_PLOTS = 3


@dataclass
class Plots:
    """The charts of one page; cases that differ only in their dice share one."""

    made: list[str] = field(default_factory=list)

    def of(self, held: Iterable[Pair]) -> tuple[Pair, str] | None:
        """The first pair whose case rolls dice, with its odds as an SVG; None if there is none."""
        for pair in held if len(self.made) < MOST_PLOTS else ():
            if any(result.tests for result in pair.side.outcomes):
                text = _without_dice(pair)
                if text not in self.made:
                    self.made.append(text)
                    return pair, _plot(text, pair.case.name)
        return None


def _without_dice(pair: Pair) -> str:
    """The scenario of a case without its dice."""
    given = {key: value for key, value in pair.case.given.items() if key != "dice"}
    return json.dumps({"ruleset": pair.ruleset, **given}, ensure_ascii=False)


def _plot(text: str, name: str) -> str:
    _, ahead, _ = odds_of(scenario.loads(text, name), [], most=MOST_WAYS)
    return svg(drawn(ahead, title=name), width=WIDTH)
