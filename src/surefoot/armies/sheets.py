"""Rosters as plain tables: CSV in and out for every ruleset, and Surefoot's own JSON.

Columns of a CSV: `unit`, `name`, `count`, `base`, `hull`, `height`, `keywords`, `labels`; every other column is a number
of the profile as the ruleset names it. Only `name` (or `unit`) has to be there.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from surefoot.armies.army import FROM_LIST, UNNAMED, Army, Figure, Known, Question, Squad, identifier
from surefoot.armies.numbers import plain, printed, profile_names, sorted_words
from surefoot.intake.content import Content, json_of, text_of
from surefoot.intake.look import Look
from surefoot.intake.problems import Problems
from surefoot.language import Notation, Quoted, say
from surefoot.table.words import near

COLUMNS = ("unit", "name", "count", "base", "hull", "height", "keywords", "labels")
MOST_ROWS = 1_000
LARGEST_CSV = 2_000_000
FORMAT = "surefoot-roster"


# --- CSV ----------------------------------------------------------------------------------------


def is_csv(content: Content) -> bool:
    """Whether the first line of a file is a header with a column name or unit."""
    first = content.start.partition(b"\n")[0].decode("utf-8", "replace").strip("\r ")
    if len(content.data) > LARGEST_CSV or not any(sign in first for sign in ",;\t"):
        return False
    try:
        header = next(csv.reader([first], delimiter=_delimiter(first)), [])
    except csv.Error:
        # A line break within the line, or a cell that is too long.
        return False
    cells = {cell.strip().strip('"').casefold() for cell in header}
    return bool(cells & {"name", "unit"}) and not first.startswith(("{", "[", "<"))


def _delimiter(line: str) -> str:
    return max(",;\t", key=line.count)


def read_csv(content: Content, ruleset: str) -> Army:
    """The army of a CSV; rows with the same unit belong together."""
    problems = Problems(content.name)
    if not ruleset:
        problems.wrong(say("a CSV file doesn't name its game: name the ruleset"), "ruleset")
        problems.demand_none()
    text = text_of(content).replace("\r\n", "\n").replace("\r", "\n")
    first = text.lstrip().partition("\n")[0]
    lines = csv.reader(io.StringIO(text.lstrip()), delimiter=_delimiter(first))
    try:
        header, *rows = [(lines.line_num, row) for row in lines]
    except csv.Error as error:
        problems.wrong(say("this is not CSV: {why}", why=Notation(str(error))), line=lines.line_num)
        problems.demand_none()
        raise AssertionError from None
    columns = _columns(header[1], ruleset, problems)
    figures: dict[str, list[Figure]] = {}
    filled = [(number, row) for number, row in rows if any(cell.strip() for cell in row)]
    if len(filled) > MOST_ROWS:
        problems.wrong(say("more than {most} rows", most=Notation(f"{MOST_ROWS:,}")))
    for position, (number, row) in enumerate(filled[:MOST_ROWS]):
        cells = {name: cell.strip() for name, cell in zip(columns, row, strict=False) if name}
        figure = _figure(cells, ruleset, number, problems)
        if figure is not None:
            unit = cells.get("unit") or f"{figure.name}\n{position}"
            figures.setdefault(unit, []).append(figure)
    if not filled:
        problems.wrong(say("there is no row below the header"), line=1)
    problems.demand_none()
    taken: set[str] = set()
    squads = tuple(
        Squad(
            identifier(name.partition("\n")[0], taken),
            name.partition("\n")[0],
            name.partition("\n")[0],
            tuple(members),
        )
        for name, members in figures.items()
    )
    return Army(UNNAMED, ruleset, "csv", squads)


def _columns(header: list[str], ruleset: str, problems: Problems) -> list[str]:
    numbers = profile_names(ruleset)
    found: list[str] = []
    for cell in header:
        bare = cell.strip()
        name = bare.casefold() if bare.casefold() in COLUMNS else numbers.get(plain(bare), "")
        if not name and bare:
            close = near(bare, [*COLUMNS, *numbers.values()], 0.6)
            says = (
                say("no column {name}; did you mean {close}?", name=Quoted(bare), close=Notation(close))
                if close
                else say(
                    "no column {name}; columns are {known}, and the numbers {numbers}",
                    name=Quoted(bare),
                    known=Notation(", ".join(COLUMNS)),
                    numbers=Notation(", ".join(dict.fromkeys(numbers.values()))),
                )
            )
            problems.wrong(says, bare, 1)
        if name and name in found:
            problems.wrong(say("the column {name} appears twice", name=Quoted(bare)), bare, 1)
            name = ""
        found.append(name)
    if not {"name", "unit"} & {*found}:
        problems.wrong(say("expected a column {name}", name=Notation("name")), line=1)
    return found


def _figure(cells: dict[str, str], ruleset: str, line: int, problems: Problems) -> Figure | None:
    name = cells.get("name") or cells.get("unit", "")
    if not name:
        problems.wrong(say("the row has no name"), "name", line)
        return None
    number = printed(cells.get("count") or "1")
    if not isinstance(number, int) or not 1 <= number <= MOST_ROWS:
        problems.wrong(
            say("expected a number of models, found {found}", found=Quoted(cells["count"])), "count", line
        )
        return None
    profile: dict[str, Known] = {}
    for column, cell in cells.items():
        if column in COLUMNS or not cell:
            continue
        profile[column] = Known(cell_value(cell), FROM_LIST)
    keywords, labels = sorted_words(ruleset, _words(cells.get("keywords", "")))
    shape = None
    for kind in ("base", "hull"):
        if cells.get(kind):
            shape = Known({kind: _size(cells[kind], kind, line, problems)}, FROM_LIST)
    height = cell_value(cells["height"]) if cells.get("height") else None
    return Figure(
        name,
        number,
        profile,
        dict.fromkeys(keywords, FROM_LIST),
        shape,
        None if height is None else Known(height, FROM_LIST),
        (*labels, *_words(cells.get("labels", ""))),
    )


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.replace("|", ";").split(";") if word.strip()]


def cell_value(cell: str) -> Any:
    """A cell as a value: a number, dice, JSON, or a text.

    >>> cell_value("6"), cell_value("4+"), cell_value("2.5"), cell_value("known"), cell_value('{"S": 2}')
    (6, 4, 2.5, 'known', {'S': 2})
    """
    value = printed(cell)
    if value is not None:
        return value
    try:
        found = json.loads(cell, parse_constant=str)
    except (ValueError, RecursionError):
        return cell
    return found


def _size(cell: str, kind: str, line: int, problems: Problems) -> Any:
    """A base as people write it: 32, 60x35, or as JSON; a hull as 4.5x3."""
    bare = cell.casefold().replace("mm", "").replace("×", "x").replace(" ", "")
    parts = bare.split("x")
    try:
        numbers = [float(part) if "." in part else int(part) for part in parts]
    except ValueError:
        numbers = []
    if kind == "base" and len(numbers) == 1:
        return numbers[0]
    if len(numbers) == 2:
        return {"oval": numbers} if kind == "base" else numbers
    value = cell_value(cell)
    if isinstance(value, Mapping | list):
        return value
    expected = "32 or 60x35" if kind == "base" else "4.5x3"
    problems.wrong(
        say(
            "expected a size such as {form}, found {found}", form=Notation(expected), found=Quoted(cell[:30])
        ),
        kind,
        line,
    )
    return value


def csv_of(army: Army) -> str:
    """An army as CSV, which reads back to the same army."""
    names = list(dict.fromkeys(key for _, figure in army.figures() for key in figure.profile))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*COLUMNS, *names])
    for squad, figure in army.figures():
        shape: Mapping[str, Any] = figure.shape.value if figure.shape is not None else {}
        writer.writerow(
            [
                squad.name,
                figure.name,
                figure.count,
                _cell(shape.get("base")),
                _cell(shape.get("hull")),
                "" if figure.height is None else _cell(figure.height.value),
                "; ".join(figure.keywords),
                "; ".join(figure.labels),
                *(_cell(figure.profile[name].value) if name in figure.profile else "" for name in names),
            ]
        )
    return text.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


# --- JSON ---------------------------------------------------------------------------------------


def is_roster(content: Content) -> bool:
    """Whether a file is a roster that Surefoot wrote."""
    return content.start.startswith(b"{") and f'"{FORMAT}"'.encode() in content.data[:400]


def roster_data(army: Army) -> dict[str, Any]:
    """An army as plain data, with the source of each value."""
    return {
        "format": FORMAT,
        "name": army.name,
        "ruleset": army.ruleset,
        "units": [
            {
                "id": squad.id,
                "name": squad.name,
                "kind": squad.kind,
                "models": [_figure_data(figure) for figure in squad.figures],
            }
            for squad in army.squads
        ],
    }


def _figure_data(figure: Figure) -> dict[str, Any]:
    def told(known: Known | None) -> Any:
        return None if known is None else {"value": known.value, "from": known.source}

    return {
        "name": figure.name,
        "count": figure.count,
        "profile": {name: told(known) for name, known in figure.profile.items()},
        "shape": told(figure.shape),
        "height": told(figure.height),
        "keywords": dict(figure.keywords),
        "labels": list(figure.labels),
        "traits": {name: told(known) for name, known in figure.traits.items()},
    }


def read_roster(content: Content, ruleset: str) -> Army:
    """The army of a roster that Surefoot wrote."""
    problems = Problems(content.name)
    root = Look(json_of(content), problems)
    squads: list[Squad] = []
    taken: set[str] = set()
    for unit in root["units"].items():
        name = unit["name"].text("Unit")
        figures = tuple(_read_figure(each) for each in unit["models"].items())
        if not figures:
            unit["models"].wrong("the models of the unit")
        squads.append(Squad(identifier(unit["id"].text(name), taken), name, unit["kind"].text(name), figures))
    if not squads:
        root["units"].wrong("the units of a roster")
    problems.demand_none()
    return Army(root["name"].text(UNNAMED), ruleset or root["ruleset"].text(), FORMAT, tuple(squads))


def _read_figure(look: Look) -> Figure:
    number = look["count"].number(1.0, above=0.0) or 1.0
    return Figure(
        look["name"].text("Model"),
        min(int(number), MOST_ROWS),
        _all_known(look["profile"]),
        {str(key): str(value) for key, value in (_mapping(look["keywords"])).items()},
        _known(look["shape"]),
        _known(look["height"]),
        tuple(each.text() for each in look["labels"].items()),
        _all_known(look["traits"]),
    )


def _mapping(look: Look) -> Mapping[str, Any]:
    if look.data is not None and not isinstance(look.data, dict):
        look.wrong("values by name")
    return look.data if isinstance(look.data, dict) else {}


def _all_known(look: Look) -> dict[str, Known]:
    found = {name: _known(look[name]) for name in _mapping(look)}
    return {name: known for name, known in found.items() if known is not None}


def _known(look: Look) -> Known | None:
    if look.data is None:
        return None
    if not isinstance(look.data, dict) or "value" not in look.data:
        look.wrong("a value and where it came from")
        return None
    return Known(look.data["value"], str(look.data.get("from") or FROM_LIST))


def army_data(found: Army) -> dict[str, Any]:
    """An army with its questions and notes, as plain data."""
    return {
        **roster_data(found),
        "read_as": found.format,
        "questions": [question_data(each) for each in found.questions],
        "notes": [str(note) for note in found.notes],
    }


def question_data(question: Question) -> dict[str, Any]:
    """A question as plain data."""
    return {
        "unit": question.unit,
        "field": question.field,
        "says": str(question.says),
        "allowed": question.allowed,
        "suggestion": question.suggestion,
        "why": str(question.why),
    }
