"""Charging Fire: one shot during a long charge, and the order of fire."""

from __future__ import annotations

import math
from collections.abc import Mapping

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Modifier, Procedure, Ruling, do, rule
from surefoot.geometry.tolerance import beyond
from surefoot.language import Length, Quoted, Sentence, Thing, Who, say
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.gemini_arap import action, loads, speed, split, tactical
from surefoot.rulesets.gemini_arap.book import decimal
from surefoot.rulesets.gemini_arap.figure import IN_COVER, called, movement, on_table
from surefoot.rulesets.gemini_arap.route import Trip
from surefoot.rulesets.gemini_arap.support import Named, to_hit
from surefoot.table.effects import Removed, Reported
from surefoot.table.record import Record, Value, amount
from surefoot.table.table import Table

# Charging Fire is made with this BS.
RUNNING_BS = 1
# Template weapons fire at this distance, or from the start of the charge if that is nearer.
TEMPLATE_RANGE = 7.0
HANDY = ("pistol", "assault")
# Targets above this size are easier to hit.
MAN_SIZED = 2
USUAL_COVER = -1
SHOT = Named("charging fire", say("Charging Fire, roll to hit"))


def weapons(table: Table, who: str) -> tuple[Record, ...]:
    """The weapons of a figure."""
    given = table.models[who].profile.get("weapons")
    return tuple(each for each in given if isinstance(each, Record)) if isinstance(given, tuple) else ()


def _weapon(table: Table, who: str, name: str) -> Record | None:
    """The weapon of that name; "any" is the first that can be used for Charging Fire."""
    if name == "any":
        return next((each for each in weapons(table, who) if each.text("kind") in HANDY), None)
    return next((each for each in weapons(table, who) if each.text("name") == name), None)


def _problems(table: Table, who: str, path: Trip, name: str) -> list[Break]:
    """The clauses that keep one charger from firing."""
    found = []
    inches, own = speed.length(path.itinerary.strides), movement(table.models[who])
    if not beyond(inches, own):
        says = say(
            "{who} charges {inches}. Charging Fire needs a charge of more than {own}",
            who=Who(who),
            inches=Length.of(inches),
            own=Length.of(own),
        )
        found.append(Break("charging-fire.long-charge", says))
    weapon = _weapon(table, who, name)
    if weapon is None:
        found.append(Break("charging-fire.weapons", _no_weapon(who, name)))
    elif weapon.text("kind") not in HANDY:
        says = say("{weapon} isn't a pistol or an Assault Weapon", weapon=Thing(name))
        found.append(Break("charging-fire.weapons", says))
    return found


def _no_weapon(who: str, name: str) -> Sentence:
    if name == "any":
        return say("{who} has no pistol or Assault Weapon to fire", who=Who(who))
    return say("{who} has no weapon called {weapon}", who=Who(who), weapon=Quoted(name))


def breaks(
    table: Table,
    declaration: Declaration,
    trips: Mapping[str, Trip],
    chargers: tuple[str, ...],
    foes: tuple[str, ...],
) -> list[Break]:
    """The clauses that declared Charging Fire breaks."""
    name = declaration.details.text("fire")
    if not name:
        return []
    found = []
    if declaration.details.get("fleet") is True:
        says = say("A charge has Charging Fire or Fleet inches, not both")
        found.append(Break("charging-fire.not-with-fleet", says))
    aim = declaration.details.text("fire_at") or declaration.target
    if not any(aim in (foe, action.unit_of(table, foe)) for foe in foes):
        says = say(
            "{target} isn't the target of the charge. Fire at the unit you charge", target=called(table, aim)
        )
        found.append(Break("charging-fire.only-target", says))
    each = [_problems(table, who, trips[who], name) for who in chargers]
    # Members of a unit that cannot fire do not, without breaking a rule.
    return found + [problem for problems in each for problem in problems] if all(each) else found


