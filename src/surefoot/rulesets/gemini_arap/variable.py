"""Variable Terrain: one roll of the unit replaces M where a path touches it."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.pool import Dice
from surefoot.dice.requests import Procedure, Roll, do, roll
from surefoot.language import say
from surefoot.records import dataclass
from surefoot.rulesets.gemini_arap import crawl, rules
from surefoot.rulesets.gemini_arap.action import unit_of
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import movement
from surefoot.rulesets.gemini_arap.route import Trip
from surefoot.rulesets.gemini_arap.support import Halved
from surefoot.rulesets.gemini_arap.terrain import LOWEST, UNCLASSED, VARIABLE, VERY_DIFFICULT, grounds
from surefoot.table.effects import Noted
from surefoot.table.table import Table

SCORE = "variable-score"
# Uncommon dice, and the dice that are rolled and halved in their place.
SUBSTITUTES = {3: 6, 5: 10}
USUAL_DICE = 2


@dataclass(frozen=True, slots=True)
class Score:
    """The dice that a figure rolls for Variable Terrain, and the clauses behind them."""

    count: int
    sides: int
    lowest: bool
    clauses: tuple[str, ...]

    @property
    def key(self) -> str:
        """Identifies the dice: figures with the same dice share one roll."""
        return f"{self.count}D{self.sides}{' lowest' if self.lowest else ''}"

    @property
    def best(self) -> float:
        """The highest possible score."""
        return float(self.sides)


def sides(m: int) -> int:
    """The number of sides of the die for an M."""
    lowest_first = rows("variable.dice-by-m")
    row = next(row for row in reversed(lowest_first) if m >= int(str(row["m"]).removesuffix("+")))
    return int(str(row["die"]).removeprefix("fixed-").removeprefix("D"))


def score(table: Table, path: Trip) -> Score | None:
    """The dice for a path; None if it never touches Variable Terrain."""
    if not touches(path):
        return None
    model = table.models[path.way.who]
    met = [each for ground in grounds(table, path.itinerary) for each in ground.variable]
    clauses = ["variable.roll-replaces-allowance", "variable.dice-by-m"]
    count = USUAL_DICE
    single = ["variable.very-difficult-one-die"] if VERY_DIFFICULT in met else []
    single += ["crawl.variable-one-die"] if crawl.crawls(path.legs) else []
    if single:
        count = 1
    clauses += single or ["variable.pair-keep-highest"]
    covered, more = rules.through_cover(table, path.way.who)
    if covered:
        count += 1
        clauses += ["variable.extra-dice", "move-through-cover.variable-extra-die", *more]
    lowest = LOWEST in met or model.profile.text("variable_pick") == "lowest"
    if lowest:
        clauses.append("variable.keep-lowest")
    if UNCLASSED in met:
        clauses.append("variable.underlying-class")
    if not _starts_inside(path):
        clauses.append("variable.entering")
    return Score(count, sides(int(movement(model))), lowest, tuple(clauses))


def _starts_inside(path: Trip) -> bool:
    first = next(item for item in path.items[path.offset :] if item.stride.length > 0.0)
    return VARIABLE in first.stride.grounds


def touches(path: Trip) -> bool:
    """Whether the paid part of a path touches Variable Terrain."""
    return any(
        VARIABLE in path.items[share.item].stride.grounds and share.length and share.item >= path.offset
        for share in path.paid.shares
    )


def rolled(game: Game, who: str, dice: Score, *more: str, substitute: bool = False) -> Procedure[float]:
    """The score of the unit for these dice, rolled once per player turn."""
    name = f"{unit_of(game.now, who)} {dice.key}"
    known = game.now.note(SCORE, name)
    if isinstance(known, int):
        return float(known)
    if dice.sides == 1:
        value = 1
    else:
        swap = substitute and dice.sides in SUBSTITUTES
        thrown = SUBSTITUTES[dice.sides] if swap else dice.sides
        clauses = (*dice.clauses, *more, *(("variable.dice-substitutes",) if swap else ()))
        pool = Dice(1, thrown)
        if dice.count > 1:
            pool = Dice(dice.count, thrown, "lowest" if dice.lowest else "highest", 1)
        says = say("Variable Terrain roll")
        value = yield from roll(Roll("variable terrain", pool, Halved(swap), who, clauses, says=says))
    yield from do(Noted(SCORE, name, value, "turn"), *dice.clauses)
    return float(value)
