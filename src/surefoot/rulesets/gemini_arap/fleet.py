"""Fleet of Foot: a D6 of inches on top of a double or triple move, which no ground makes dearer."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Procedure, Roll, do, roll
from surefoot.geometry.tolerance import to_lattice
from surefoot.rulesets.gemini_arap import rules
from surefoot.rulesets.gemini_arap.action import did, trailing, unit_of
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import PRONE, movement
from surefoot.table.effects import Noted
from surefoot.table.table import Table

# The inches that a unit has rolled in this player turn: there is one such roll in it.
ROLLED = "fleet"
BEST = 6
# A double move is two move actions one after the other; a charge counts as one.
DOUBLE = 2


@dataclass(frozen=True, slots=True)
class Claim:
    """Whether some figures have Fleet inches to come, which of them gain any, and the clauses behind it."""

    due: bool = False
    gain: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()

    def bonus(self, who: str, inches: int) -> int:
        """What a figure gains of so many inches, in millionths."""
        return to_lattice(inches) if who in self.gain else 0


def claim(table: Table, names: tuple[str, ...], crawling: tuple[str, ...], moves: int) -> Claim:
    """What some figures may claim for a number of moves in a row."""
    fleet, clauses = rules.fleet(table, names)
    if moves < DOUBLE:
        return Claim()
    if not fleet or table.note(ROLLED, unit_of(table, names[0])) is not None:
        return Claim(clauses=clauses)
    low = [name for name in names if name in crawling or table.models[name].is_(PRONE)]
    hurt = [name for name in names if table.models[name].counted("wounds") > 0]
    if low:
        clauses = (*clauses, "prone.no-fleet")
    if hurt:
        clauses = (*clauses, "fleet.not-when-wounded")
    gain = tuple(name for name in names if name not in low and name not in hurt)
    if not gain:
        return Claim(clauses=clauses)
    if any(_listed(movement(table.models[name])) for name in gain):
        clauses = (*clauses, "fleet.totals")
    return Claim(True, gain, clauses)


def unknown(table: Table, names: tuple[str, ...], wanted: object, clause: str) -> list[Break]:
    """What is wrong with Fleet inches that are asked for by name: those who move have no such rule."""
    if wanted is not True or rules.fleet(table, names)[0]:
        return []
    return [Break(clause, f"{' and '.join(names)} cannot have Fleet inches: not all who move are Fleet")]


def _listed(m: float) -> bool:
    """Whether the table of totals has rows for an M: it has all of them, or none."""
    return any(row["m"] == m for row in rows("fleet.totals"))


def in_a_row(table: Table, who: str, moves: int) -> int:
    """How many moves there are one after the other with so many more."""
    return moves + len(trailing(did(table, who)))


def inches(game: Game, claimed: Claim, *clauses: str) -> Procedure[int]:
    """Roll the inches of the unit, once in a turn; nobody gains any of none."""
    if not claimed.due:
        return 0
    who = claimed.gain[0]
    cited = (*clauses, *claimed.clauses)
    rolled: int = yield from roll(Roll("fleet", D6, Total(), who, cited))
    yield from do(Noted(ROLLED, unit_of(game.now, who), rolled, "turn"), *clauses)
    return rolled
