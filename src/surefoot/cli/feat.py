"""One character and one feat: what it needs, how likely each degree is, and what each means.

Nothing here knows a rule: a small table is laid for the feat, and the ruleset is asked.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli.exits import ExitCode, handled

if TYPE_CHECKING:
    from surefoot.dice.explore import Leaf
    from surefoot.dice.host import Responder
    from surefoot.files.scenario import Scenario
    from surefoot.referee.verdict import Outcome
    from surefoot.table.place import Pose

# What the rules must know for their characters to be asked: feats of strength, and journeys.
NEEDS = ("lift", "push", "throw", "journey")
EXAMPLES = (
    "feat leap 4.5 --who 'S 42 T 35 Ag 41' --run-up 8",
    "feat leap 4 --deep 12 --gravity low",
    "feat climb 6 --face sheer --who 'S 42 Athletics trained'",
    "feat jump 5 --who 'Ag 41'",
    "feat jump 3.4 --up --run-up 4",
    "feat swim 2 --rough --who 'S 42 armour'",
    "feat lift 150 --who 'S 42 T 35' --dice 15",
    "feat throw 20 --wall 6 --seed 7",
)
# The middle of the small table.
X, Y = 50.0, 20.0


def ruleset() -> str:
    """The ruleset that is asked: the first one installed that knows such feats."""
    from surefoot.referee.protocol import find, installed

    for name in installed():
        if all(need in find(name).actions for need in NEEDS):
            return name
    raise typer.BadParameter("no ruleset is installed whose characters do such things")


@dataclass(frozen=True)
class Asked:
    """What was typed: which feat, how far or how heavy, by whom, and under which circumstances."""

    amount: float
    who: dict[str, Any]
    run_up: float
    deep: float
    face: str
    up: bool
    distracted: bool
    rough: bool
    wall: float
    target: bool
    options: dict[str, Any]


Table = dict[str, Any]


def _leap(asked: Asked) -> Table:
    there = X + asked.amount
    terrain = (
        {
            "near": {"platform": {"rect": [0, 0, X, 40]}, "z": asked.deep, "thickness": 0.2},
            "far": {"platform": {"rect": [there, 0, 100 - there, 40]}, "z": asked.deep, "thickness": 0.2},
        }
        if asked.deep
        else {}
    )
    path = [*([[X, Y]] if asked.run_up else []), {"leap": [there, Y]}]
    return _table(
        asked, terrain, X - asked.run_up, {"action": "leap", "path": path}, "near" if asked.deep else ""
    )


def _climb(asked: Asked) -> Table:
    wall = {"platform": {"rect": [X, 10, 20, 20]}, "z": asked.amount, "under": "solid", "tags": [asked.face]}
    declare = {"action": "climb", "path": [{"climb": [X + 5, Y]}], "distracted": asked.distracted}
    return _table(asked, {"face": wall}, X - 0.5, declare)


def _jump(asked: Asked) -> Table:
    block = {"platform": {"rect": [X, 10, 20, 20]}, "z": asked.amount, "under": "solid"}
    if not asked.up:
        declare: Table = {"action": "jump-down", "path": [{"jump": [X - 2, Y]}]}
        return _table(asked, {"ledge": block}, X, declare, "ledge")
    path = [*([[X - 0.5, Y]] if asked.run_up else []), {"jump": [X + 1, Y]}]
    return _table(asked, {"ledge": block}, X - 0.5 - asked.run_up, {"action": "jump-up", "path": path})


def _swim(asked: Asked) -> Table:
    water = {"depth": 10, "water": "rough" if asked.rough else "calm"}
    lake = {"area": {"rect": [10, 5, 80, 30]}, "tags": ["deep-water"], "traits": {ruleset(): water}}
    return _table(asked, {"lake": lake}, X, {"action": "swim", "path": [{"swim": [X + asked.amount, Y]}]})


def _lift(asked: Asked) -> Table:
    return _table(asked, {}, X, {"action": "lift", "weight": asked.amount})


def _push(asked: Asked) -> Table:
    ground = {"area": {"rect": [0, 0, 100, 40]}, "tags": ["rubble" if asked.rough else "floor"]}
    declare = {"action": "push", "weight": asked.amount, "path": [[X + 1, Y]]}
    return _table(asked, {"ground": ground}, X, declare)


def _throw(asked: Asked) -> Table:
    declare: Table = {"action": "throw", "weight": asked.amount}
    if asked.wall:
        declare["surface"] = asked.wall
    if asked.target:
        declare["target"] = "target"
    laid = _table(asked, {}, X, declare)
    laid["models"]["target"] = {"base": 25.4, "at": [X + 10, Y], "side": "b"}
    return laid


FEATS: dict[str, Callable[[Asked], Table]] = {
    "leap": _leap,
    "climb": _climb,
    "jump": _jump,
    "swim": _swim,
    "lift": _lift,
    "push": _push,
    "throw": _throw,
}


def _table(asked: Asked, terrain: Table, x: float, declare: Table, on: str = "") -> Table:
    standing = {"on": on} if on else {}
    counters = {"fatigue": asked.who["fatigue"]} if "fatigue" in asked.who else {}
    profile = {name: value for name, value in asked.who.items() if name not in ("fatigue", "name")}
    name = str(asked.who.get("name", "character"))
    return {
        "ruleset": ruleset(),
        "name": name,
        "scale": 1,
        "board": [100, 40],
        "options": asked.options,
        "terrain": terrain,
        "models": {
            name: {
                "base": 25.4,
                "at": [x, Y],
                **standing,
                "side": "a",
                "profile": profile,
                "counters": counters,
            }
        },
        "declare": [{"who": name, **declare}],
    }


def profile(text: str) -> dict[str, Any]:
    """A character as it is typed: names with values, and bare names for what is simply so.

    >>> profile("vex: S 42, Ag 41 Athletics trained armour")
    {'name': 'vex', 'S': 42, 'Ag': 41, 'Athletics': 'trained', 'armour': True}
    """
    found: dict[str, Any] = {}
    name, colon, rest = text.partition(":")
    if colon:
        found["name"] = name.strip()
    words = (rest if colon else text).replace(",", " ").replace("=", " ").split()
    while words:
        key = words.pop(0)
        following = words[0] if words else ""
        if _number(following) is not None:
            found[key] = _number(words.pop(0))
        elif key in WORDY and following:
            found[key] = words.pop(0)
        else:
            found[key] = True
    return found


# Fields of a character that are followed by a word.
WORDY = ("Athletics", "abseil_gear", "stand_cost")


def _number(text: str) -> int | float | None:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        value = float(text)
    except ValueError:
        return None
    return value if value == value and abs(value) < float("inf") else None  # noqa: PLR0124  # not a number


@handled
def feat(
    name: Annotated[str, typer.Argument(metavar="FEAT", help=f"One of {', '.join(FEATS)}.")],
    amount: Annotated[
        float, typer.Argument(metavar="AMOUNT", help="Metres, or kilograms to lift, push or throw.")
    ],
    who: Annotated[
        str,
        typer.Option(
            "--who", "-w", metavar="TEXT", help="The character: 'vex: S 42 T 35 Ag 41 fatigue 2 load 50'."
        ),
    ] = "",
    run_up: Annotated[float, typer.Option(metavar="M", min=0, max=40, help="Metres of run-up.")] = 0.0,
    deep: Annotated[float, typer.Option(metavar="M", min=0, help="How deep the gap under a leap is.")] = 0.0,
    face: Annotated[str, typer.Option(metavar="KIND", help="What is climbed: simple or sheer.")] = "simple",
    up: Annotated[
        bool, typer.Option("--up", help="Jump up to a ledge of that height instead of down.")
    ] = False,
    distracted: Annotated[bool, typer.Option("--distracted", help="Climb in a hurry or under fire.")] = False,
    rough: Annotated[
        bool, typer.Option("--rough", help="Rough water to swim in, rubble to push over.")
    ] = False,
    wall: Annotated[
        float, typer.Option(metavar="M", min=0, help="Metres to a wall that a throw may hit.")
    ] = 0.0,
    at_target: Annotated[bool, typer.Option("--at-target", help="Throw at somebody.")] = False,
    gravity: Annotated[str, typer.Option(metavar="KIND", help="normal, low, high or zero.")] = "normal",
    dice: Annotated[str, typer.Option(metavar="FACES", help="Dice that were rolled: 41 or 41,5.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Roll the dice from this seed.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Say what a feat of a character needs, and how likely it is.

    Each degree is told with what it means. Without dice nothing is rolled. With --dice or --seed it is done, and told.
    """
    if name not in FEATS:
        from surefoot.referee.referee import near_miss

        raise typer.BadParameter(f"there is no {name!r}{near_miss(name, list(FEATS))}", param_hint="FEAT")
    if dice and seed is not None:
        raise typer.BadParameter("give either --dice or --seed, not both")
    options = {"gravity": gravity}
    asked = Asked(amount, profile(who), run_up, deep, face, up, distracted, rough, wall, at_target, options)
    from surefoot.files import scenario

    laid = scenario.loads(json.dumps(FEATS[name](asked)), f"feat {name}")
    return _told(name, laid, dice, seed, as_json=as_json)


