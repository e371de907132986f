"""Damage to vehicles: locations, Damage results and their effects."""

from __future__ import annotations

from bisect import bisect_left

from surefoot.dice.host import Game
from surefoot.dice.pool import D6, Dice, Faces
from surefoot.dice.readings import Row
from surefoot.dice.requests import Break, Choice, Modifier, Procedure, Refused, Roll, choose, do, roll, sub
from surefoot.language import Either, Notation, Quoted, Term, Text, Thing, Who, say
from surefoot.records import dataclass
from surefoot.referee.catalogue import load
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic import lose_control, wreck
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import own_traits
from surefoot.rulesets.necromunda_classic.handling import handling_test, keeps_control
from surefoot.rulesets.necromunda_classic.hits import Hit, is_wounded
from surefoot.rulesets.necromunda_classic.movement import Tested
from surefoot.rulesets.necromunda_classic.vehicle import (
    CREW_DAMAGE,
    DRIVE_DAMAGE,
    ENGINE_DAMAGE,
    FACINGS,
    HULL_LOST,
    STALLED,
    Facing,
    hull_points_left,
    stands_as_vehicle,
    toughness,
)
from surefoot.table.effects import Became, Counted, Noted, Reported
from surefoot.table.record import Record
from surefoot.table.words import corrected, likely

CLAUSE = "support.vehicle-damage"
# The two dice of an unsaved wound: the highest face of each result.
LOCATIONS = Row(((3, "Body"), (4, "Crew"), (5, "Drive"), (6, "Engine")))
RESULTS = ("Glancing", "Penetrating", "Catastrophic")
UP_TO = (3, 5, 6)
# More Damage than any weapon does; each point is a dice.
MOST_DAMAGE = 20


@dataclass(frozen=True, slots=True)
class Results:
    """The different results of some Damage dice, the worst first."""

    def __call__(self, faces: Faces) -> tuple[str, ...]:
        found = {bisect_left(UP_TO, face) for face in {*faces}}
        return tuple(RESULTS[i] for i in sorted(found, reverse=True))

    def needs(self) -> Text:
        return ""


@dataclass(frozen=True, slots=True)
class Target:
    """The facts about a vehicle that decide a hit."""

    who: str
    toughness: int
    save: int
    side: str


@dataclass(frozen=True, slots=True)
class Damage:
    """A location of a vehicle and its Damage result."""

    location: str
    result: str


def suffer(
    game: Game, who: str, facings: tuple[Facing, ...], hit: Hit, *clauses: str, location: str = ""
) -> Procedure[None]:
    """A vehicle takes a hit on a facing, and on a location if one is given."""
    model = game.now.models[who]
    target = Target(who, toughness(model, facings), model.profile.number("Sv", 7), model.side)
    damage = yield from sub(resolve, target, hit, location, clauses)
    if damage is not None:
        yield from damaged(game, who, damage)


def resolve(target: Target, hit: Hit, location: str, clauses: tuple[str, ...]) -> Procedure[Damage | None]:
    """One hit, from the wound roll to the Damage result that the opposing player chooses."""
    wounded = yield from is_wounded(target.who, target.toughness, target.save, hit, clauses)
    if not wounded:
        return None
    if not location:
        location = yield from roll(Roll("location dice", D6, LOCATIONS, target.who, (CLAUSE,), assume="Body"))
    results = yield from roll(
        Roll("damage dice", Dice(hit.damage), Results(), target.who, (CLAUSE,), assume=RESULTS[:1])
    )
    by = f"opponent of {target.side}"
    request = Choice(
        "which damage counts",
        results,
        by,
        (CLAUSE,),
        target.who,
        says=say("Which Damage result does {who} suffer?", who=Who(target.who)),
        labels=tuple(say("{result}", result=Term(result)) for result in results),
    )
    picked = yield from choose(request)
    return Damage(location, str(picked))


def damaged(game: Game, who: str, damage: Damage, *clauses: str, tested: Tested = ()) -> Procedure[None]:
    """Apply a row of the damage table: Hull Points, the effect, and the test that follows."""
    rows = load("surefoot.rulesets.necromunda_classic").rows(CLAUSE)
    row = next(row for row in rows if (row["location"], row["damage"]) == (damage.location, damage.result))
    cited = clauses or (CLAUSE,)
    details = Record(location=damage.location, result=damage.result)
    yield from do(Reported("is damaged", who, details), *cited)
    points = -int(row["hp"])
    effect = str(row.get("effect", ""))
    if effect.startswith("random weapon lost"):
        points = yield from _weapon_lost(game, who, points)
    lost = min(points, hull_points_left(game.now.models[who]))
    if lost > 0:
        yield from do(Counted(who, HULL_LOST, lost), *cited)
    if hull_points_left(game.now.models[who]) <= 0:
        yield from wreck.wrecked(game, who)
        return
    yield from _effect(game, who, effect, cited)
    if stands_as_vehicle(game.now.models[who]):
        yield from _then(game, who, str(row.get("then", "")), tested)


def _weapon_lost(game: Game, who: str, points: int) -> Procedure[int]:
    """A random weapon is lost, or a second Hull Point by a vehicle without one. Returns the Hull Points to lose."""
    weapons = own_traits(game.now, who).get("weapons")
    names = [*weapons] if isinstance(weapons, Record) else []
    left = [name for name in names if not game.now.note(f"lost-{name}", who)]
    if not left:
        return points + 1
    which = yield from roll(
        Roll("which weapon", Dice(1, len(left)), Row(tuple(enumerate(left, 1))), who, (CLAUSE,))
    )
    yield from do(Noted(f"lost-{which}", who, True, "game"), CLAUSE)
    says = say("loses a weapon: {weapon}", weapon=Notation(str(which)))
    yield from do(Reported("loses a weapon", who, Record(weapon=which), says), CLAUSE)
    return points