def exchange(
    game: Game,
    declaration: Declaration,
    trips: Mapping[str, Trip],
    chargers: tuple[str, ...],
    foes: tuple[str, ...],
) -> Procedure[None]:
    """All shots of a charge, in the order set by Initiative and cover."""
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
    """The side that fires first ("chargers", "charged", or both "together"), and the clause behind it."""
    covered = [foe for foe in foes if table.models[foe].is_(IN_COVER)]
    if 2 * len(covered) > len(foes):
        return "charged", ("charging-fire.cover-first",)
    ours, theirs = split.majority(table, chargers), split.majority(table, foes)
    cited = ("charging-fire.who-fires-first",)
    if ours > theirs:
        return "chargers", cited
    return ("together" if ours == theirs else "charged"), cited


def _answer(game: Game, target: str, chargers: tuple[str, ...], *clauses: str) -> Procedure[None]:
    """The charged unit fires; the casualties are asked for, as shooting is outside movement."""
    cited = clauses or ("charging-fire.who-fires-first",)
    yield from do(Reported("fires at the chargers", target), *cited)
    asked = Ruling(
        f"who falls to the fire of {target}",
        "names of chargers",
        (),
        cited,
        target,
        says=say("Which chargers are lost to the fire of {target}?", target=Who(target)),
        takes=say("names of chargers"),
    )
    for name in _names((yield from rule(asked))):
        if name in on_table(game.now, chargers):
            yield from loads.release(game, name, game.now.models[name].place, *cited)
            yield from do(Removed(name, "shot while charging"), *cited)


def _names(value: Value) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, tuple) else (str(value),)


def _shot(game: Game, who: str, name: str, foes: tuple[str, ...], *clauses: str) -> Procedure[None]:
    """One shot of Charging Fire."""
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
    hit = yield from to_hit(table, who, RUNNING_BS, SHOT, *cited, modifiers=modifiers)
    details = Record(at=foe, weapon=weapon.text("name"), range=amount(away))
    target, gun, far = Who(foe), Thing(weapon.text("name")), Length.of(away)
    if hit:
        said = say("hits {target} with {weapon} at {range}", target=target, weapon=gun, range=far)
    else:
        said = say("misses {target} with {weapon} at {range}", target=target, weapon=gun, range=far)
    yield from do(Reported("hits" if hit else "misses", who, details, said), *cited)


def _nearest(table: Table, who: str, foes: tuple[str, ...]) -> str:
    here = table.pose(who)
    return min(on_table(table, foes), key=lambda foe: math.dist(here[:3], table.pose(foe)[:3]))


def _modifiers(table: Table, who: str, foe: str, weapon: Record) -> Procedure[tuple[Modifier, ...]]:
    """The modifiers of a shot: shotguns, the target's size and cover, and how the target moved."""
    found = []
    if weapon.get("shotgun") is True:
        found.append(Modifier(1, say("Shotgun at half range"), "charging-fire.shotguns"))
    if table.models[foe].profile.number("size") > MAN_SIZED:
        found.append(Modifier(1, say("Large target"), "charging-fire.bs-one"))
    if table.models[foe].is_(IN_COVER):
        asked = Ruling(
            f"cover of {foe}",
            "the modifier to hit",
            USUAL_COVER,
            ("charging-fire.bs-one",),
            who,
            says=say("What is the modifier for the cover of {foe}?", foe=Who(foe)),
            takes=say("the modifier to hit"),
        )
        given = yield from rule(asked)
        cover = given if isinstance(given, int) else USUAL_COVER
        found.append(Modifier(cover, say("Target in cover"), "charging-fire.bs-one"))
    for (value, why), says in (
        (speed.as_target(table, foe), say("Target moved fast")),
        (tactical.as_target(table, foe), say("Target moved tactically")),
    ):
        found += [Modifier(value, says, clause) for clause in why] if value else []
    return tuple(found)
