"""Calculators: a ruleset by others offers one as data, and every face shows it without knowing it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.command_line import CliRunner
from tests.examples import EXAMPLES
from tests.kit.test_check_ruleset import Broken, broken, checked

import surefoot
from surefoot import author as sf
from surefoot.answers.calculators.forms import calculators_data
from surefoot.answers.errors import InvalidQuestion
from surefoot.cli.app import app
from surefoot.cli.exits import ExitCode
from surefoot.referee import protocol
from surefoot.referee.loading import problems_of
from surefoot.server.limits import Limits
from surefoot.server.questions import Feat, answered

__all__ = ["broken"]

RUN = CliRunner()
CORE = Path(surefoot.__file__).parent
FACES = (
    "answers/calculators",
    "cli/calculator.py",
    "cli/commands/feat.py",
    "cli/commands/travel.py",
    "server/page/js/desk",
)


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The installed rulesets, to which a test may add some."""
    known = dict(protocol.installed())
    monkeypatch.setattr(protocol, "installed", lambda: known)
    # Also in place of one that comes with Surefoot, which is found without asking for entry points.
    monkeypatch.setattr(protocol, "_bundled", known.get)
    protocol.find.cache_clear()
    yield known
    protocol.find.cache_clear()


@pytest.fixture
def scrapyard(registered: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> str:
    """The example ruleset, installed."""
    monkeypatch.syspath_prepend(str(EXAMPLES / "scrapyard-ruleset" / "src"))
    registered["scrapyard"] = EntryPoint("scrapyard", "surefoot_scrapyard:ruleset", "surefoot.rulesets")
    return "scrapyard"


def asked(**body: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answered("feat", json.dumps(body).encode(), Limits()))
    return found


def test_the_command_line_shows_the_feats_of_a_ruleset_by_others(scrapyard: str) -> None:
    typed = ["feat", "leap", "2", "--ruleset", scrapyard, "--who", "rook: speed 6 points 2", "--run-up", "1"]
    done = RUN.invoke(app, [*typed, "--json"])

    assert done.exit_code == ExitCode.OK, done.output
    found = json.loads(done.stdout)
    assert [(each["says"], Fraction(each["odds"])) for each in found["results"]] == [
        ("Passed", Fraction(2, 3)),
        ("Failed", Fraction(1, 3)),
    ]
    words = RUN.invoke(app, typed).stdout
    assert "leaps 2″ to the far side" in words
    assert "Courage (leap.test)" in words


def test_its_options_are_in_the_help_and_no_others(scrapyard: str) -> None:
    theirs = RUN.invoke(app, ["feat", "--ruleset", scrapyard, "--help"]).stdout
    usual = RUN.invoke(app, ["feat", "--help"]).stdout

    assert "--scrap" in theirs
    assert "--gravity" not in theirs
    assert "'rook: speed 6 points 2'" in theirs
    # Those that come with Surefoot answer first, whatever else is installed.
    assert "--gravity" in usual
    assert "--scrap" not in usual


def test_the_server_answers_for_it_as_the_command_line_does(scrapyard: str) -> None:
    who = {"name": "rook", "speed": 6, "points": 2}
    found = asked(ruleset=scrapyard, feat="climb", amount=3, who=who, run_up=1, scrap=True)
    typed = [
        "feat",
        "climb",
        "3",
        "--ruleset",
        scrapyard,
        "--who",
        "rook: speed 6 points 2",
        "--run-up",
        "1",
        "--scrap",
    ]

    assert found == json.loads(RUN.invoke(app, [*typed, "--json"]).stdout)
    assert found["results"][0]["means"] == [{"what": "moves 1.1″ and climbs 3″ onto the ledge", "odds": "1"}]


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"runup": 1}, "runup", "There is no field 'runup'; did you mean 'run_up'?"),
        ({"run_up": 7}, "run_up", "Expected a number from 0 to 6"),
        ({"run_up": "far"}, "run_up", "Expected a number"),
        ({"scrap": 1}, "scrap", "Expected true or false"),
        ({"feat": "lep"}, "feat", "There is no feat 'lep'; did you mean 'leap'?"),
        (
            {"ruleset": "scrapyrd"},
            "ruleset",
            "The ruleset 'scrapyrd' isn't installed; did you mean 'scrapyard'?",
        ),
        ({"ruleset": "wh40k-10e"}, "ruleset", "The ruleset 'wh40k-10e' offers no feats"),
    ],
)
def test_what_a_calculator_does_not_take_is_named(
    scrapyard: str, given: dict[str, Any], field: str, says: str
) -> None:
    with pytest.raises(InvalidQuestion) as wrong:
        asked(**{"ruleset": scrapyard, "feat": "leap", "amount": 2} | given)

    assert (wrong.value.field, str(wrong.value.says)) == (field, says)


def test_forms_get_everything_they_need(scrapyard: str) -> None:
    offered = calculators_data(protocol.find(scrapyard))

    assert offered["journeys"] is None
    assert [each["name"] for each in offered["feats"]["feats"]] == ["leap", "climb"]
    assert [each["title"] for each in offered["feats"]["feats"][0]["inputs"]] == [
        "Run-up",
        "Run-up over scrap",
    ]
    assert offered["feats"]["example"] == {"name": "Rook", "speed": 6, "points": 2}


def test_the_description_of_the_server_types_every_circumstance() -> None:
    properties = Feat.model_json_schema()["properties"]

    assert properties["run_up"] == {
        "description": "Metres of run-up.",
        "default": 0,
        "type": "number",
        "minimum": 0,
        "maximum": 40,
    }
    assert properties["face"]["enum"] == ["simple", "sheer"]


