"""Dangerous Ground: hazards on pieces of terrain, mines, and the dice of whoever moves there."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.dice.host import Game
from surefoot.dice.pool import Dice, Faces
from surefoot.dice.requests import Procedure, Roll, Ruling, do, roll, rule, sub
from surefoot.geometry.tolerance import beyond
from surefoot.referee.itinerary import Stride
from surefoot.rulesets.gemini_arap import loads
from surefoot.rulesets.gemini_arap.action import members, unit_of
from surefoot.rulesets.gemini_arap.book import overridden
from surefoot.rulesets.gemini_arap.fall import Victim, suffer
from surefoot.rulesets.gemini_arap.figure import INFANTRY, equipped, flag, kind, toughness, wounds_left
from surefoot.rulesets.gemini_arap.support import SIX, d3, reversed_score
from surefoot.rulesets.gemini_arap.terrain import traits
from surefoot.table.effects import Noted, Removed, Reported, Stopped
from surefoot.table.record import Record, Value
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

DANGEROUS, MINEFIELD, SCANNER = "dangerous", "minefield", "energy-scanner"
# Dice rolled for a piece by a figure in this player turn.
ROLLED = "hazard"
# Through dangerous ground faster than this, a second die is rolled.
SAFE_SPEED = 6.0
MOST_DICE = 2
# A mine goes off on this much, or only on a 6 where it is known.
MINE = 4
# A plain hazard strikes on the lowest face.
USUAL_CHANCE = 1


@dataclass(frozen=True, slots=True)
class Strikes:
    """Whether a hazard strikes: any die of at most one score, or of at least another."""

    at_most: int = 0
    at_least: int = SIX + 1

    def __call__(self, faces: Faces) -> bool:
        return any(face <= self.at_most or face >= self.at_least for face in faces)

    def needs(self) -> str:
        """What keeps everybody safe.

        >>> Strikes(at_most=1).needs(), Strikes(at_least=4).needs()
        ('2+', '3 or less')
        """
        return f"{self.at_most + 1}+" if self.at_most else f"{self.at_least - 1} or less"


def hazard(piece: Piece) -> Record | None:
    """The hazard of a piece; None if it is safe ground."""
    given = traits(piece).get(DANGEROUS)
    mines = Record(kind=MINEFIELD) if piece.has(MINEFIELD) else Record()
    if isinstance(given, Record):
        return Record({**mines, **given})
    return mines if given is True or piece.has(DANGEROUS) or mines else None


def _types(table: Table, who: str) -> tuple[str, ...]:
    model = table.models[who]
    return (*model.keywords, kind(model), *(("infantry",) if kind(model) == INFANTRY else ()))


def _affected(table: Table, who: str, danger: Record) -> bool:
    """Whether a hazard is one for a figure of this type."""
    affects = danger.get("affects", "all")
    named = affects if isinstance(affects, tuple) else (affects,)
    return "all" in named or any(each in named for each in _types(table, who))


def _rolled(table: Table, who: str, piece: str) -> int:
    value = table.note(ROLLED, f"{who} {piece}")
    return value if isinstance(value, int) else 0


def ahead_of(table: Table, who: str, stride: Stride, total: float) -> tuple[str, ...]:
    """The pieces with a hazard that a stride is in and for which dice are due, with a speed of so much in all."""
    found = []
    for name in stride.areas if stride.length > 0.0 else ():
        danger = hazard(table.pieces[name])
        if danger is not None and _affected(table, who, danger) and _due(table, who, name, total):
            found.append(name)
    return tuple(found)


def _due(table: Table, who: str, piece: str, total: float) -> int:
    """How many dice are still to be rolled this turn: one, or a second one for speed."""
    return max(0, (MOST_DICE if _fast(table, total) else 1) - _rolled(table, who, piece))


def _fast(table: Table, total: float) -> tuple[str, ...]:
    """The clauses by which a figure is too fast to be careful; none if it is not."""
    limit, clauses = overridden(table, "dangerous.faster-than-six", SAFE_SPEED)
    return clauses if beyond(total, limit) else ()


def cross(game: Game, who: str, pieces: tuple[str, ...], total: float) -> Procedure[bool]:
    """Roll for some pieces before going on; true if the move goes on."""
    for name in pieces:
        danger = hazard(game.now.pieces[name])
        assert danger is not None, "only dangerous pieces are crossed"
        due = _due(game.now, who, name, total)
        reading, clauses = _reading(game.now, who, danger)
        clauses = (*clauses, *_fast(game.now, total))
        need = reading.at_least if reading.at_least <= SIX else SIX + 1 - reading.at_most
        label, shown = reversed_score(game.now, need)
        clauses = (*clauses, *shown)
        struck = yield from roll(
            Roll(f"hazard of {name}{label}", Dice(due), reading, who, clauses, hope=False)
        )
        # One hazard a turn is enough: who has met it rolls no more for this piece.
        rolled = MOST_DICE if struck else _rolled(game.now, who, name) + due
        yield from do(Noted(ROLLED, f"{who} {name}", rolled, "turn"), *clauses)
        if struck:
            goes_on = yield from _strike(game, who, name, danger, *clauses)
            if not goes_on:
                return False
    return True


def _reading(table: Table, who: str, danger: Record) -> tuple[Strikes, tuple[str, ...]]:
    """Which faces are bad, and the clauses that say so."""
    clauses: tuple[str, ...] = ("dangerous.definition",)
    if "affects" in danger:
        clauses = (*clauses, "dangerous.troop-types")
    if danger.text("kind") != MINEFIELD:
        return Strikes(at_most=chance(danger.get("chance"))), (*clauses, "dangerous.one-in-six")
    unit = members(table, (unit_of(table, who),))
    if danger.get("cleared") is True or any(_scans(table, name) for name in unit):
        return Strikes(at_least=SIX), (*clauses, "dangerous.minefield", "dangerous.minefield-mitigated")
    return Strikes(at_least=MINE), (*clauses, "dangerous.minefield")


def chance(given: Value) -> int:
    """How many faces of a die are bad.

    >>> chance(None), chance(0), chance(2), chance("3 in 6")
    (1, 1, 2, 3)
    """
    word = str(given).partition(" ")[0]
    return max(USUAL_CHANCE, int(word)) if word.isdecimal() and int(word) < SIX else USUAL_CHANCE


def _scans(table: Table, name: str) -> bool:
    model = table.models[name]
    return equipped(model, SCANNER) or flag(model, SCANNER)


def _strike(game: Game, who: str, name: str, danger: Record, *clauses: str) -> Procedure[bool]:
    """The hazard has its effect; true if the figure may go on."""
    effect = danger.get("effect")
    yield from do(Reported("meets the hazard", who, Record(piece=name)), *clauses)
    if effect is None:
        yield from do(Stopped(who, f"met the hazard of {name}"), *clauses)
        asked = Ruling(
            f"what the hazard of {name} does", "remove, or any words", "nothing more", clauses, who
        )
        effect = yield from rule(asked)
        if effect != "remove":
            yield from do(Reported(str(effect), who), *clauses)
            return False
    if effect == "remove":
        yield from loads.release(game, who, game.now.models[who].place, *clauses)
        yield from do(Removed(who, f"lost to {name}"), *clauses, "dangerous.severity")
        return False
    if effect == "stop":
        yield from do(Stopped(who, f"met the hazard of {name}"), "dangerous.severity")
        return False
    if isinstance(effect, Record):
        yield from _hits(game, who, name, effect)
        return game.now.models[who].place.on_table
    yield from do(Reported(str(effect), who), "dangerous.severity")
    return True


def _hits(game: Game, who: str, name: str, effect: Record) -> Procedure[None]:
    model = game.now.models[who]
    yield from sub(_struck, Victim(who, toughness(model), wounds_left(model), 0, by=name), effect)
    if not game.now.models[who].place.on_table:
        yield from loads.release(game, who, model.place, "dangerous.severity")


def _struck(victim: Victim, effect: Record) -> Procedure[None]:
    """Hits of some Strength: a number of them, or D3."""
    number, power = effect.number("hits", 1), effect.number("strength")
    if effect.text("hits") == "D3":
        number = yield from d3(f"hits of {victim.by}", victim.who, "dangerous.severity")
    details = Record(hits=number, strength=power)
    yield from do(Reported("is hit", victim.who, details), "dangerous.severity")
    yield from suffer(victim, power, number)
