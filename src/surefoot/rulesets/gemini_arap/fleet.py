"""Fleet of Foot: D6 inches on top of a double or triple move, which ground does not reduce."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Procedure, Roll, do, roll
from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Who, say
from surefoot.records import dataclass
from surefoot.rulesets.gemini_arap import rules
from surefoot.rulesets.gemini_arap.action import did, trailing, unit_of
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import PRONE, movement
from surefoot.table.effects import Noted
from surefoot.table.table import Table

# The Fleet inches of a unit in this player turn: they are rolled once.
ROLLED = "fleet"
BEST = 6
# A double move is two consecutive move actions; a charge counts as a double move.
DOUBLE = 2

# Why a figure gains no Fleet inches.
_LOST = {
    "prone.no-fleet": say("Prone and crawling models have no Fleet inches"),
    "fleet.not-when-wounded": say("Wounded models have no Fleet inches"),
}


@dataclass(frozen=True, slots=True)
class Claim:
    """Whether Fleet inches are due, the figures that gain them, and the clauses behind it."""

    due: bool = False
    gain: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()

    def bonus(self, who: str, inches: int) -> int:
        """The inches that a figure gains, in millionths."""
        return to_lattice(inches) if who in self.gain else 0


def claim(table: Table, names: tuple[str, ...], crawling: tuple[str, ...], moves: int) -> Claim:
    """The Fleet inches that figures may claim for a number of consecutive moves."""
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


def lost(claimed: Claim) -> list[Break]:
    """Why figures have no Fleet inches for a path that is too long without them."""
    return [Break(clause, says) for clause, says in _LOST.items() if clause in claimed.clauses]


def unknown(table: Table, names: tuple[str, ...], wanted: object, clause: str) -> list[Break]:
    """The clause broken by explicitly claimed Fleet inches, if not all moving figures are Fleet."""
    if wanted is not True or rules.fleet(table, names)[0]:
        return []
    says = say(
        "{who} can't claim Fleet inches: every model that moves must be Fleet",
        who=tuple(Who(name) for name in names),
    )
    return [Break(clause, says)]


def _listed(m: float) -> bool:
    """Whether the table of Fleet totals lists this M."""
    return any(row["m"] == m for row in rows("fleet.totals"))


def in_a_row(table: Table, who: str, moves: int) -> int:
    """The number of consecutive moves, with `moves` more."""
    return moves + len(trailing(did(table, who)))


def inches(game: Game, claimed: Claim, *clauses: str) -> Procedure[int]:
    """Roll the Fleet inches of the unit, once per turn; 0 if none are due."""
    if not claimed.due:
        return 0
    who = claimed.gain[0]
    cited = (*clauses, *claimed.clauses)
    rolled: int = yield from roll(Roll("fleet", D6, Total(), who, cited, says=say("Fleet inches")))
    yield from do(Noted(ROLLED, unit_of(game.now, who), rolled, "turn"), *clauses)
    return rolled
