"""Climbing, in one action or two."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice, within
from surefoot.language import Length, Thing, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import point, price
from surefoot.referee.cut import Cut, cut
from surefoot.referee.following import Path
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.view import View
from surefoot.rulesets.necromunda_classic.activation import CLIMBING, actions_left, climb_is_over
from surefoot.rulesets.necromunda_classic.edges import falling_view
from surefoot.rulesets.necromunda_classic.fighter import hangs
from surefoot.rulesets.necromunda_classic.involuntary import counting_enemies, set_aside
from surefoot.rulesets.necromunda_classic.prices import allowance, lens
from surefoot.table.effects import Moved, Noted, Stopped
from surefoot.table.place import BOARD, Place
from surefoot.table.record import Record
from surefoot.table.table import Table

CLIMBS = ("climb", "ladder", "over")


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A climb that the allowance does not finish: where it runs out, its remaining cost, whether it ends on a surface."""

    dry: Cut
    missing: float
    leads: bool


def unfinished(path: Path) -> Unfinished | None:
    """The climb during which the movement runs out; None if it runs out elsewhere or not at all."""
    paid, strides = path.bill, path.strides
    if paid.dry is None:
        return None
    last = paid.dry[0]
    if strides[last].mode not in CLIMBS:
        return None
    while not strides[last].surface and last + 1 < len(strides):
        last += 1
    spent = sum(price(stride, path.tariff)[2] for stride in strides[: last + 1])
    had = paid.purse + paid.cost
    return Unfinished(paid.dry, from_lattice(spent - had), bool(strides[last].surface))


def may_rest_on_wall(game: Game, who: str, tariff: Tariff, climb: Unfinished) -> bool:
    """A Move may end in mid-climb if the fighter has another action with enough movement to finish it."""
    if tariff.action != "move" or actions_left(game.now, who) < 1:
        return False
    return within(climb.missing, allowance(game.now, who, "move"))


def nowhere_to_hang(table: Table, path: Path, climb: Unfinished) -> list[Break]:
    """The breaks of a climb that would stop where a model stands."""
    who, scene = path.who, Scene(table)
    place = cut(path.itinerary, climb.dry, scene).end
    pose = table.resolve(place)
    return [
        Break(
            "climb.two-actions",
            say("{other} is where {who} would have to stop on the wall", other=Who(what), who=Who(who)),
            point(pose),
        )
        for kind, what in View(scene, lens(table, who), who).overlapped(pose)
        if kind == "model"
    ]


def hopeless(game: Game, who: str, tariff: Tariff) -> bool:
    """Whether a climb was declared with a second action left that cannot finish it either."""
    return tariff.action == "move" and actions_left(game.now, who) >= 1


def too_far(path: Path, climb: Unfinished) -> Refused:
    """The refusal of a climb that two Moves cannot finish."""
    where = point(path.strides[climb.dry[0]].start)
    says = say(
        "Too far to climb: after this action {missing} is left, and the next action has only {next}",
        missing=Length.of(climb.missing),
        next=Length.of(path.tariff.allowance),
    )
    return Refused(Break("climb.must-reach-flat", says, where))


def rest_on_wall(table: Table, who: str, start: Place, leg: Leg, climb: Unfinished) -> Procedure[None]:
    """The fighter hangs on the wall until its next action; the start and the leg of the climb are noted."""
    aim = Record(by=leg.by, on=leg.on, link=leg.link)
    if leg.to is not None:
        aim = aim.changed(x=leg.to[0], y=leg.to[1])
    origin = Record(kind=start.kind, on=start.on, x=start.x, y=start.y, facing=start.facing, aim=aim)
    yield from do(Noted(CLIMBING, who, origin, "activation"), "climb.two-actions")
    wall, more = table.models[who].place.on, f'{round(climb.missing, 2):g}"'
    carried = table.deck(wall)
    why = f"runs out of movement on {wall}: the next action must finish the climb, which takes {more} more"
    says = say(
        "runs out of movement on {wall}: finish the climb with the next action ({more} left)",
        # It hangs on the side of a vehicle, not on its deck.
        wall=Thing(wall) if carried is None else Who(carried[0].id),
        more=Length.of(climb.missing),
    )
    yield from do(Stopped(who, why, says), "climb.two-actions")


