"""Firing, as far as movement is concerned: its action, and the pivot that may go with it."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice
from surefoot.language import Angle, Notation, Quoted, Sentence, Who, say
from surefoot.records import replace
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.gemini_arap import action, doorway, morale, squads, tactical, turn
from surefoot.rulesets.gemini_arap.move import stated
from surefoot.rulesets.gemini_arap.purse import past
from surefoot.table.effects import Moved, Reported
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.words import corrected, likely

# When a figure pivots that fires.
WHEN = ("before", "after")


def fire(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Firing Action: one shot, with a free pivot before or after it."""
    table, who = game.now, declaration.actor
    names = action.acting(table, declaration.who)
    found = action.breaks(table, declaration.who, 1, stated(declaration))
    for name in names:
        found += action.down(table, name)
    pivot = from_lattice(declaration.details.number("turn"))
    for name in names if pivot else ():
        total = turn.turned(table, name) + abs(pivot)
        if beyond(total, turn.FREE):
            says = say(
                "{who} would turn {total} this turn. More than {free} takes a Movement Action",
                who=Who(name),
                total=Angle.of(total),
                free=Angle.of(turn.FREE),
            )
            found.append(Break("turn.stationary-needs-move-action", says))
    when = declaration.details.text("when", "before")
    if when not in WHEN:
        says = say("Pivot before or after the shot, not {when}", when=Quoted(when))
        found.append(Break("turn.fire-before-or-after", corrected(says, likely(when, WHEN))))
    if found:
        raise Refused(*found)
    if not (yield from squads.begin(game, declaration.who, stated(declaration))):
        return
    clauses = _clauses(action.done(table, names))
    if any(_backed_away(table, name) for name in names):
        clauses = (*clauses, "backup.shoot-and-retreat")
    if pivot and when == "before":
        yield from _pivot(game, names, pivot, "turn.free-in-move-or-fire")
    yield from action.spend(game, names, "fire", 1, *clauses)
    worse, why = tactical.as_shooter(table, who)
    details = Record(modifier=worse) if worse else Record()
    names = yield from doorway.shooters(game, names)
    if declaration.target:
        details = details.changed(at=(yield from morale.aim(game, names, declaration.target)))
    yield from do(Reported("fires", who, details, _fires(details.text("at"), worse)), *clauses, *why)
    if pivot and when == "after":
        yield from _pivot(game, names, pivot, "turn.free-in-move-or-fire", "turn.fire-before-or-after")
    yield from squads.over(game, action.unit_of(game.now, who))


def _fires(at: str, modifier: int) -> Sentence:
    to_hit = Notation(f"{modifier:+d}")
    if at:
        said = say("fires at {target}", target=Who(at))
        return (
            said
            if not modifier
            else say("fires at {target} ({to_hit} to hit)", target=Who(at), to_hit=to_hit)
        )
    return say("fires ({to_hit} to hit)", to_hit=to_hit) if modifier else say("fires")


def _clauses(already: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses behind a shot among other actions."""
    cited = ["support.action-points"] if not already else ["action.splits"]
    if already.count("move") > 1:
        cited.append("action.fire-and-multiple-move")
    return tuple(cited)


def _backed_away(table: Table, name: str) -> bool:
    """Whether the last stride of a figure's moves was backwards."""
    items = past(table, name)
    return bool(items) and items[-1].stride.manner == "backwards"


def _pivot(game: Game, names: tuple[str, ...], degrees: float, *clauses: str) -> Procedure[None]:
    for name in names:
        place = game.now.models[name].place
        total = turn.turned(game.now, name) + abs(degrees)
        yield from turn.remember(name, total, "turn.one-free-ninety", *clauses)
        facing = (place.facing + to_lattice(degrees)) % to_lattice(360.0)
        yield from do(Moved(name, replace(place, facing=facing), "turns"), *clauses)


def no_running(table: Table, who: str) -> tuple[Break, ...]:
    """There is no run move."""
    says = say("There is no running in these rules. Spend several actions on moves instead")
    return (Break("action.no-running", says),)
