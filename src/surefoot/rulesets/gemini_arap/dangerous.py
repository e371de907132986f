"""Dangerous Ground: hazards on terrain, minefields, and the hazard rolls of figures that enter them."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.pool import Dice, Faces
from surefoot.dice.requests import Procedure, Roll, Ruling, do, roll, rule, sub
from surefoot.geometry.tolerance import beyond
from surefoot.language import Quoted, Sentence, Text, Thing, Who, say
from surefoot.records import dataclass
from surefoot.referee.itinerary import Stride
from surefoot.referee.view import seen
from surefoot.rulesets.gemini_arap import loads, speed
from surefoot.rulesets.gemini_arap.action import members, unit_of
from surefoot.rulesets.gemini_arap.book import overridden
from surefoot.rulesets.gemini_arap.figure import INFANTRY, equipped, flag, kind, names, toughness, wounds_left
from surefoot.rulesets.gemini_arap.prices import lens
from surefoot.rulesets.gemini_arap.support import SIX, Named, d3, reversed_score
from surefoot.rulesets.gemini_arap.terrain import traits
from surefoot.rulesets.gemini_arap.wounds import Victim, is_hit, suffer
from surefoot.table.effects import Noted, Removed, Reported, Stopped
from surefoot.table.place import Pose
from surefoot.table.record import Record, Value
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

DANGEROUS, MINEFIELD, SCANNER = "dangerous", "minefield", "energy-scanner"
# Hazard dice rolled by a figure for a piece in this player turn.
ROLLED = "hazard"
# A figure that moves faster than this rolls a second hazard die.
SAFE_SPEED = 6.0
MOST_DICE = 2
# Ways of moving that keep to the ground all along; others leave it.
_WALKED = ("walk", "stairs", "step", "swim")
# A mine goes off on this roll or more; on a 6 if it is scanned or cleared.
MINE = 4
# A plain hazard strikes on the lowest face.
USUAL_CHANCE = 1
# The effect that is assumed if the game master gives none.
NO_EFFECT = "nothing more"


@dataclass(frozen=True, slots=True)
class Strikes:
    """Whether a hazard strikes: any die is at most one score, or at least another."""

    at_most: int = 0
    at_least: int = SIX + 1

    def __call__(self, faces: Faces) -> bool:
        return any(face <= self.at_most or face >= self.at_least for face in faces)

    def needs(self) -> Text:
        """The roll that is safe.

        >>> str(Strikes(at_most=1).needs()), str(Strikes(at_least=4).needs())
        ('2+', '3 or less')
        """
        if self.at_most:
            return say("{least}+", least=self.at_most + 1)
        return say("{most} or less", most=self.at_least - 1)


def hazard(piece: Piece) -> Record | None:
    """The hazard of a piece; None if it is safe ground."""
    given = traits(piece).get(DANGEROUS)
    mines = Record(kind=MINEFIELD) if piece.has(MINEFIELD) else Record()
    if isinstance(given, Record):
        return Record({**mines, **given})
    return mines if given is True or piece.has(DANGEROUS) or mines else None


def _types(table: Table, who: str) -> tuple[str, ...]:
    model = table.models[who]
    return (*names(model), kind(model), *(("infantry",) if kind(model) == INFANTRY else ()))


def _affected(table: Table, who: str, danger: Record) -> bool:
    """Whether a hazard affects a figure of this type."""
    affects = danger.get("affects", "all")
    named = affects if isinstance(affects, tuple) else (affects,)
    return "all" in named or any(each in named for each in _types(table, who))


def _rolled(table: Table, who: str, piece: str) -> int:
    value = table.note(ROLLED, f"{who} {piece}")
    return value if isinstance(value, int) else 0


def ahead_of(table: Table, who: str, stride: Stride, total: float) -> tuple[str, ...]:
    """The dangerous pieces in a stride for which hazard dice are due; `total` is the speed of the figure.

    A jump or a climb leads from what it begins in; what it ends in is entered when the figure arrives.
    """
    if stride.mode == "turn":
        return ()
    if stride.mode in _WALKED:
        touched = stride.areas if stride.length > 0.0 else ()
    else:
        touched = _at(table, who, stride.start)
    return tuple(name for name in touched if _threatens(table, who, name, total))


def _at(table: Table, who: str, pose: Pose) -> tuple[str, ...]:
    """The areas that the base of a figure is in at a position."""
    return tuple(area.id for area in seen(table, lens(table, who), who).areas_at(pose))


def _threatens(table: Table, who: str, name: str, total: float) -> bool:
    """Whether hazard dice of a figure are due for a piece."""
    danger = hazard(table.pieces[name])
    return danger is not None and _affected(table, who, danger) and bool(_due(table, who, name, total))


def arrives(game: Game, who: str, total: float | None = None) -> Procedure[bool]:
    """A figure has landed, climbed or been set down: it rolls for the dangerous pieces that it is in now.

    `total` is its speed, if more of its path is to come. Returns whether the figure may continue.
    """
    table = game.now
    if table.models[who].place.kind not in ("surface", "water"):
        return table.models[who].place.on_table
    fast = speed.moved(table, who) if total is None else total
    entered = _at(table, who, table.pose(who))
    due = tuple(name for name in entered if _threatens(table, who, name, fast))
    return (yield from cross(game, who, due, fast))


def _due(table: Table, who: str, piece: str, total: float) -> int:
    """The number of hazard dice still due this turn: one, or a second one for speed."""
    return max(0, (MOST_DICE if _fast(table, total) else 1) - _rolled(table, who, piece))


def _fast(table: Table, total: float) -> tuple[str, ...]:
    """The clauses for a figure that moves fast enough for a second die; none if it does not."""
    limit, clauses = overridden(table, "dangerous.faster-than-six", SAFE_SPEED)
    return clauses if beyond(total, limit) else ()


def cross(game: Game, who: str, pieces: tuple[str, ...], total: float) -> Procedure[bool]:
    """Roll for the hazards of some pieces. Returns whether the move continues."""
    for name in pieces:
        danger = hazard(game.now.pieces[name])
        assert danger is not None, "only dangerous pieces are crossed"
        due = _due(game.now, who, name, total)
        reading, clauses = _reading(game.now, who, danger)
        clauses = (*clauses, *_fast(game.now, total))
        need = reading.at_least if reading.at_least <= SIX else SIX + 1 - reading.at_most
        named = Named(f"hazard of {name}", say("Hazard roll for {thing}", thing=Thing(name)))
        named, behind = reversed_score(game.now, named, need)
        clauses = (*clauses, *behind)
        struck = yield from roll(
            Roll(named.what, Dice(due), reading, who, clauses, hope=False, says=named.says)
        )
        # A figure that a hazard has struck does not roll for this piece again this turn.
        rolled = MOST_DICE if struck else _rolled(game.now, who, name) + due
        yield from do(Noted(ROLLED, f"{who} {name}", rolled, "turn"), *clauses)
        if struck:
            goes_on = yield from _strike(game, who, name, danger, *clauses)
            if not goes_on:
                return False
    return True


def _reading(table: Table, who: str, danger: Record) -> tuple[Strikes, tuple[str, ...]]:
    """The faces on which a hazard strikes, and the clauses behind them."""
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
    """The number of faces of a die on which a plain hazard strikes.

    >>> chance(None), chance(2), chance("3 in 6")
    (1, 2, 3)
    """
    return USUAL_CHANCE if given is None else int(str(given).partition(" ")[0])


def _scans(table: Table, name: str) -> bool:
    model = table.models[name]
    return equipped(model, SCANNER) or flag(model, SCANNER)


def _strike(game: Game, who: str, name: str, danger: Record, *clauses: str) -> Procedure[bool]:
    """Apply the effect of a hazard. Returns whether the figure may continue."""
    effect = danger.get("effect")
    yield from do(Reported("meets the hazard", who, Record(piece=name)), *clauses)
    if effect is None:
        yield from do(Stopped(who, f"met the hazard of {name}", _stopped(name)), *clauses)
        asked = Ruling(
            f"what the hazard of {name} does",
            "remove, or any words",
            NO_EFFECT,
            clauses,
            who,
            says=say("What does the hazard of {thing} do to {who}?", thing=Thing(name), who=Who(who)),
            takes=say("{remove}, or the effect in your own words", remove=Quoted("remove")),
        )
        effect = yield from rule(asked)
        if effect != "remove":
            yield from do(Reported(str(effect), who, says=_effect(str(effect))), *clauses)
            return False
    if effect == "remove":
        yield from loads.release(game, who, game.now.models[who].place, *clauses)
        says = say("is lost to {thing}", thing=Thing(name))
        yield from do(Removed(who, f"lost to {name}", says), *clauses, "dangerous.severity")
        return False
    if effect == "stop":
        yield from do(Stopped(who, f"met the hazard of {name}", _stopped(name)), "dangerous.severity")
        return False
    if isinstance(effect, Record):
        yield from _hits(game, who, name, effect)
        return game.now.models[who].place.on_table
    yield from do(Reported(str(effect), who, says=_effect(str(effect))), "dangerous.severity")
    return True


def _stopped(piece: str) -> Sentence:
    return say("is stopped by {thing}", thing=Thing(piece))


def _effect(effect: str) -> Sentence:
    if effect == NO_EFFECT:
        return say("suffers no further effect")
    return say("suffers the effect {effect}", effect=Quoted(effect))


def _hits(game: Game, who: str, name: str, effect: Record) -> Procedure[None]:
    model = game.now.models[who]
    yield from sub(_struck, Victim(who, toughness(model), wounds_left(model), 0, by=name), effect)
    if not game.now.models[who].place.on_table:
        yield from loads.release(game, who, model.place, "dangerous.severity")


def _struck(victim: Victim, effect: Record) -> Procedure[None]:
    """The hits of a hazard: a fixed number or D3, of one Strength."""
    number, power = effect.number("hits", 1), effect.number("strength")
    if effect.text("hits") == "D3":
        named = Named(f"hits of {victim.by}", say("Number of hits from {thing}", thing=Thing(victim.by)))
        number = yield from d3(named, victim.who, "dangerous.severity")
    yield from do(is_hit(victim.who, number, power), "dangerous.severity")
    yield from suffer(victim, power, number)
