"""Charging Fire: one shot from the hip on a long charge, and who shoots first."""

from __future__ import annotations

import math
from collections.abc import Mapping

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Modifier, Procedure, Ruling, do, rule
from surefoot.geometry.tolerance import beyond, to_lattice
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.gemini_arap import action, loads, speed, split, tactical
from surefoot.rulesets.gemini_arap.book import decimal
from surefoot.rulesets.gemini_arap.figure import IN_COVER, movement, on_table
from surefoot.rulesets.gemini_arap.plans import plain
from surefoot.rulesets.gemini_arap.route import Trip
from surefoot.rulesets.gemini_arap.support import to_hit
from surefoot.table.effects import Removed, Reported
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

# Whoever shoots on the run counts as having this BS.
RUNNING_BS = 1
# Template weapons are used at this distance, or from where the charge began if that was nearer.
TEMPLATE_RANGE = 7.0
HANDY = ("pistol", "assault")
# Targets above this size are easier to hit.
MAN_SIZED = 2
USUAL_COVER = -1


def weapons(table: Table, who: str) -> tuple[Record, ...]:
    """The weapons of a figure."""
    given = table.models[who].profile.get("weapons")
    return tuple(each for each in given if isinstance(each, Record)) if isinstance(given, tuple) else ()


def _weapon(table: Table, who: str, name: str) -> Record | None:
    """The weapon that is named; "any" is the first that can be fired on the run."""
    if name == "any":
        return next((each for each in weapons(table, who) if each.text("kind") in HANDY), None)
    return next((each for each in weapons(table, who) if each.text("name") == name), None)


def _problems(table: Table, who: str, path: Trip, name: str) -> list[Break]:
    """What keeps one charger from firing."""
    found = []
    inches = speed.length(path.itinerary.strides)
    if not beyond(inches, movement(table.models[who])):
        says = f'{who} charges {inches:.4g}", no further than its allowance'
        found.append(Break("charging-fire.long-charge", says))
    weapon = _weapon(table, who, name)
    if weapon is None:
        found.append(Break("charging-fire.weapons", f"{who} has no such weapon: {name}"))
    elif weapon.text("kind") not in HANDY:
        found.append(Break("charging-fire.weapons", f"{name} is neither a pistol nor an assault weapon"))
    return found


def breaks(
    table: Table,
    declaration: Declaration,
    trips: Mapping[str, Trip],
    chargers: tuple[str, ...],
    foes: tuple[str, ...],
) -> list[Break]:
    """What is wrong with fire that is declared with a charge."""
    name = declaration.details.text("fire")
    if not name:
        return []
    found = []
    if declaration.details.get("fleet") is True:
        found.append(Break("charging-fire.not-with-fleet", "either the Fleet inches or a shot"))
    aim = declaration.details.text("fire_at") or declaration.target
    if not any(aim in (foe, action.unit_of(table, foe)) for foe in foes):
        found.append(Break("charging-fire.only-target", f"{aim} is not charged, and cannot be fired at"))
    each = [_problems(table, who, trips[who], name) for who in chargers]
    # Those of a unit who cannot fire simply do not.
    return found + [problem for problems in each for problem in problems] if all(each) else found


def exchange(
    game: Game,
    declaration: Declaration,
    trips: Mapping[str, Trip],
    chargers: tuple[str, ...],
    foes: tuple[str, ...],
) -> Procedure[None]:
    """All shots of a charge, in the order that Initiative and cover give."""
    name = declaration.details.text("fire")
    shooters = tuple(who for who in chargers if name and not _problems(game.now, who, trips[who], name))
    answered = declaration.details.get("return_fire") is True
    first, clauses = _order(game.now, chargers, foes) if shooters and answered else ("", ())
    if answered and first != "chargers":
        yield from _answer(game, declaration.target, chargers, *clauses)
    for who in shooters if first == "together" else on_table(game.now, shooters):
        yield from _shot(game, who, name, foes, *clauses)
    if first == "chargers":
        yield from _answer(game, declaration.target, chargers)


def _order(table: Table, chargers: tuple[str, ...], foes: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Who fires first: "chargers", "charged", or both "together"; and the clause that says so."""
    covered = [foe for foe in foes if table.models[foe].is_(IN_COVER)]
    if 2 * len(covered) > len(foes):
        return "charged", ("charging-fire.cover-first",)
    ours, theirs = split.majority(table, chargers), split.majority(table, foes)
    cited = ("charging-fire.who-fires-first",)
    if ours > theirs:
        return "chargers", cited
    return ("together" if ours == theirs else "charged"), cited


def _answer(game: Game, target: str, chargers: tuple[str, ...], *clauses: str) -> Procedure[None]:
    """The charged fire: what their shots do is not decided by movement."""
    cited = clauses or ("charging-fire.who-fires-first",)
    yield from do(Reported("fires at the chargers", target), *cited)
    asked = Ruling(f"who falls to the fire of {target}", "names of chargers", (), cited, target)
    for name in _names((yield from rule(asked))):
        if name in on_table(game.now, chargers):
            yield from loads.release(game, name, game.now.models[name].place, *cited)
            yield from do(Removed(name, "shot while charging"), *cited)


def _names(value: Value) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, tuple) else (str(value),)


def _shot(game: Game, who: str, name: str, foes: tuple[str, ...], *clauses: str) -> Procedure[None]:
    """One shot on the run."""
    table = game.now
    weapon = _weapon(table, who, name)
    assert weapon is not None, "judged before"
    foe = _nearest(table, who, foes)
    away = math.dist(table.pose(who)[:3], table.pose(foe)[:3])
    cited = ["charging-fire.bs-one", "charging-fire.long-charge", "charging-fire.no-extra-action", *clauses]
    cited += ["charging-fire.one-shot"] if weapon.number("shots") > 1 else []
    if weapon.get("template") is True:
        away = min(TEMPLATE_RANGE, away)
        cited.append("charging-fire.template-range")
    elif weapon.get("area") is True:
        away = min(decimal(weapon.get("range"), away), away)
        cited.append("charging-fire.area-range")
    modifiers = yield from _modifiers(table, who, foe, weapon)
    hit = yield from to_hit(table, who, RUNNING_BS, "charging fire", *cited, modifiers=modifiers)
    details = Record(at=foe, weapon=weapon.text("name"), range=plain(to_lattice(away)))
    yield from do(Reported("hits" if hit else "misses", who, details), *cited)


def _nearest(table: Table, who: str, foes: tuple[str, ...]) -> str:
    here = table.pose(who)
    return min(on_table(table, foes), key=lambda foe: math.dist(here[:3], table.pose(foe)[:3]))


def _modifiers(table: Table, who: str, foe: str, weapon: Record) -> Procedure[tuple[Modifier, ...]]:
    """Size and cover as for any shot, the spread of shotguns, and how the target has moved."""
    found = []
    if weapon.get("shotgun") is True:
        found.append(Modifier(1, "shotgun at half range", "charging-fire.shotguns"))
    if table.models[foe].profile.number("size") > MAN_SIZED:
        found.append(Modifier(1, "large target", "charging-fire.bs-one"))
    if table.models[foe].is_(IN_COVER):
        asked = Ruling(f"cover of {foe}", "the modifier to hit", USUAL_COVER, ("charging-fire.bs-one",), who)
        value = yield from rule(asked)
        found.append(
            Modifier(value if isinstance(value, int) else USUAL_COVER, "cover", "charging-fire.bs-one")
        )
    for value, why in (speed.as_target(table, foe), tactical.as_target(table, foe)):
        found += [Modifier(value, "how it moved", clause) for clause in why] if value else []
    return tuple(found)
