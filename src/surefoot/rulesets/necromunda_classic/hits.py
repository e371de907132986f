"""Hits: the wound roll, the save, and Injury dice as far as the catalogue takes them."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast, Row
from surefoot.dice.requests import Procedure, Roll, do, roll, sub
from surefoot.referee.catalogue import load
from surefoot.rulesets.necromunda_classic.fighter import (
    FLESH_WOUNDS,
    PINNED,
    SERIOUSLY_INJURED,
    WOUNDS_LOST,
    toughness,
    wounds_left,
)
from surefoot.table.effects import Became, Counted, Removed, Reported
from surefoot.table.record import Record

SERIOUS, OUT = "Serious Injury", "Out of Action"


def injury_table() -> Row:
    """Injury dice: up to which face, which result."""
    rows = load("surefoot.rulesets.necromunda_classic").rows("support.injury-dice")
    return Row(tuple((int(str(row["d6"]).rpartition("-")[2]), str(row["result"])) for row in rows))


@dataclass(frozen=True, slots=True)
class Hit:
    """Strength, armour penetration (0 or below) and Damage; `wounds` if no wound roll is needed."""

    strength: int
    ap: int
    damage: int
    wounds: bool = False


@dataclass(frozen=True, slots=True)
class Victim:
    """What a hit must know of a fighter."""

    who: str
    toughness: int
    wounds: int
    save: int
    seriously_injured: bool


def suffer(game: Game, who: str, hit: Hit, *clauses: str) -> Procedure[None]:
    """A fighter takes a hit."""
    model = game.now.models[who]
    victim = Victim(
        who, toughness(model), wounds_left(model), model.profile.number("Sv", 7), model.is_(SERIOUSLY_INJURED)
    )
    yield from sub(resolve, victim, hit, clauses)


def need_to_wound(strength: int, tough: int) -> int:
    """The roll that wounds; the extreme rows go first."""
    if strength >= 2 * tough:
        return 2
    if 2 * strength <= tough:
        return 6
    return 4 - (strength > tough) + (strength < tough)


def resolve(victim: Victim, hit: Hit, clauses: tuple[str, ...]) -> Procedure[None]:
    """One hit from the wound roll to the last Injury dice."""
    wounded = yield from is_wounded(victim.who, victim.toughness, victim.save, hit, clauses)
    if wounded:
        yield from _damage(victim, hit.damage)


def is_wounded(who: str, tough: int, save: int, hit: Hit, clauses: tuple[str, ...]) -> Procedure[bool]:
    """The hit, the wound roll and the save; true if the wound stays."""
    details = Record(strength=hit.strength, ap=hit.ap, damage=hit.damage)
    yield from do(Reported("is hit", who, details), *clauses)
    if not hit.wounds:
        need = need_to_wound(hit.strength, tough)
        wounded = yield from roll(
            Roll("wound roll", D6, AtLeast(need), who, ("support.wound-roll",), hope=True)
        )
        if not wounded:
            return False
    if save - hit.ap > 6:
        return True
    saved = yield from roll(Roll("save", D6, AtLeast(save - hit.ap), who, ("support.wound-roll",), hope=True))
    return not saved


def _damage(victim: Victim, damage: int) -> Procedure[None]:
    lost = min(damage, victim.wounds)
    if lost:
        yield from do(Counted(victim.who, WOUNDS_LOST, lost), "support.injury-dice")
    # Reaching 0 rolls one dice, each point beyond it one more; who had none left rolls for every point.
    dice = damage - victim.wounds + (1 if victim.wounds else 0)
    tough, down, gone = victim.toughness, victim.seriously_injured, False
    for _ in range(dice):
        result = yield from roll(
            Roll("injury dice", D6, injury_table(), victim.who, ("support.injury-dice",))
        )
        if result == SERIOUS and not down:
            down = True
            yield from do(Became(victim.who, (SERIOUSLY_INJURED,), (PINNED,)), "support.injury-dice")
        elif result == OUT:
            gone = True
        else:
            tough -= 1
            yield from do(Counted(victim.who, FLESH_WOUNDS, 1), "support.injury-dice")
            gone = gone or tough <= 0
    if gone:
        yield from do(Removed(victim.who, "out of action"), "support.injury-dice")
