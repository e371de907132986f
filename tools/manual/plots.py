"""Plots of odds for the pages of topics: how the case of a clause could have ended, whatever its dice show."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from surefoot.answers.chances import looked_at
from surefoot.draw import svg
from surefoot.draw.chances import drawn
from surefoot.files import scenario
from surefoot.testing.corpus import Pair

# As wide as the text that it stands in.
WIDTH = 720.0
# So many ways are looked at; of whatever has more, the plot says how much is left.
MOST_WAYS = 100
# So many plots show how a topic goes; whoever wants more asks `surefoot odds`, and the manual is built in minutes.
MOST_PLOTS = 3


@dataclass
class Plots:
    """The plots of one page: what differs only in its dice is plotted once."""

    made: list[str] = field(default_factory=list)

    def of(self, held: Iterable[Pair]) -> tuple[Pair, str] | None:
        """The first pair of some whose case rolls dice, and its odds as `surefoot odds` draws them."""
        for pair in held if len(self.made) < MOST_PLOTS else ():
            if any(result.tests for result in pair.side.outcomes):
                text = _without_dice(pair)
                if text not in self.made:
                    self.made.append(text)
                    return pair, _plot(text, pair.case.name)
        return None


def _without_dice(pair: Pair) -> str:
    """What a case lays and declares."""
    given = {key: value for key, value in pair.case.given.items() if key != "dice"}
    return json.dumps({"ruleset": pair.ruleset, **given}, ensure_ascii=False)


def _plot(text: str, name: str) -> str:
    _, ahead, _ = looked_at(scenario.loads(text, name), [], most=MOST_WAYS)
    return svg(drawn(ahead, title=name), width=WIDTH)
