"""Hits on fighters: the wound roll, the save and the Injury dice."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast, Row
from surefoot.dice.requests import Procedure, Roll, do, roll, sub
from surefoot.language import Notation, Sentence, Who, say
from surefoot.records import dataclass
from surefoot.referee.catalogue import load
from surefoot.rulesets.necromunda_classic.activation import climb_is_over
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
    """The table of Injury dice."""
    rows = load("surefoot.rulesets.necromunda_classic").rows("support.injury-dice")
    return Row(tuple((int(str(row["d6"]).rpartition("-")[2]), str(row["result"])) for row in rows))


@dataclass(frozen=True, slots=True)
class Hit:
    """Strength, Armour Piercing (0 or below) and Damage; `wounds` if no wound roll is needed."""

    strength: int
    ap: int
    damage: int
    wounds: bool = False


def profile(hit: Hit) -> Notation:
    """Strength, armour piercing and Damage as a weapon's profile writes them.

    >>> profile(Hit(3, 0, 1)).text, profile(Hit(8, -3, 3)).text
    ('S3, AP –, D1', 'S8, AP −3, D3')
    """
    piercing = f"−{-hit.ap}" if hit.ap else "–"
    return Notation(f"S{hit.strength}, AP {piercing}, D{hit.damage}")


def told(who: str, hit: Hit) -> Sentence:
    """A hit as a sentence of its own: a profile has too many commas to stand in a list."""
    if hit.wounds:
        return say("{who} is wounded automatically: Damage {damage}", who=Who(who), damage=hit.damage)
    return say("{who} takes a hit: {profile}", who=Who(who), profile=profile(hit))


@dataclass(frozen=True, slots=True)
class Victim:
    """The facts about a fighter that decide a hit."""

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
    if not game.now.models[who].place.on_table:
        yield from climb_is_over(game, who, "support.injury-dice")


def need_to_wound(strength: int, tough: int) -> int:
    """The roll that wounds."""
    if strength >= 2 * tough:
        return 2
    if 2 * strength <= tough:
        return 6
    return 4 - (strength > tough) + (strength < tough)


def resolve(victim: Victim, hit: Hit, clauses: tuple[str, ...]) -> Procedure[None]:
    """Resolve one hit, from the wound roll to the last Injury dice."""
    wounded = yield from is_wounded(victim.who, victim.toughness, victim.save, hit, clauses)
    if wounded:
        yield from _damage(victim, hit.damage)


def is_wounded(who: str, tough: int, save: int, hit: Hit, clauses: tuple[str, ...]) -> Procedure[bool]:
    """The hit, the wound roll and the save; whether the wound goes through."""
    details = Record(strength=hit.strength, ap=hit.ap, damage=hit.damage)
    yield from do(Reported("is hit", who, details, told(who, hit)), *clauses)
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
    # One dice for reaching 0 Wounds and one for each point beyond; a fighter with none left rolls for every point.
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
