"""Abseiling: descending a face on a rope, and slipping."""

from __future__ import annotations

import math
from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Aim, Break, Procedure, Refused
from surefoot.geometry.tolerance import TOLERANCE, beyond
from surefoot.language import Length, Who, say
from surefoot.referee.bill import point
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.actions import FULL, spend
from surefoot.rulesets.dark_heresy_2e.carry import agility, free_hands
from surefoot.rulesets.dark_heresy_2e.character import flag
from surefoot.rulesets.dark_heresy_2e.climb import Climb, follow, leg_breaks, lose_hold, planned
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks
from surefoot.rulesets.dark_heresy_2e.tests import characteristic, request, roll_degrees, roll_to_pass
from surefoot.table.model import Model
from surefoot.table.table import Table

# Metres a round with one degree of success, and after a failure without a fall.
METRES = 10
SLOWED = 5
# From this many degrees of failure, the character may lose hold.
SLIPS = -2
HARNESS = "drop-harness"


def gear(model: Model) -> str:
    """The abseiling gear of a character."""
    return model.profile.text("abseil_gear", "none")


def abseil(game: Game, declaration: Declaration) -> Procedure[None]:
    """One round of abseiling down a face."""
    who, table = declaration.actor, game.now
    way, breaks = planned(table, who, declaration.legs)
    breaks = [*declaration_breaks(declaration, "structured"), *leg_breaks(declaration.legs), *breaks]
    breaks += _gear_breaks(table, who)
    if not free_hands(table, who):
        breaks.append(
            Break("climb.hands-free", say("{who} needs a free hand to hold the line", who=Who(who)))
        )
    if way is not None and any(way.itinerary.strides[face.index].rise > 0 for face in way.faces):
        says = say("You can only abseil down. Climb to go up")
        breaks.append(Break("abseil.instead-of-climbing", says, point(table.pose(who))))
    if breaks or way is None:
        raise Refused(*breaks)
    yield from spend(table, who, "abseil", FULL, "abseil.instead-of-climbing")
    enough = max(1, 1 + math.ceil(way.metres - METRES - TOLERANCE))
    aims = [Aim(say("not to slip"), SLIPS + 1)]
    if beyond(way.metres, SLOWED):
        aims.append(Aim(say("to descend {length}", length=Length.of(way.metres)), enough))
    asked = request(
        table.options,
        who,
        "abseil",
        agility(table, who),
        "abseil.test",
        "abseil.gear-needed",
        enough=enough,
        worst=-SLIPS,
        aims=tuple(aims),
    )
    degrees = yield from roll_degrees(asked)
    if degrees > 0:
        metres = Fraction(METRES + degrees - 1)
        yield from follow(game, who, way, metres, "abseil.success", ("abseil.success",), "abseils")
    elif degrees > SLIPS:
        yield from follow(game, who, way, Fraction(SLOWED), "abseil.one-dof", ("abseil.one-dof",), "abseils")
    else:
        yield from _slip(game, who, way)


def _gear_breaks(table: Table, who: str) -> list[Break]:
    if gear(table.models[who]) != "none":
        return []
    says = say("{who} needs a rope, climbing gear or a drop harness to abseil", who=Who(who))
    return [Break("abseil.gear-needed", says)]


def _slip(game: Game, who: str, way: Climb) -> Procedure[None]:
    """A bad failure: a Strength test to hold on; failed, the character hangs in its harness or falls."""
    options, model = game.now.options, game.now.models[who]
    clause = "abseil.two-dof-strength"
    skill = characteristic(options, model, "S")
    held = yield from roll_to_pass(
        options,
        who,
        "hold on",
        skill,
        clause,
        "support.degrees-of-failure",
    )
    if held:
        yield from follow(game, who, way, Fraction(SLOWED), clause, (clause,), "abseils")
        return
    secured = gear(model) == HARNESS or flag(model, "secured")
    yield from lose_hold(
        game, who, way, "abseil.secured" if secured else "abseil.unsecured-falls", secured=secured
    )