def _told(name: str, laid: Scenario, dice: str, seed: int | None, *, as_json: bool) -> ExitCode:
    from surefoot.referee.referee import check, move

    declared = laid.declarations[0]
    judged = check(laid.table, declared, nearest=False)
    made = None
    if judged.verdict != "illegal" and (dice or seed is not None):
        made = move(laid.table, declared, responder(dice, seed))
    degrees = by_degree(laid) if judged.verdict != "illegal" else []
    if as_json:
        _as_json(name, laid, judged, made, degrees)
    else:
        _in_words(laid, judged, made, degrees)
    if judged.verdict == "illegal":
        return ExitCode.ILLEGAL
    waits = made is not None and made.run.unanswered is not None
    return ExitCode.ANSWER_NEEDED if waits else ExitCode.OK


def responder(dice: str, seed: int | None) -> Responder:
    """Who answers: the dice that were typed, or a seed."""
    from surefoot.cli import answers
    from surefoot.dice.responders import Seeded

    if seed is not None:
        return answers.Rolled(Seeded(str(seed)), answers.scripted([], []))
    try:
        return answers.scripted(answers.typed_dice(dice), [])
    except answers.NoDice as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--dice") from None


@dataclass(frozen=True)
class Degree:
    """What one result of the first test is worth: its chance, and every way it can mean with its own."""

    reading: int | None
    chance: Fraction
    means: tuple[tuple[str, Fraction], ...]


