"""Action Points: who may act, what an action costs, and the run of moves that an allowance belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Ruling, do, rule
from surefoot.rulesets.gemini_arap.figure import FALLEN, MOB, movement_clause, on_table
from surefoot.rulesets.gemini_arap.laying import MOST_AP
from surefoot.table.effects import ClockSet, Expired, Noted, Stopped
from surefoot.table.model import Unit
from surefoot.table.record import Record
from surefoot.table.table import Table

# What a figure did with its actions in this player turn, in order.
DID = "did"
# The moves made one after the other up to now, with all that they paid for.
RUN = "run"
AP = "ap"
ACTIVATED = "activated"
# The squad that a part of it comes from.
ORIGIN = "origin"
# A character that joined a unit after acting for itself this turn.
CAME = "came"
# A figure that hugged the ground, until its unit is activated again.
HUGGED = "hugged"
# A climb that failed: no other movement in this player turn.
HELD = "held"
# Tools that only try things out assume this many.
USUAL_AP = 2


def unit_of(table: Table, who: str) -> str:
    """The unit that a model acts with; one on its own, or that joined a unit this turn, is a unit of one."""
    if who in table.units or table.note(CAME, who) is not None:
        return who
    return table.models[who].unit or who


def members(table: Table, who: tuple[str, ...]) -> tuple[str, ...]:
    """The models on the table that act together."""
    found: list[str] = []
    for name in who:
        found += table.units[name].models if name in table.units else (name,)
    return on_table(table, tuple(dict.fromkeys(found)))


def is_squad(table: Table, who: tuple[str, ...]) -> bool:
    """Whether a declaration is for a squad as a whole: it names the unit, or every figure of it."""
    if who[0] in table.units:
        return True
    return len(who) > 1 and set(members(table, who)) == set(members(table, (unit_of(table, who[0]),)))


def origin(table: Table, unit: str) -> str:
    """The squad that a unit is a part of; its own name if it is a squad of its own."""
    return str(table.note(ORIGIN, unit) or unit)


def standing(table: Table, unit: str) -> Unit | None:
    """The squad on which the rules of a unit are written; None for figures without one."""
    return table.units.get(origin(table, unit))


def is_mob(table: Table, unit: str) -> bool:
    """Whether a unit is a mob: it says so, or all its figures do."""
    squad = standing(table, unit)
    names = members(table, (unit,))
    return (squad is not None and MOB in squad.keywords) or (
        bool(names) and all(table.models[name].has(MOB) for name in names)
    )


def acting(table: Table, who: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some figures who act together: not a character that has joined them after acting alone."""
    names = members(table, who)
    return names if len(names) == 1 else tuple(name for name in names if table.note(CAME, name) is None)


def left(table: Table, names: tuple[str, ...], have: int | None) -> int:
    """Action Points that figures who act together have left of so many, as far as anybody has said."""
    return (USUAL_AP if have is None else have) - len(done(table, names))


def did(table: Table, who: str) -> tuple[str, ...]:
    """The actions of a figure in this player turn."""
    value = table.note(DID, who)
    return tuple(str(each) for each in value) if isinstance(value, tuple) else ()


def done(table: Table, names: tuple[str, ...]) -> tuple[str, ...]:
    """The actions of figures who act together: of those who have done most, where parts have come together."""
    return max((did(table, name) for name in names), key=len, default=())


def points(table: Table, unit: str) -> int | None:
    """Action Points of a unit in this activation; None if nobody has said."""
    noted = table.note(AP, unit)
    if isinstance(noted, int):
        return noted
    own = table.units[unit].profile if unit in table.units else Record()
    for profile in (own, *(table.models[name].profile for name in members(table, (unit,)))):
        if "ap" in profile:
            return profile.number("ap")
    return None


def breaks(
    table: Table, who: tuple[str, ...], need: int = 0, stated: int | None = None, *wanted: str
) -> list[Break]:
    """Everything that forbids a unit to spend so many Action Points now, and the clauses that want as many."""
    unit = unit_of(table, who[0])
    found: list[Break] = []
    names = acting(table, who)
    if not names:
        carried = [name for name in who if name in table.models and table.models[name].place.kind == "aboard"]
        aboard = [
            Break("swim.ship-pick-up", f"{name} is aboard {table.models[name].place.on}") for name in carried
        ]
        return aboard or [Break("support.action-points", f"{unit} has no model on the table that could act")]
    units = list(dict.fromkeys(unit_of(table, name) for name in who))
    if len(units) > 1:
        says = f"{' and '.join(units)} are units of their own, and each acts for itself"
        found.append(Break("split.platoons", says))
    side = table.models[names[0]].side
    if table.clock.side and table.clock.side != side:
        found.append(Break("support.action-points", f"it is the turn of {table.clock.side}"))
    if table.note(ACTIVATED, unit) and table.clock.active != unit:
        found.append(Break("support.action-points", f"the activation of {unit} is over"))
    known = table.note(AP, unit)
    if stated is not None and not 0 <= stated <= MOST_AP:
        found.append(Break("support.action-points", f"a unit has 0 to {MOST_AP} Action Points, not {stated}"))
    elif stated is not None and isinstance(known, int) and known != stated:
        found.append(Break("support.action-points", f"{unit} was activated with {known} Action Points"))
    over = left(table, names, stated if stated is not None else points(table, unit))
    if over < need:
        says = f"{unit} needs {need} AP and has {max(0, over)} left"
        found += [Break(clause, says) for clause in ("support.action-points", *wanted)]
    return found


