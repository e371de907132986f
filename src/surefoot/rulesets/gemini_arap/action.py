"""Action Points: which units may act, the cost of actions, and runs of consecutive moves."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Ruling, do, rule
from surefoot.language import Sentence, Who, count, say
from surefoot.records import dataclass
from surefoot.referee.remember import remembered
from surefoot.rulesets.gemini_arap.figure import FALLEN, MOB, movement_clause, on_table
from surefoot.rulesets.gemini_arap.laying import MOST_AP
from surefoot.table.effects import ClockSet, Expired, Noted, Stopped
from surefoot.table.model import Unit
from surefoot.table.record import Record
from surefoot.table.table import Table

# The actions of a figure in this player turn, in order.
DID = "did"
# The consecutive moves up to now, with everything that they paid for.
RUN = "run"
AP = "ap"
ACTIVATED = "activated"
# The squad that a part of it comes from.
ORIGIN = "origin"
# A character that joined a unit this turn, after acting on its own.
CAME = "came"
# A figure that moved tactically, until its unit is activated again.
HUGGED = "hugged"
# A figure whose climb failed: it does not move again in this player turn.
HELD = "held"
# Action Points that analysis tools assume.
USUAL_AP = 2


def unit_of(table: Table, who: str) -> str:
    """The unit that a model acts with. A model on its own, or one that joined a unit this turn, is a unit of one."""
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
    """The squad that a unit was split from; the unit itself if it was not."""
    return str(table.note(ORIGIN, unit) or unit)


def standing(table: Table, unit: str) -> Unit | None:
    """The squad whose profile and keywords apply to a unit; None for figures without a squad."""
    return table.units.get(origin(table, unit))


def is_mob(table: Table, unit: str) -> bool:
    """Whether a unit is a mob: by its own keyword, or by that of all its figures."""
    squad = standing(table, unit)
    names = members(table, (unit,))
    return (squad is not None and MOB in squad.keywords) or (
        bool(names) and all(table.models[name].has(MOB) for name in names)
    )


def acting(table: Table, who: tuple[str, ...]) -> tuple[str, ...]:
    """The figures that act together, without a character that joined them this turn after acting alone."""
    names = members(table, who)
    return names if len(names) == 1 else tuple(name for name in names if table.note(CAME, name) is None)


def left(table: Table, names: tuple[str, ...], have: int | None) -> int:
    """Action Points left to figures that act together; `have` is None if no number was stated."""
    return (USUAL_AP if have is None else have) - len(done(table, names))


def did(table: Table, who: str) -> tuple[str, ...]:
    """The actions of a figure in this player turn."""
    value = table.note(DID, who)
    return tuple(str(each) for each in value) if isinstance(value, tuple) else ()


def done(table: Table, names: tuple[str, ...]) -> tuple[str, ...]:
    """The actions of figures that act together: those of the figure with most, where parts have merged."""
    return max((did(table, name) for name in names), key=len, default=())


@remembered
def points(table: Table, unit: str) -> int | None:
    """Action Points of a unit in this activation; None if no number was stated."""
    noted = table.note(AP, unit)
    if isinstance(noted, int):
        return noted
    own = table.units[unit].profile if unit in table.units else Record()
    for profile in (own, *(table.models[name].profile for name in members(table, (unit,)))):
        if "ap" in profile:
            return profile.number("ap")
    return None


def absent(table: Table, who: tuple[str, ...]) -> list[Break]:
    """The reason why a unit without figures on the table can't act; nothing if there are any."""
    if acting(table, who):
        return []
    aboard = [
        Break(
            "swim.ship-pick-up",
            say("{who} is aboard {ship} and can't act", who=Who(name), ship=Who(table.models[name].place.on)),
        )
        for name in who
        if name in table.models and table.models[name].place.kind == "aboard"
    ]
    empty = say("{unit} has no models on the table that can act", unit=Who(unit_of(table, who[0])))
    return aboard or [Break("support.action-points", empty)]


def breaks(
    table: Table, who: tuple[str, ...], need: int = 0, stated: int | None = None, *because: Break
) -> list[Break]:
    """The reasons why a unit can't spend `need` Action Points now; `because` explains why it needs that many."""
    unit = unit_of(table, who[0])
    found: list[Break] = []
    names = acting(table, who)
    if not names:
        return absent(table, who)
    units = list(dict.fromkeys(unit_of(table, name) for name in who))
    if len(units) > 1:
        says = say(
            "{units} are separate units. Declare an action for one of them",
            units=tuple(Who(each) for each in units),
        )
        found.append(Break("split.platoons", says))
    side = table.models[names[0]].side
    if table.clock.side and table.clock.side != side:
        says = say("It's {side}'s turn", side=Who(table.clock.side))
        found.append(Break("support.action-points", says))
    if table.note(ACTIVATED, unit) and table.clock.active != unit:
        says = say("{unit} has already finished its activation this turn", unit=Who(unit))
        found.append(Break("support.action-points", says))
    known = table.note(AP, unit)
    if stated is not None and not 0 <= stated <= MOST_AP:
        says = say("A unit has 0 to {most} Action Points, not {given}", most=MOST_AP, given=stated)
        found.append(Break("support.action-points", says))
    elif stated is not None and isinstance(known, int) and known != stated:
        says = count(
            "{unit} was activated with {n} Action Point, not {given}",
            "{unit} was activated with {n} Action Points, not {given}",
            known,
            unit=Who(unit),
            given=stated,
        )
        found.append(Break("support.action-points", says))
    over = left(table, names, stated if stated is not None else points(table, unit))
    if over < need:
        found += [Break("support.action-points", _too_few(unit, need, max(0, over))), *because]
    return found