def _effect(game: Game, who: str, effect: str, cited: tuple[str, ...]) -> Procedure[None]:
    """The effect of a Damage result besides the Hull Points."""
    if effect == "vehicle and riders Concussed":
        for name in (who, *(rider.id for rider in game.now.riders(who))):
            yield from do(Reported("is Concussed", name), CLAUSE)
    elif effect == "at most M per activation":
        yield from do(Counted(who, ENGINE_DAMAGE, 1), CLAUSE)
    elif effect == "BS and Handling worse by 1":
        yield from do(Counted(who, CREW_DAMAGE, 1), CLAUSE)
    elif effect.endswith("to all Handling tests"):
        yield from do(Counted(who, DRIVE_DAMAGE, -int(effect.split(maxsplit=1)[0])), *cited)
    if effect.startswith("Loses Control"):
        yield from lose_control.lose_control(game, who, CLAUSE)
    if effect.endswith("Stationary and Stalled") and stands_as_vehicle(game.now.models[who]):
        yield from stall(game, who)


def _then(game: Game, who: str, then: str, tested: Tested) -> Procedure[None]:
    """The test that a Damage result asks for; dangerous areas that were tested for are not tested for again."""
    if then == "Stall":
        says = say("Handling test to avoid Stalling")
        holds = yield from handling_test(game.now, who, "not stalling", says, CLAUSE)
        if not holds:
            yield from stall(game, who)
    elif then.startswith("Control"):
        worse = int(then.removeprefix("Control").removeprefix(" at ") or 0)
        holds = yield from keeps_control(
            game.now, who, CLAUSE, modifiers=(Modifier(worse, say("Damage result"), CLAUSE),)
        )
        if not holds:
            yield from lose_control.lose_control(game, who, CLAUSE, tested=tested)


def stall(game: Game, who: str) -> Procedure[None]:
    """A vehicle becomes Stationary and Stalled."""
    if not game.now.models[who].is_(STALLED):
        yield from do(Became(who, (STALLED,)), CLAUSE)


def crosses(game: Game, who: str, area: str, tested: Tested) -> Procedure[bool]:
    """The Handling test for dangerous ground; if it fails, the Drive is hit. Whether the vehicle drives on.

    `tested` are the areas that need no more tests in this action, this one among them.
    """
    driving = edition(game.now).driving
    says = say("Handling test to cross {area}", area=Thing(area))
    safe = yield from handling_test(game.now, who, f"crossing {area}", says, *driving.dangerous_test)
    if safe:
        for clause in driving.dangerous_pass:
            yield from do(Reported("crosses unharmed", who, Record(area=area)), clause)
        return True
    return (yield from catastrophic_drive(game, who, *driving.dangerous_fail, tested=tested))


def catastrophic_drive(game: Game, who: str, *clauses: str, tested: Tested = ()) -> Procedure[bool]:
    """A Catastrophic hit to the Drive without a roll. Whether the vehicle stays in control, where it was."""
    before = game.now.pose(who)
    cited = (*clauses, edition(game.now).driving.drive)
    yield from damaged(game, who, Damage("Drive", "Catastrophic"), *cited, tested=tested)
    return stands_as_vehicle(game.now.models[who]) and game.now.pose(who) == before


def vehicle_hit(game: Game, declaration: Declaration) -> Procedure[None]:
    """A hit from outside movement: on a facing, or a Damage result on a location."""
    who, details = declaration.actor, declaration.details
    if not stands_as_vehicle(game.now.models[who]):
        says = say("{who} can't be hit as a vehicle: it is not a vehicle in play", who=Who(who))
        raise Refused(Break("support.statuses", says))
    location, result = details.text("location"), details.text("result")
    facing = details.text("facing", "front")
    found = []
    if location and location not in [label for _, label in LOCATIONS.rows]:
        says = say(
            "There is no location {location}: use {known}",
            location=Quoted(location),
            known=Either(tuple(Notation(label) for _, label in LOCATIONS.rows)),
        )
        labels = [label for _, label in LOCATIONS.rows]
        found.append(Break(CLAUSE, corrected(says, likely(location, labels))))
    if result and (result not in RESULTS or not location):
        says = say(
            "A Damage result is {results}, together with a location",
            results=Either(tuple(Notation(each) for each in RESULTS)),
        )
        found.append(Break(CLAUSE, says if result in RESULTS else corrected(says, likely(result, RESULTS))))
    if facing not in FACINGS:
        says = say(
            "There is no facing {facing}: use {known}",
            facing=Quoted(facing),
            known=Either(tuple(Notation(each) for each in FACINGS)),
        )
        found.append(Break("support.vehicle-facing", corrected(says, likely(facing, FACINGS))))
    if not 1 <= details.number("damage", 1) <= MOST_DAMAGE:
        found.append(Break(CLAUSE, say("The Damage of a hit must be from 1 to {most}", most=MOST_DAMAGE)))
    if found:
        raise Refused(*found)
    if result:
        yield from damaged(game, who, Damage(location, result))
        return
    hit = Hit(details.number("strength"), details.number("ap"), details.number("damage", 1))
    facings: tuple[Facing, ...] = (facing,)  # type: ignore[assignment]  # one of the three
    yield from suffer(game, who, facings, hit, CLAUSE, "support.vehicle-facing", location=location)
