"""A ruleset just large enough to read scenario files by: it demands M, and a few things can be declared."""

from collections.abc import Mapping

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import Total
from surefoot.dice.requests import Choice, Procedure, Roll, choose, do, roll
from surefoot.referee.protocol import Action, Declaration, Detail, Problem, Ruleset
from surefoot.referee.tariff import Tariff
from surefoot.table.effects import Counted, Moved
from surefoot.table.place import Place
from surefoot.table.table import Table

PROFILE = ("M", "I", "T")


def nothing(game: Game, declaration: Declaration) -> Procedure[None]:
    yield from ()


def stroll(game: Game, declaration: Declaration) -> Procedure[None]:
    """Goes to the end of the path, tires by a die, and rests or hurries by choice."""
    who = declaration.actor
    end = declaration.legs[-1].to
    assert end is not None
    yield from do(Moved(who, Place("surface", "board", end[0], end[1])), "move.any")
    tired = yield from roll(Roll("how tiring", D6, Total(), who, ("move.any",)))
    yield from do(Counted(who, "tired", tired), "move.any")
    then = yield from choose(Choice("rest or hurry", ("rest", "hurry"), who, ("move.any",), who))
    yield from do(Counted(who, str(then), 1), "move.any")


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    problems: list[Problem] = []
    for model in table.models.values():
        problems += [
            Problem(f"models.{model.id}.profile.{name}", f"tiny knows no {name}", "model.profile")
            for name in model.profile
            if name not in PROFILE
        ]
        if model.profile and not isinstance(model.profile.get("M"), int):
            problems.append(Problem(f"models.{model.id}.profile.M", "M is a whole number", "model.profile"))
    return table, tuple(problems)


def tariffs(table: Table, who: str, action: str) -> tuple[Tariff, ...]:
    raise NotImplementedError("nothing is priced here")


ACTIONS: Mapping[str, Action] = {
    action.name: action
    for action in (
        Action(
            "move",
            nothing,
            "Move",
            path="required",
            details=(
                Detail("reach", "how far it may go", "length"),
                Detail("swing", "how far it may turn", "angle"),
                Detail("times", "how often", "number"),
                Detail("song", "what is sung", "text"),
                Detail("friends", "who comes along", "names"),
                Detail("careful", "whether it takes care", "switch"),
                Detail("aim", "where it looks", "point"),
                Detail("extra", "anything", "data"),
            ),
        ),
        Action("stroll", stroll, "Stroll", path="required"),
        Action("charge", nothing, "Charge", path="optional", target="required"),
        Action("stand", nothing, "Stand up", details=(Detail("cry", "what is shouted", required=True),)),
        Action("fall", nothing, "Fall", kind="happen"),
        Action("end-round", nothing, "End of the round", kind="tick"),
    )
}

HEIGHTS = {"railing": 0.5, "ladder": 3.0}

ruleset = Ruleset("tiny", "tests.files.tiny", "inch", ACTIONS, tariffs, lay, default_heights=HEIGHTS)
metric = Ruleset("metric", "tests.files.tiny", "metre", ACTIONS, tariffs, lay)