def _too_few(unit: str, need: int, over: int) -> Sentence:
    if not need:
        return say("{unit} has already spent more Action Points than that", unit=Who(unit))
    return count(
        "{unit} needs {n} Action Point and has {left} left",
        "{unit} needs {n} Action Points and has {left} left",
        need,
        unit=Who(unit),
        left=over,
    )


def activate(game: Game, who: tuple[str, ...], stated: int | None, need: int) -> Procedure[bool]:
    """Begin or continue an activation, asking for its Action Points if needed. Returns whether there are enough."""
    unit = unit_of(game.now, who[0])
    first = acting(game.now, who)[0]
    if game.now.clock.active != unit:
        for name in members(game.now, (unit,)):
            if game.now.note(HUGGED, name) is not None:
                yield from do(Expired("event", name, "activation"), "tactical.harder-to-hit")
    have = stated
    if have is None and points(game.now, unit) is None:
        side = game.now.models[first].side
        answer = yield from rule(
            Ruling(
                f"Action Points of {unit}",
                f"0 to {MOST_AP}",
                USUAL_AP,
                ("support.action-points",),
                side,
                says=say("How many Action Points does {unit} have this turn?", unit=Who(unit)),
                takes=say("0 to {most}", most=MOST_AP),
            )
        )
        have = answer if isinstance(answer, int) and 0 <= answer <= MOST_AP else USUAL_AP
    if have is not None and game.now.note(AP, unit) != have:
        yield from do(Noted(AP, unit, have, "turn"), "support.action-points")
    short = breaks(game.now, who, need)
    if short:
        over = max(0, left(game.now, acting(game.now, who), points(game.now, unit)))
        why = f"{unit} needs {need} AP and has {over} left"
        yield from do(Stopped(first, why, says=_too_few(unit, need, over)), "support.action-points")
    return not short


def spend(game: Game, names: tuple[str, ...], kind: str, count: int, *clauses: str) -> Procedure[None]:
    """Spend Action Points: every figure of the unit does the same."""
    unit = unit_of(game.now, names[0])
    if game.now.clock.active != unit:
        yield from do(ClockSet(game.now.clock.changed(active=unit)), *clauses)
        yield from do(Noted(ACTIVATED, unit, True, "turn"), *clauses)
    for name in acting(game.now, names):
        yield from do(Noted(DID, name, (*did(game.now, name), *((kind,) * count)), "turn"), *clauses)
        if kind != "move":
            yield from forget(game, RUN, name, *clauses)


def forget(game: Game, key: str, who: str, *clauses: str) -> Procedure[None]:
    """Clear a note about a figure, whatever its lifetime."""
    if game.now.note(key, who) is not None:
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
    """The moves at the end of a list of actions: they form one run with the next move."""
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
    """The clauses that keep a fallen figure from acting."""
    model = table.models[who]
    if model.is_(FALLEN):
        if table.note("fell", who) is not None:
            says = say("{who} fell and can't do anything more this turn", who=Who(who))
            return [Break("fall.no-more-move-or-hide", says)]
        says = say("{who} has fallen and must first get up or gather its wits", who=Who(who))
        return [Break("fall.prone-next-turn", says)]
    return []


def held(table: Table, who: str) -> list[Break]:
    """The clause that keeps a figure from moving after a failed climb."""
    if table.note(HELD, who) is None:
        return []
    return [Break("climb.fail-up", say("{who} failed a climb and can't move again this turn", who=Who(who)))]


def afoot(table: Table, who: str) -> list[Break]:
    """The clauses that keep a figure from moving on foot: a failed climb, or deep water."""
    found = held(table, who)
    if table.models[who].place.kind == "water":
        says = say("{who} is in deep water. Swim, or climb out", who=Who(who))
        found.append(Break("swim.distance", says))
    return found


def gets_up_first(who: str) -> Break:
    """The clause that keeps a Prone figure from acting on its feet."""
    return Break("prone.getting-up-costs-action", say("{who} is Prone and must get up first", who=Who(who)))


def is_under_way(table: Table, who: str) -> bool:
    """Whether an activation has begun: until then its Action Points may still be stated."""
    names = members(table, (who,))
    return table.note(AP, unit_of(table, who)) is not None or any(did(table, name) for name in names)


@dataclass(frozen=True, slots=True)
class Permits:
    """The clauses that forbid a model or unit any action now. Action Points may still be stated with the action."""

    def __call__(self, table: Table, who: str) -> tuple[Break, ...]:
        found = breaks(table, (who,), int(is_under_way(table, who)))
        if who in table.models:
            found += down(table, who)
        return tuple(found)