def declared_at(table: Table, who: str) -> Place | None:
    """Where a fighter stood when it declared its unfinished climb; None if that surface has been removed since."""
    origin = table.note(CLIMBING, who)
    if not isinstance(origin, Record):
        return None
    on, carried = origin.text("on"), table.deck(origin.text("on"))
    if not (on == BOARD or on in table.pieces or (carried is not None and carried[0].place.on_table)):
        return None
    fields = {name: origin.number(name) for name in ("x", "y", "facing")}
    return Place(origin.text("kind"), on, **fields)  # type: ignore[arg-type]  # a kind that was kept


def can_finish(table: Table, who: str) -> bool:
    """Whether a fighter that hangs on a wall can finish its climb with its last action, as declared or back again."""
    origin = table.note(CLIMBING, who)
    aim = origin.get("aim") if isinstance(origin, Record) else None
    if not isinstance(origin, Record) or not isinstance(aim, Record):
        return False
    by, on, link = aim.text("by"), aim.text("on"), aim.text("link")
    to = (aim.number("x"), aim.number("y")) if "x" in aim else None
    onward = Leg(to, by, on, link)  # type: ignore[arg-type]  # a word that was kept
    back = Leg((origin.number("x"), origin.number("y")), by, origin.text("on"), link)  # type: ignore[arg-type]  # as above
    if link:
        up = goes_on(table, who, onward).rise > 0
        back = Leg(by="link", link=link, rise=_to_end(table, who, link, down=up))
    tried = (check(table, Declaration("move", (who,), (leg,)), nearest=False) for leg in (onward, back))
    return any(outcome.verdict == "legal" for outcome in tried)


def _to_end(table: Table, who: str, link: str, *, down: bool) -> int:
    """How far a fighter on a ladder has to climb to its foot or its head."""
    ladder, z = table.pieces[link], to_lattice(table.pose(who).z)
    return ladder.z - z if down else ladder.z + ladder.height - z


def goes_on(table: Table, who: str, leg: Leg) -> Leg:
    """A leg along the ladder that a fighter hangs on, in the direction in which it climbs, unless the leg gives one."""
    back, place = declared_at(table, who), table.models[who].place
    if leg.by != "link" or leg.rise or back is None or place.on != leg.link or not hangs(table, who):
        return leg
    down = beyond(table.resolve(back).z, table.pose(who).z)
    return replace(leg, rise=_to_end(table, who, leg.link, down=down))


def goes_back(game: Game, who: str, back: Place) -> Procedure[None]:
    """Put a fighter that cannot finish its climb back where it declared it, or beside what stands there by now."""
    yield from climb_is_over(game, who, "climb.failed-stays")
    if game.now.models[who].place == back:
        return
    yield from do(Moved(who, back, "goes back"), "climb.failed-stays")
    taken = falling_view(game.now, who).overlapped(game.now.pose(who))
    if any(kind == "model" for kind, _ in taken):
        yield from set_aside(game, who, counting_enemies(game, who), "climb.failed-stays")


def stays(game: Game, who: str, start: Place) -> Procedure[None]:
    """The climb cannot be finished: the action is lost and the fighter stays where it declared the climb."""
    yield from goes_back(game, who, declared_at(game.now, who) or start)
    yield from do(
        Stopped(who, "no flat surface is within reach"),
        "climb.failed-stays",
        "climb.must-reach-flat",
        "climb.no-mid-climb-end",
    )


def topped(game: Game, who: str) -> Procedure[None]:
    """Forget a climb of two actions once the fighter stands on a surface again."""
    if not hangs(game.now, who):
        yield from climb_is_over(game, who, "climb.two-actions")