def activate(game: Game, who: tuple[str, ...], stated: int | None, need: int) -> Procedure[bool]:
    """Begin or go on with an activation; the number of Action Points comes from outside; true if there are enough."""
    unit = unit_of(game.now, who[0])
    first = acting(game.now, who)[0]
    have = stated
    if have is None and points(game.now, unit) is None:
        side = game.now.models[first].side
        answer = yield from rule(
            Ruling(f"Action Points of {unit}", f"0 to {MOST_AP}", USUAL_AP, ("support.action-points",), side)
        )
        have = answer if isinstance(answer, int) and 0 <= answer <= MOST_AP else USUAL_AP
    if have is not None and game.now.note(AP, unit) != have:
        yield from do(Noted(AP, unit, have, "turn"), "support.action-points")
    short = breaks(game.now, who, need)
    if short:
        yield from do(Stopped(first, str(short[0].says)), "support.action-points")
    return not short


def spend(game: Game, names: tuple[str, ...], kind: str, count: int, *clauses: str) -> Procedure[None]:
    """Spend Action Points: every figure of the unit does the same."""
    unit = unit_of(game.now, names[0])
    if game.now.clock.active != unit:
        yield from do(ClockSet(game.now.clock.changed(active=unit)), *clauses)
        yield from do(Noted(ACTIVATED, unit, True, "turn"), *clauses)
        for name in members(game.now, (unit,)):
            if game.now.note(HUGGED, name) is not None:
                yield from do(Expired("event", name, "activation"), "tactical.harder-to-hit")
    for name in acting(game.now, names):
        yield from do(Noted(DID, name, (*did(game.now, name), *((kind,) * count)), "turn"), *clauses)
        if kind != "move":
            yield from forget(game, RUN, name, *clauses)


def forget(game: Game, key: str, who: str, *clauses: str) -> Procedure[None]:
    """What was noted of a figure holds no more."""
    if game.now.note(key, who) is not None:
        # However long it was to be kept.
        yield from do(Noted(key, who, None, "turn"), *clauses)


def move_clauses(table: Table, names: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The clauses behind spending Action Points on movement."""
    cited = ["allowance.one-ap-one-move", *(movement_clause(table.models[name]) for name in names)]
    already = done(table, names)
    in_a_row = count + len(trailing(already))
    if in_a_row > 1:
        cited.append("action.multiple-moves")
        if _enemies(table, names[0]):
            cited.append("action.no-enemy-limit")
        if "fire" in already:
            cited.append("action.fire-and-multiple-move")
    if "fire" in already:
        cited.append("action.splits")
    return tuple(dict.fromkeys(cited))


def trailing(already: tuple[str, ...]) -> list[str]:
    """The moves at the end of what was done: they belong to one run with the next."""
    found: list[str] = []
    for each in reversed(already):
        if each != "move":
            break
        found.append(each)
    return found


def _enemies(table: Table, who: str) -> bool:
    """Whether enemies of a figure are on the table."""
    side = table.models[who].side
    return any(other.side != side and other.place.on_table for other in table.models.values())


def down(table: Table, who: str) -> list[Break]:
    """What keeps a figure that fell from acting."""
    model = table.models[who]
    if model.is_(FALLEN):
        if table.note("fell", who) is not None:
            return [Break("fall.no-more-move-or-hide", f"{who} fell and can do nothing more this turn")]
        return [Break("fall.prone-next-turn", f"{who} fell: first it gets up or gathers its wits")]
    return []


def held(table: Table, who: str) -> list[Break]:
    """What keeps a figure that may act from moving."""
    if table.note(HELD, who) is None:
        return []
    return [Break("climb.fail-up", f"{who} failed a climb and moves no more this turn")]


def afoot(table: Table, who: str) -> list[Break]:
    """What keeps a figure from moving on its feet: a failed climb, or deep water round it."""
    found = held(table, who)
    if table.models[who].place.kind == "water":
        found.append(Break("swim.distance", f"{who} is in deep water: it swims, or climbs out"))
    return found


def is_under_way(table: Table, who: str) -> bool:
    """Whether an activation has begun: until then its Action Points may still be stated."""
    names = members(table, (who,))
    return table.note(AP, unit_of(table, who)) is not None or any(did(table, name) for name in names)


@dataclass(frozen=True, slots=True)
class Permits:
    """What forbids any action to somebody now, whatever its path; Action Points may still be stated with it."""

    def __call__(self, table: Table, who: str) -> tuple[Break, ...]:
        found = breaks(table, (who,), int(is_under_way(table, who)))
        if who in table.models:
            found += down(table, who)
        return tuple(found)
