"""Hits, wounds and saves: of falls, of hazards, and of shots at climbers."""

from __future__ import annotations

from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Procedure, Roll, do, roll
from surefoot.language import Thing, count, say
from surefoot.records import dataclass
from surefoot.rulesets.gemini_arap.figure import flag, toughness, wounds_left
from surefoot.rulesets.gemini_arap.support import need_to_wound
from surefoot.table.effects import Counted, Removed, Reported
from surefoot.table.model import Model
from surefoot.table.record import Record

A_FALL = "a fall"


@dataclass(frozen=True, slots=True)
class Victim:
    """The values of a figure that hits depend on."""

    who: str
    toughness: int
    wounds: int
    # The save that may be used; 0 for none. `useless`: the figure has armour, but no save against this.
    save: int
    useless: bool = False
    # The piece of terrain that causes the hits, or a fall.
    by: str = A_FALL


def is_hit(who: str, hits: int, power: int) -> Reported:
    """The event of hits on a figure."""
    says = count(
        "takes {n} hit at Strength {strength}", "takes {n} hits at Strength {strength}", hits, strength=power
    )
    return Reported("is hit", who, Record(hits=hits, strength=power), says)


def victim(model: Model) -> Victim:
    """A figure as the victim of falling hits."""
    save = model.profile.number("Sv")
    usable = flag(model, "fall_save")
    return Victim(
        model.id, toughness(model), wounds_left(model), save if usable else 0, bool(save) and not usable
    )


def suffer(who: Victim, power: int, hits: int) -> Procedure[None]:
    """Apply hits of one Strength: each may wound, and a wound may be saved."""
    left = who.wounds
    if who.useless:
        yield from do(Reported("armour does not help", who.who), "fall.no-armour-save")
    for _ in range(hits):
        if need_to_wound(power, who.toughness) is None or left <= 0:
            break
        wounded = yield from is_wounded(who, power)
        if wounded:
            saved = yield from is_saved(who, "fall.power-armour-save")
            left -= 0 if saved else 1
    if left <= 0:
        says = (
            say("is killed by {thing}", thing=Thing(who.by))
            if who.by != A_FALL
            else say("is killed by the fall")
        )
        yield from do(Removed(who.who, f"killed by {who.by}", says), "support.strength-vs-toughness")


def is_wounded(who: Victim, power: int) -> Procedure[bool]:
    """One hit: whether it wounds."""
    need = need_to_wound(power, who.toughness)
    if need is None:
        return False
    cited = ("support.strength-vs-toughness",)
    says = say("Roll to wound")
    request = Roll("wound roll", D6, AtLeast(need), who.who, cited, hope=True, says=says)
    wounded: bool = yield from roll(request)
    return wounded


def is_saved(who: Victim, *clauses: str) -> Procedure[bool]:
    """One wound: whether a save stops it; else it is counted."""
    if who.save:
        reading = AtLeast(who.save)
        saved = yield from roll(
            Roll("save", D6, reading, who.who, clauses, hope=True, says=say("Saving throw"))
        )
        if saved:
            return True
    yield from do(Counted(who.who, "wounds", 1), "support.strength-vs-toughness")
    return False
