"""Commands in the pseudo-language `en-XA`: every text that people read goes through translation.

A few things are the same in every language and are removed before words are looked for: ids of clauses, names that a file
or a user gives, and notation such as file names, commands and coded words of scenarios.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from typer.main import get_command

from surefoot.answers.rulesets import named
from surefoot.cli.app import app
from surefoot.cli.translated import translate
from surefoot.language.locale import using
from surefoot.language.pseudo import escaped
from surefoot.referee import protocol

ROOT = Path(__file__).parent.parent.parent
GANTRY = str(ROOT / "examples" / "gantry.yaml")
COMPARE = str(ROOT / "examples" / "compare.yaml")
LADDER = str(ROOT / "examples" / "cheapest-ways" / "necromunda-classic.yaml")
STORY = str(ROOT / "src" / "surefoot" / "scenarios" / "gantry.yaml")

# Ids of clauses and full ids: leap.test, necromunda-classic/leap.test. Files and packages look the same.
DOTTED = re.compile(r"[\w/-]*\w+(?:[./][\w-]+)+")
# Command lines, options and places of options: surefoot move, --dice, X,Y.
TYPED = re.compile(r"surefoot [a-z]+|--?[a-z][a-z-]*|\b[A-Z]{2,}\b(?:[=,]\w+)*")
# Click writes these, in its own translation.
CLICK = ("Usage", "Options", "Commands", "Arguments", "Try", "for help", "Error", "Invalid value")
CLICK_HELP = re.compile(
    r"Show this message and exit\.|\[(?:str|int|float|bool|required|default|x|env|var)[^\]]*\]"
)
# Types of arguments, as Typer shows them.
TYPES = ("str", "int", "float", "list", "RANGE", "range", "env", "var")


@pytest.fixture(autouse=True)
def pseudo() -> Iterator[None]:
    with using("en-XA"):
        yield


@cache
def translated() -> Any:
    """All commands, in the pseudo-language."""
    command = get_command(app)
    translate(command)
    return command


def printed(*arguments: str) -> str:
    """Everything that a command prints, without what is the same in every language."""
    command = translated()
    # Wide enough that no line is broken inside an id.
    result = CliRunner().invoke(command, list(arguments), env={"COLUMNS": "400", "NO_COLOR": "1"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result.output


def words_left(output: str, *names: str) -> list[str]:
    """Words that did not go through translation, without these names."""
    for name in sorted(names, key=len, reverse=True):
        output = output.replace(name, " ")
    for pattern in (CLICK_HELP, DOTTED, TYPED):
        output = pattern.sub(" ", output)
    return escaped(output)


def names_of(file: str) -> list[str]:
    """What a scenario names in its own words: itself, its ruleset, and what its narrator says."""
    data = yaml.safe_load(Path(file).read_text(encoding="utf-8"))
    said = [each["says"] for each in data.get("declare", ()) if isinstance(each, dict) and "says" in each]
    rulesets = re.findall(r"necromunda-classic(?:\([^)]*\))?", "necromunda-classic(premeasure=on)")
    return [str(data.get("name", "")), *said, *rulesets, *protocol.installed()]


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", GANTRY),
        ("check", COMPARE),
        ("move", GANTRY, "--seed", "7"),
        ("move", GANTRY, "--dice", "4"),
        ("odds", GANTRY),
        ("odds", GANTRY, "--ask", "safe"),
        ("odds", GANTRY, "--ask", "verdict", "--clauses"),
        ("simulate", GANTRY, "-n", "20", "--workers", "1"),
        ("reach", LADDER, "--who", "kal"),
        ("reach", LADDER, "--who", "kal", "--actions", "2"),
        ("route", LADDER, "--who", "kal", "--to", "9,8"),
        ("route", LADDER, "--who", "kal", "--to", "23,15"),
        ("threat", LADDER, "--side", "red"),
        ("venture", LADDER, "--who", "kal"),
        ("venture", LADDER, "--who", "kal", "--to", "9,8"),
        ("compare", COMPARE),
        ("feat", "leap", "4.5", "--run-up", "8"),
        ("feat", "leap", "4", "--seed", "3"),
        ("travel", "--leg", "16h"),
        ("travel", "--leg", "16h", "--seed", "3"),
    ],
    ids=" ".join,
)
def test_what_a_command_prints_is_translated(arguments: tuple[str, ...]) -> None:
    files = [each for each in arguments if each.endswith(".yaml")]
    names = [name for file in files for name in names_of(file)]

    assert words_left(printed(*arguments), *names, "km", "premeasure=on") == []


def test_a_new_table_is_told_in_translation(tmp_path: Path) -> None:
    made = str(tmp_path / "made.yaml")
    told = printed("table", "new", "--ruleset", "necromunda-2023", "--style", "ruins", "-o", made)

    assert len(told.splitlines()) > 3
    assert words_left(told, *names_of(made)) == []


def test_answers_of_a_ruleset_are_translated_but_for_the_names_of_its_questions() -> None:
    questions = list(named("necromunda-classic").questions)

    for arguments in (("ask", GANTRY), ("ask", GANTRY, "--who", "kal")):
        lines = printed(*arguments).splitlines()[1:]
        # A question is typed by its name, which stands first.
        told = "\n".join(re.sub(rf"^\s*(?:{'|'.join(questions)}|offered)\b", "", line) for line in lines)
        assert words_left(told, *(f"{name}=" for name in _details(questions))) == []


def _details(questions: list[str]) -> set[str]:
    known = named("necromunda-classic").questions
    return {detail.name for name in questions for detail in known[name].details or ()}


@pytest.mark.parametrize("clause", ["climb.cost", "necromunda-classic/leap.test", "hazard.trigger"])
def test_a_clause_is_translated(clause: str, tmp_path: Path) -> None:
    assert (
        words_left(printed("rules", "show", clause, "--corpus", str(tmp_path)), *protocol.installed()) == []
    )


def test_lists_of_clauses_are_translated() -> None:
    assert words_left(printed("rules", "necromunda-classic", "--topic", "climb")) == []
    topics = {clause.topic for name in protocol.installed() for clause in named(name).catalogue}
    listed = re.sub(
        r"\b(?:" + "|".join(sorted(topics, key=len, reverse=True)) + r") \d+", "", printed("rules")
    )
    assert words_left(listed, *protocol.installed()) == []


def test_installed_rulesets_are_translated_but_for_names_that_files_use() -> None:
    """Actions and options are written in files by these names."""
    known: list[str] = [*protocol.installed()]
    for name in protocol.installed():
        ruleset = named(name)
        known += [*ruleset.actions, *ruleset.catalogue.options, ruleset.package]
        known += [str(value) for option in ruleset.catalogue.options.values() for value in option.values]
    printed_ = re.sub(r"=\w+|surefoot \d[\w.]*", "", printed("rulesets", "--verbose"))

    assert words_left(printed_, *known) == []


def test_the_doctor_is_translated() -> None:
    packages = (
        "resvg-py",
        "surefoot",
        "python",
        "numpy",
        "pydantic",
        "rich",
        "shapely",
        "typer",
        "ruamel.yaml",
    )

    assert words_left(printed("doctor"), *protocol.installed(), *packages) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("move", "nothing.yaml"),
        ("check", "nothing.yaml"),
        ("move", GANTRY, "--dice", "4", "--seed", "7"),
        ("move", GANTRY, "--dice", "four"),
        ("odds", GANTRY, "--ask", "ends"),
        ("odds", GANTRY, "--choose", "losses"),
        ("rules", "show", "climb.csot"),
        ("rules", "show", "climb"),
        ("rules", "necromunda-clasic"),
        ("rules", "--topic", "clim"),
        ("reach", GANTRY, "--who", "kla"),
        ("reach", GANTRY, "--who", "kal", "--action", "mvoe"),
        ("route", GANTRY, "--who", "kal", "--to", "here"),
        ("threat", GANTRY, "--side", "purple"),
        ("draw", GANTRY, "-o", "x.jpg"),
        ("draw", GANTRY, "--check", "--seed", "7"),
        ("feat", "fly", "3"),
        ("travel", "--leg", "far"),
        ("compare", GANTRY, "--rulesets", "necromunda-classic"),
        ("ask", GANTRY, "--who", "kal", "sped"),
        ("coverage", "--corpus", "nowhere"),
        ("play", "--output", "friday.txt"),
        ("army", GANTRY, "-o", "army.txt"),
        ("map", "nothing.svg"),
        ("table", "fold"),
        ("table", "new", "--board", "wide", "--ruleset", "necromunda-2023"),
    ],
    ids=" ".join,
)
def test_errors_are_translated(arguments: tuple[str, ...]) -> None:
    output = printed(*arguments)
    # Click begins with the usage of the command, and names the option in its own words.
    said = re.sub(r"(?s)^Usage:.*?Error: (?:Invalid value(?: for [^:]+)?: )?", "", output)

    assert words_left(said, *arguments) == []


@cache
def known_commands() -> dict[str, Any]:
    """The commands by name, as they are written."""
    found: dict[str, Any] = vars(get_command(app))["commands"]
    return found


def app_commands() -> list[str]:
    return list(known_commands())


def commands() -> list[str]:
    return ["", *app_commands()]


def below(command: str) -> list[str]:
    """The names of the commands that a group such as `admin` holds."""
    known = known_commands()
    return list(getattr(known.get(command), "commands", ()))


def metavars(command: str) -> list[str]:
    """The places of arguments and options of a command, as its usage shows them: RULESET | show ID."""
    known = known_commands()
    params = known[command].params if command else ()
    return [str(param.metavar) for param in params if param.metavar]


@pytest.mark.parametrize("command", commands())
def test_help_is_translated(command: str) -> None:
    output = printed(*([command] if command else []), "--help")
    # Names of commands, and metavars, stand outside; so does what Click writes itself.
    for name in (*commands()[1:], *below(command), "[OPTIONS]", "COMMAND [ARGS]...", "surefoot"):
        output = re.sub(rf"(?<![\w⟦]){re.escape(name)}(?!\w)", " ", output)

    left = words_left(output, *CLICK, *metavars(command))
    assert [word for word in left if word not in TYPES] == []


def test_a_scenario_told_as_a_story_is_translated() -> None:
    told = printed("play", STORY)
    # The map and its legend are drawn by `draw`.
    lines = [line for line in told.splitlines() if "⟦" in line]

    assert len(lines) > 20
    assert words_left("\n".join(lines), *names_of(STORY), "premeasure=on") == []
