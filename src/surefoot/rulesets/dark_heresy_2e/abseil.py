"""Abseiling: down a face on a rope, quickly, and what a slip costs."""

from __future__ import annotations

import math
from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Aim, Break, Procedure, Refused
from surefoot.geometry.tolerance import TOLERANCE, beyond
from surefoot.referee.bill import point
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.actions import FULL, spend
from surefoot.rulesets.dark_heresy_2e.carry import agility
from surefoot.rulesets.dark_heresy_2e.character import flag, free_hands
from surefoot.rulesets.dark_heresy_2e.climb import Climb, follow, leg_breaks, lose_hold, planned
from surefoot.rulesets.dark_heresy_2e.paths import said_breaks
from surefoot.rulesets.dark_heresy_2e.tests import characteristic, request, stood, tested
from surefoot.table.model import Model
from surefoot.table.table import Table

# Metres a round with one degree of success, and with a failure that leaves one hanging on.
METRES = 10
SLOWED = 5
# So many degrees of failure put the grip in doubt.
SLIPS = -2
HARNESS = "drop-harness"


def gear(model: Model) -> str:
    """What somebody has to abseil with."""
    return model.profile.text("abseil_gear", "none")


def abseil(game: Game, declaration: Declaration) -> Procedure[None]:
    """One round of abseiling down a face."""
    who, table = declaration.actor, game.now
    way, breaks = planned(table, who, declaration.legs)
    breaks = [*said_breaks(declaration, "structured"), *leg_breaks(declaration.legs), *breaks]
    breaks += _gear_breaks(table, who)
    if not free_hands(table.models[who]):
        breaks.append(Break("climb.hands-free", f"{who} has no hand free to hold the line"))
    if way is not None and any(way.itinerary.strides[face.index].rise > 0 for face in way.faces):
        breaks.append(
            Break("abseil.instead-of-climbing", "one abseils downwards only", point(table.pose(who)))
        )
    if breaks or way is None:
        raise Refused(*breaks)
    yield from spend(table, who, "abseil", FULL, "abseil.instead-of-climbing")
    enough = max(1, 1 + math.ceil(way.metres - METRES - TOLERANCE))
    aims = [Aim("not to slip", SLIPS + 1)]
    if beyond(way.metres, SLOWED):
        aims.append(Aim(f"to descend {way.metres:.4g} m", enough))
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
    degrees = yield from tested(asked)
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
    return [Break("abseil.gear-needed", f"{who} has no rope, no climbing gear and no drop harness")]


def _slip(game: Game, who: str, way: Climb) -> Procedure[None]:
    """A bad failure: hold on by Strength, or hang in the harness, or fall."""
    options, model = game.now.options, game.now.models[who]
    clause = "abseil.two-dof-strength"
    skill = characteristic(options, model, "S")
    held = yield from stood(options, who, "hold on", skill, clause, "support.degrees-of-failure")
    if held:
        yield from follow(game, who, way, Fraction(SLOWED), clause, (clause,), "abseils")
        return
    secured = gear(model) == HARNESS or flag(model, "secured")
    yield from lose_hold(
        game, who, way, "abseil.secured" if secured else "abseil.unsecured-falls", secured=secured
    )