def test_a_journey_of_another_game_has_its_own_words(registered: dict[str, Any]) -> None:
    """A ruleset that counts something else, with legs and settings of other names."""
    old = protocol.find("dark-heresy-2e")
    assert old.journeys is not None

    def declare(legs: Any, party: list[str], settings: Any) -> list[dict[str, Any]]:
        hours = [{"hours": each["watches"] * (2 if settings["double"] else 1)} for each in legs]
        return [{"who": party, "action": "journey", "legs": hours}]

    watches = sf.Input("watches", "Watches", default=4, unit="w")
    voyage = sf.Journeys(
        legs=(sf.Task("sail", "Sail", (watches,)),),
        declare=declare,
        counter="damage",
        title="Leaks",
        inputs=(sf.Input("double", "Double watches", "switch", default=False),),
        party=({"name": "Brig"},),
        route=({"watches": 4},),
    )
    registered["dark-heresy-2e"] = SimpleNamespace(
        load=lambda: replace(old, feats=None, journeys=voyage), module="surefoot_voyage", dist=None
    )
    protocol.find.cache_clear()
    done = RUN.invoke(app, ["travel", "--who", "brig: T 30", "--leg", "3w", "--double", "--json"])

    assert done.exit_code == ExitCode.OK, done.output
    found = json.loads(done.stdout)
    assert found["minutes"] == 360
    assert found["travellers"]["brig"]["damage"] == 0
    assert found["travellers"]["brig"]["says"] == "Leaks 0"
    assert found["arrivals"] == [{"who": "brig", "damage": {"0": "1"}, "drops": "0"}]
    assert "Leaks on arrival" in RUN.invoke(app, ["travel", "--who", "brig: T 30", "--leg", "3w"]).stdout
    wrong = RUN.invoke(app, ["travel", "--leg", "3h"])
    assert wrong.exit_code == ExitCode.USAGE
    assert "'3h' isn't part of a leg: write 4w" in " ".join(wrong.output.split())


def test_no_face_knows_a_game() -> None:
    """Nothing that a bundled ruleset offers is named in the code that shows calculators."""
    names = set()
    for name in protocol.installed():
        found = protocol.find(name)
        for calculator in (found.feats, found.journeys):
            if calculator is None:
                continue
            tasks = calculator.feats if isinstance(calculator, sf.Feats) else calculator.legs
            inputs = [
                *calculator.who,
                *calculator.inputs,
                *(one for task in tasks for one in (*task.amounts, *task.inputs)),
            ]
            names |= {each.name for each in (*tasks, *inputs)}
            names |= (
                {calculator.counter, calculator.collapsed} if isinstance(calculator, sf.Journeys) else set()
            )
    # A feat has one amount in every game; times and kilometres are those of the clock and of events.
    names -= {"amount", "minutes", "hours", "km", "travel"}
    files = [file for face in FACES for file in (CORE / face).rglob("*") if file.suffix in (".py", ".js")]
    files += [CORE / face for face in FACES if (CORE / face).is_file()]
    code = {
        file.name: re.sub(r'"""(.|\n)*?"""|//.*|/\*(.|\n)*?\*/|#.*', "", file.read_text(encoding="utf-8"))
        for file in files
    }

    assert {"run_up", "fatigue", "gravity", "own_pace", "unconscious"} <= names
    assert {"desk.js", "feats.js", "feat.py", "journeys.py"} <= set(code)
    quoted = {name: re.compile(rf"""["'.\[{{ ]{name}["'\]:,]""") for name in names}
    assert [
        (file, name) for file, text in code.items() for name in sorted(names) if quoted[name].search(text)
    ] == []


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ('"action": "walk"', '"action": "hop"', "feats.hop", "tiny has no action 'hop'"),
        ('"at": [5, 4]', '"at": [500, 4]', "feats.hop", "outside the board"),
        ('{"ruleset": "tiny"', '{1 / 0: "tiny"', "feats.hop", "ZeroDivisionError"),
        ("default=2", "default=-2", "feats.amount", "its default -2 is refused"),
    ],
)
def test_the_conformance_check_tries_every_feat(
    broken: Broken, old: str, new: str, where: str, says: str
) -> None:
    feats = """
FEATS = sf.Feats(
    feats=(sf.Task("hop", "Hop", (sf.Input("amount", "Way", default=2),)),),
    table=lambda asked: {"ruleset": "tiny", "board": [20, 8], "models": {asked.name: {"base": 25, "at": [5, 4], "side": "a",
        "profile": dict(asked.profile)}}, "declare": [{"who": asked.name, "action": "walk", "path": [[5 + asked.amount, 4]]}]},
    who=(),
    example={"name": "ana", "pace": 6},
)


ruleset = """
    change = (
        "__init__.py",
        "ruleset = sf.Ruleset(",
        f"{feats.strip()} sf.Ruleset(feats=FEATS,",
    )
    right = checked(broken(change), examples=2)
    assert right == ()
    assert old in feats
    wrong = (change[0], change[1], change[2].replace(old, new))
    problems = checked(broken(wrong), examples=2)
    assert [(each.where, says in str(each.says)) for each in problems][:1] == [(where, True)]


def test_a_calculator_is_checked_when_its_ruleset_is_loaded() -> None:
    old = protocol.find("dark-heresy-2e")
    assert old.feats is not None
    task = old.feats.feats[0]
    twice = replace(old.feats, feats=(task, task, replace(task, name="empty", amounts=())))

    problems = list(problems_of("dark-heresy-2e", replace(old, feats=twice)))
    assert [(each.where, each.says) for each in problems] == [
        ("feats.leap", "is there twice"),
        ("feats.leap", "is there twice"),
        ("feats.empty", "has no amount"),
    ]
