"""The laws of random games, as the campaign puts them: liveness, a state that stays whole, undo and replay."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.protocol import Ruleset
from surefoot.table.table import Table
from surefoot.testing.kit.campaign import Violation
from surefoot.testing.kit.casts import Cast, Draw
from surefoot.testing.kit.consistency import is_whole, replays, takes_back
from surefoot.testing.kit.draws import Draws
from surefoot.testing.kit.games import GameBroken, Play, Watch, played
from surefoot.testing.kit.laws import LawBroken
from surefoot.testing.kit.liveness import lives
from surefoot.testing.kit.worlds import DetailOf

# The number of declarations, happenings and ticks that are tried in a game.
STEPS = 200


def liveness(table: Table, ruleset: Ruleset, rng: Draws) -> list[Violation]:
    """The clock can always go on, and every living model is offered an action or a clause that says why not."""
    return _played(table, ruleset, rng, lives)


def whole_state(table: Table, ruleset: Ruleset, rng: Draws) -> list[Violation]:
    """After every step of a game its notes, units, places and objects are about things that there are."""
    return _played(table, ruleset, rng, is_whole)


def undo_and_replay(table: Table, ruleset: Ruleset, rng: Draws) -> list[Violation]:
    """Undo gives the table before, and a log that is played again the same tables."""
    return _played(table, ruleset, rng, takes_back, replays)


def _played(
    table: Table, ruleset: Ruleset, rng: Draws, watch: Watch, after: Callable[[Play], None] | None = None
) -> list[Violation]:
    cast = rng.lore.cast or _lent(table, ruleset, rng)
    try:
        play = played(cast, str(rng.getrandbits(64)), STEPS, watch)
    except GameBroken as broken:
        return [Violation(broken.says, scenario=broken.scenario)]
    if after is None:
        return []
    try:
        after(play)
    except LawBroken as broken:
        steps = [step.fields for step in play.steps]
        scenario = {"ruleset": cast.ruleset, **play.data, "declare": steps, "answers": play.answers}
        return [Violation(str(broken), scenario=scenario)]
    return []


def _lent(table: Table, ruleset: Ruleset, rng: Draws) -> Cast:
    """What games are made of that begin on a table of the campaign, with what the lore knows of details."""
    lore = rng.lore
    kinds = {detail.name: detail.kind for action in ruleset.actions.values() for detail in action.details}
    details = {name: _drawn(rng, each, kinds.get(name, "text")) for name, each in lore.details.items()}
    return Cast(
        ruleset.name,
        lambda dice: {},
        details,
        reach=lore.reach,
        ways=tuple(
            "to" if by == "walk" else by for by in lore.by if by not in ("turn", "lift", "link", "through")
        ),
        turns=0.1 if lore.turns else 0.0,
        units=bool(lore.squads),
        table=table,
    )


def _drawn(rng: Draws, own: DetailOf, kind: str) -> Draw:
    """Values that a lore lends, drawn as its strategies draw them."""

    def draw(_: random.Random, table: Table, who: str) -> Any:
        strategy = own if isinstance(own, st.SearchStrategy) else own(table, who)
        value = rng.drawn(strategy)
        return from_lattice(value) if kind in ("length", "angle") and isinstance(value, int) else value

    return draw