def by_degree(laid: Scenario) -> list[Degree]:
    """Every result of the first test, the best first, with exact chances that sum to one."""
    from surefoot.referee.referee import odds

    shares: dict[int | None, dict[str, Fraction]] = {}
    for leaf in odds(laid.table, laid.declarations[0]):
        first = _first_reading(leaf)
        meaning = _meaning(laid, leaf)
        known = shares.setdefault(first, {})
        known[meaning] = known.get(meaning, Fraction(0)) + leaf.chance
    found = [
        Degree(
            reading, sum(means.values(), Fraction(0)), tuple(sorted(means.items(), key=lambda each: -each[1]))
        )
        for reading, means in shares.items()
    ]
    return sorted(found, key=lambda each: -(each.reading or 0))


def _first_reading(leaf: Leaf) -> int | None:
    from surefoot.dice.host import Asking
    from surefoot.dice.requests import Roll

    for step in leaf.run.steps:
        if isinstance(step, Asking) and isinstance(step.request, Roll):
            return int(step.reply.value)
    return None


def _meaning(laid: Scenario, leaf: Leaf) -> str:
    """What happens, in words; amounts that are rolled for afterwards stay open."""
    from surefoot.cli.words import BOOKKEEPING, sentence
    from surefoot.dice.requests import Do
    from surefoot.referee.verdict import outcome
    from surefoot.table.effects import Moved, apply

    result = outcome(laid.declarations[0], laid.table, leaf.run)
    name = laid.declarations[0].actor
    rolled = [f"roll {test.what}" for test in result.tests[1:] if test.passed is None]
    told: list[str] = []
    table = laid.table
    moves = [step.effect for step in leaf.run.steps if isinstance(step, Do)]
    for effect in moves:
        if isinstance(effect, Moved) and effect.who == name and effect.how not in APPROACH:
            told.append(_moved(effect.how, table.pose(name), table.resolve(effect.to)))
        table = apply(table, effect)
    places = [effect.how for effect in moves if isinstance(effect, Moved)]
    for event in result.events:
        if event.what in (*BOOKKEEPING, *places) or (rolled and event.what in OPEN):
            continue
        if event.what == SHORT and told:
            # What has been told already says that it went no further.
            continue
        told.append(sentence(event, leaf.run.table).removeprefix(f"{name} ").removeprefix(f"{SHORT}: "))
    return "; ".join(dict.fromkeys([*told, *rolled])) or "nothing happens"


def _moved(how: str, before: Pose, after: Pose) -> str:
    """A change of place as a game master reads it aloud: how far, and how far up or down."""
    from surefoot.cli.words import number

    along, up = math.hypot(after.x - before.x, after.y - before.y), after.z - before.z
    words = how
    if abs(up) > LEVEL:
        way = "up" if up > 0 else "down"
        words += f" {number(abs(up))} m" if how.endswith(way) else f" {number(abs(up))} m {way}"
    elif along > LEVEL:
        words += f" {number(along)} m"
    return words


SHORT = "stops short"
# What only leads up to the feat, and heights that are none.
APPROACH = ("goes",)
LEVEL = 0.01
# Events whose numbers come from dice that are rolled after the test.
OPEN = ("is hurt", "counted", "hits")


@dataclass(frozen=True)
class Span:
    """Results next to each other that mean the same: from the best to the worst of them, and their chance."""

    best: int | None
    worst: int | None
    chance: Fraction
    means: tuple[tuple[str, Fraction], ...]

    @property
    def words(self) -> str:
        """The results in words.

        >>> Span(-1, -7, Fraction(3, 5), ()).words
        '1 to 7 degrees of failure'
        """
        if self.best is None or self.worst is None:
            return "no test"
        what = "success" if self.best > 0 else "failure"
        low, high = sorted((abs(self.best), abs(self.worst)))
        if low != high:
            return f"{low} to {high} degrees of {what}"
        return f"{low} degree{'s' if low > 1 else ''} of {what}"


def spans(degrees: list[Degree]) -> list[Span]:
    """Results that mean the same, together."""
    found: list[Span] = []
    for each in degrees:
        shares = tuple((what, share / each.chance) for what, share in each.means)
        last = found[-1] if found else None
        if last is not None and last.means == shares and ((last.best or 0) > 0) == ((each.reading or 0) > 0):
            found[-1] = Span(last.best, each.reading, last.chance + each.chance, shares)
        else:
            found.append(Span(each.reading, each.reading, each.chance, shares))
    return found


def _as_json(name: str, laid: Scenario, judged: Outcome, made: Outcome | None, degrees: list[Degree]) -> None:
    from surefoot.cli.state import print_json
    from surefoot.referee.referee import ruleset_of
    from surefoot.referee.verdict import Citer, data

    cite = Citer(ruleset_of(laid.table).catalogue)
    print_json(
        {
            "feat": name,
            "judged": data(judged, cite),
            "degrees": [
                {
                    "degrees": each.reading,
                    "odds": str(each.chance),
                    "chance": float(each.chance),
                    "means": [{"what": what, "odds": str(share)} for what, share in each.means],
                }
                for each in degrees
            ],
            "made": None if made is None else data(made, cite),
        }
    )


def _in_words(laid: Scenario, judged: Outcome, made: Outcome | None, degrees: list[Degree]) -> None:
    from rich.table import Table as Grid

    from surefoot.cli.show import Show, console
    from surefoot.draw.numbers import chance
    from surefoot.referee.referee import ruleset_of

    if made is not None or not degrees:
        rules = ruleset_of(laid.table)
        show = Show(console(), rules.catalogue, rules.unit)
        show.outcome(made or judged, 0, preview=made is None)
        return
    out = console()
    for test in judged.tests[:1]:
        out.print(f"{test.what}: {test.needs}" if test.needs else test.what, style="bold")
        for modifier in test.modifiers:
            out.print(f"  {modifier.value:+d} {modifier.says}  ({modifier.clause})")
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column("result")
    grid.add_column("chance", justify="right")
    grid.add_column("what it means")
    for each in spans(degrees):
        means = "\n".join(
            what if len(each.means) == 1 else f"{chance(share)}: {what}" for what, share in each.means
        )
        grid.add_row(each.words, chance(each.chance), means)
    out.print(grid)
    out.print("because of " + ", ".join(judged.clauses), style="dim")
