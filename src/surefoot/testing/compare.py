"""Compares expectations with results, and shows the differences side by side."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from surefoot.files.problems import FileProblem
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass
from surefoot.referee.protocol import Answer, Problem, find
from surefoot.referee.referee import legal_actions
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.plan import find_route
from surefoot.routes.query import MoveQuery
from surefoot.table.place import Place
from surefoot.table.record import Record, thaw
from surefoot.table.table import Table
from surefoot.table.words import instead
from surefoot.testing.expect import asked
from surefoot.testing.play import Side, question, total_modifier

# The tolerance of lengths: cases round them.
CLOSE = 0.001
# Bookkeeping events: not shown in differences.
BOOKKEEPING = ("clockset", "noted", "expired")


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference: the key, the expected value and the found value."""

    key: str
    expected: str
    found: str


def side_by_side(differences: Sequence[Difference]) -> str:
    """Differences as a small table."""
    rows = [("", "expected", "found"), *((each.key, each.expected, each.found) for each in differences)]
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    second = min(second, 50)
    return "\n".join(
        f"  {key:<{first}}  {expected:<{second}}  {found}".rstrip() for key, expected, found in rows
    )


def differences(expect: Mapping[str, Any], side: Side) -> list[Difference]:
    """All differences between an expectation and a side."""
    if side.crash:
        return [Difference("the run", "an outcome", "it crashed, see below")]
    if "invalid" in expect:
        return _refusal(expect["invalid"], side)
    if side.problems:
        return [Difference("the file", "valid", "refused, see below")]
    found: list[Difference] = []
    if side.missing and "asks" not in expect:
        found.append(Difference("dice", "enough, and fitting", side.missing))
    for key, query in expect.items():
        found += _COMPARE[key](query, side)
    return found


def _refusal(query: Any, side: Side) -> list[Difference]:
    if not side.problems:
        return [Difference("invalid", "the file is refused", "it is accepted")]
    told = "; ".join(
        f"{problem.clause or 'no clause'} at {_where(problem)}: {problem.says}" for problem in side.problems
    )
    return [
        Difference("invalid", _called(each), told)
        for each in ([] if query is True else query)
        if not any(_is_the_problem(each, problem) for problem in side.problems)
    ]


def _where(problem: FileProblem | Problem) -> str:
    return problem.field if isinstance(problem, FileProblem) else problem.where


def _is_the_problem(query: Any, problem: FileProblem | Problem) -> bool:
    if isinstance(query, str):
        query = {"clause": query}
    where = _where(problem)
    return (
        query.get("where", where) == where
        and ("clause" not in query or _cites([problem.clause], query["clause"]))
        and ("instead" not in query or _names(str(problem.says), query["instead"]))
    )


def _names(text: str, word: str) -> bool:
    """Whether a text has a word of its own: `road`, but not inside `railroad` or `off-road`."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def _cites(cited: Sequence[str], clause: str) -> bool:
    return any(each in (clause, clause.rpartition("/")[2]) or each.endswith(f"/{clause}") for each in cited)


def _one(key: str, query: Any, found: Any) -> list[Difference]:
    return [] if _same(query, found) else [Difference(key, _plain(query), _plain(found))]


def _same(query: Any, found: Any) -> bool:
    if isinstance(query, (int, float)) and isinstance(found, (int, float)):
        if isinstance(query, bool) or isinstance(found, bool):
            return query is found
        return abs(query - found) <= CLOSE
    if isinstance(query, list) and isinstance(found, list):
        return len(query) == len(found) and all(map(_same, query, found))
    return bool(query == found)


def _plain(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(_plain(each) for each in value) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(each)}" for key, each in value.items()) or "none"
    return str(value)


def _verdict(query: Any, side: Side) -> list[Difference]:
    return _one("verdict", query, side.outcomes[-1].verdict if side.outcomes else "nothing was declared")


def _verdicts(query: Any, side: Side) -> list[Difference]:
    return _one("verdicts", query, [each.verdict for each in side.outcomes])


def _cost(query: Any, side: Side) -> list[Difference]:
    return _one("cost", query, side.shown[-1]["cost"] if side.shown else "nothing was declared")


def _reasons(query: Any, side: Side) -> list[Difference]:
    given = [reason["clause"] for reason in side.shown[-1]["reasons"]] if side.shown else []
    if not query and given:
        return [Difference("reasons", "none", ", ".join(given))]
    found: list[Difference] = []
    for each in query:
        clause, where = (each["clause"], each["where"]) if isinstance(each, dict) else (each, None)
        if not _cites(given, clause):
            found.append(Difference("reasons", clause, ", ".join(given) or "none"))
        elif where is not None:
            named = [
                reason["where"] or []
                for reason in side.shown[-1]["reasons"]
                if _cites([reason["clause"]], clause)
            ]
            if not any(_same(where, spot[: len(where)]) for spot in named):
                found.append(Difference(f"reasons.{clause}.where", _plain(where), _plain(named)))
    return found


def _cited(query: Any, side: Side) -> list[Difference]:
    """Compare the cited clauses, in any order."""
    missing = [clause for clause in query if clause not in side.cited]
    extra = [clause for clause in side.cited if clause not in query]
    found = [Difference("cites", clause, "not cited") for clause in missing]
    return found + [Difference("cites", "not cited", clause) for clause in extra]


Found = Callable[[Table, str], Any]


def _of_models(key: str, read: Found, *, units: bool = False) -> Callable[[Any, Side], list[Difference]]:
    """Compare a value of each named model, or unit where units have it too."""

    def compare(query: Any, side: Side) -> list[Difference]:
        table = side.tables[1]
        found: list[Difference] = []
        for name, value in query.items():
            known = {**table.models, **table.objects, **(table.units if units else {})}
            if name not in known:
                nobody = f"there is no {name!r}{instead(name, known)}"
                found.append(Difference(f"{key}.{name}", _plain(value), nobody))
                continue
            there = read(table, name)
            if isinstance(value, list) and isinstance(there, list) and key == "ends":
                there = there[: len(value)]
            found += _one(f"{key}.{name}", value, there)
        return found

    return compare


def _place(table: Table, name: str) -> Place:
    return table.models[name].place if name in table.models else table.objects[name].place


def _end(table: Table, name: str) -> Any:
    place = _place(table, name)
    return list(table.resolve(place)[:3]) if place.on_table else place.kind


def _facing(table: Table, name: str) -> Any:
    place = _place(table, name)
    return table.resolve(place).facing if place.on_table else place.kind


def _status(query: Any, side: Side) -> list[Difference]:
    written = {name: sorted([value] if isinstance(value, str) else value) for name, value in query.items()}
    read = _of_models("status", lambda table, name: list(table.models[name].statuses))
    return read(written, side)


def _counters(query: Any, side: Side) -> list[Difference]:
    found: list[Difference] = []
    for name, counters in query.items():
        if not counters:
            found += _of_models("counters", _counted)({name: {}}, side)
        for counter, value in counters.items():
            read = _of_models(f"counters.{counter}", partial(_count, counter))
            found += read({name: value}, side)
    return found


def _count(counter: str, table: Table, name: str) -> int:
    return table.models[name].counted(counter)


def _counted(table: Table, name: str) -> dict[str, Any]:
    """All counters that are not 0."""
    return {key: value for key, value in table.models[name].counters.items() if value}


def _gone(query: Any, side: Side) -> list[Difference]:
    before, after = side.tables
    was = [name for name, model in before.models.items() if model.place.kind == "gone"]
    gone = [name for name, model in after.models.items() if model.place.kind == "gone" and name not in was]
    # A ladder that has been set up is terrain, not an object, but it is not gone.
    gone += [name for name in before.objects if name not in after.objects and name not in after.pieces]
    return _one("gone", sorted(query), sorted(gone))


def _holders(query: Any, side: Side) -> list[Difference]:
    objects = side.tables[1].objects
    found: list[Difference] = []
    for name, holders in query.items():
        there = list(objects[name].holders) if name in objects else "it is no object"
        found += _one(f"holders.{name}", [holders] if isinstance(holders, str) else holders, there)
    return found


def _pieces(query: Any, side: Side) -> list[Difference]:
    before, after = side.tables
    found: list[Difference] = []
    for name, fields in query.items():
        piece = after.pieces.get(name)
        if piece is None and name not in before.pieces:
            nothing = f"there is no {name!r}{instead(name, before.pieces)}"
            found.append(Difference(f"pieces.{name}", _plain(fields), nothing))
            continue
        there: dict[str, Any] = {"gone": piece is None}
        if piece is not None:
            there |= {"state": sorted(piece.state), "tags": sorted(piece.tags), "z": from_lattice(piece.z)}
        for key, value in fields.items():
            states = [value] if isinstance(value, str) else value
            expected = sorted(states) if isinstance(states, list) else value
            found += _one(f"pieces.{name}.{key}", expected, there.get(key, "it is gone"))
    return found


def _tests(query: Any, side: Side) -> list[Difference]:
    taken = [test for shown in side.shown for test in shown["tests"]]
    if len(taken) != len(query):
        return [
            Difference(
                "tests",
                f"{len(query)}: {_plain([each.get('what', '…') for each in query])}",
                f"{len(taken)}: {_plain([each['what'] for each in taken])}",
            )
        ]
    found: list[Difference] = []
    for number, (expected, test) in enumerate(zip(query, taken, strict=True)):
        for key, value in expected.items():
            found += _test_field(f"tests.{number}.{key}", key, value, test)
    return found


def _test_field(label: str, key: str, value: Any, test: Mapping[str, Any]) -> list[Difference]:
    if key == "modifier":
        return _one(label, value, total_modifier(test))
    if key == "modifiers":
        return _one(label, value, [each["value"] for each in test["modifiers"]])
    if key == "odds":
        odds = test["odds"]
        right = odds is not None and Fraction(str(value)) == Fraction(odds)
        return [] if right else [Difference(label, str(value), odds or "none: it is an amount")]
    if key == "aims":
        query = {what: str(Fraction(str(share))) for what, share in value.items()}
        return _one(label, query, {each["what"]: each["odds"] for each in test["aims"]})
    if key == "clause":
        right = _cites(test["clauses"], value)
        return [] if right else [Difference(label, value, ", ".join(test["clauses"]))]
    if key == "rolled" and not isinstance(value, list):
        value = [value]
    if key in ("needs", "what", "who", "dice"):
        value = str(value)
    return _one(label, value, test[key])


def _ledger(query: Any, side: Side) -> list[Difference]:
    """Compare the ledger lines of the last declaration."""
    lines = side.shown[-1]["ledger"] if side.shown else []
    if len(lines) != len(query):
        there = f"{len(lines)}: {_plain([each['what'] for each in lines])}"
        return [
            Difference("ledger", f"{len(query)}: {_plain([each.get('what', '…') for each in query])}", there)
        ]
    found: list[Difference] = []
    for number, (expected, line) in enumerate(zip(query, lines, strict=True)):
        for key, value in expected.items():
            if key != "clause":
                # A cost of 0 must be exactly 0.
                there = str(line[key]) if value == 0 and line[key] else line[key]
                found += _one(f"ledger.{number}.{key}", value, there)
            elif not _cites([line["clause"]], value):
                found.append(Difference(f"ledger.{number}.clause", value, line["clause"]))
    return found


def _matches(query: Any, event: Mapping[str, Any]) -> bool:
    if isinstance(query, str):
        return bool(event["what"] == query)
    return all(
        _cites(event["clauses"], value) if key == "clause" else _same(value, event.get(key))
        for key, value in query.items()
    )


def _called(query: Any) -> str:
    return query if isinstance(query, str) else _plain(query)


def _happened(side: Side, query: Sequence[Any]) -> str:
    named = [each if isinstance(each, str) else each["what"] for each in query]
    events = [event for shown in side.shown for event in shown["events"]]
    told = [
        f"{event['who']} {event['what']}".strip()
        for event in events
        if event["what"] not in BOOKKEEPING or event["what"] in named
    ]
    return ", ".join(told) or "none"


def _events(query: Any, side: Side) -> list[Difference]:
    events = [event for shown in side.shown for event in shown["events"]]
    at = 0
    for number, each in enumerate(query):
        place = next((i for i in range(at, len(events)) if _matches(each, events[i])), None)
        if place is None:
            before = f" after {_called(query[number - 1])}" if number else ""
            return [Difference("events", f"{_called(each)}{before}", _happened(side, query))]
        at = place + 1
    return []


def _no_events(query: Any, side: Side) -> list[Difference]:
    events = [event for shown in side.shown for event in shown["events"]]
    return [
        Difference("no_events", f"no {_called(each)}", _happened(side, query))
        for each in query
        if any(_matches(each, event) for event in events)
    ]


def _answer(query: Any, side: Side) -> list[Difference]:
    found: list[Difference] = []
    given = dict(side.answers)
    for each in asked({"answer": query}):
        what = question(each)
        answer = given[what]
        there = thaw(answer.value) if isinstance(answer, Answer) else answer
        found += _one(f"answer.{what.ask}", each["value"], there)
    return found


def _actions(key: str, *, forbidden: bool) -> Callable[[Any, Side], list[Difference]]:
    """Compare the actions offered to a model or unit at the end, in any order; with or without forbidden ones."""

    def read(table: Table, name: str) -> list[str]:
        offered = legal_actions(table, name)
        return sorted(action.name for action, breaks in offered if forbidden or not breaks)

    compare = _of_models(key, read, units=True)
    return lambda query, side: compare({name: sorted(value) for name, value in query.items()}, side)


def _route(query: Any, side: Side) -> list[Difference]:
    """Compare the cost of the planner's cheapest route at the end; None if it finds none."""
    found: list[Difference] = []
    table = side.tables[1]
    actions = find(side.ruleset).actions
    for number, each in enumerate(query):
        label = f"route.{number}"
        unknown = [
            f"there is no {each[key]!r}{instead(each[key], known)}"
            for key, known in (("who", table.models), ("action", actions))
            if each[key] not in known
        ]
        if unknown:
            found.append(Difference(label, _plain(each["cost"]), ", ".join(unknown)))
            continue
        x, y = each["to"]
        asked = MoveQuery(on=each.get("on", ""), actions=each.get("actions", 1))
        way = find_route(table, each["who"], each["action"], (x, y), asked)
        found += _one(label, each["cost"], None if isinstance(way, NoRoute) else way.cost)
        if "blocked_by" in each:
            blocked = list(way.blocked_by) if isinstance(way, NoRoute) else []
            found += _one(f"{label}.blocked_by", each["blocked_by"], blocked)
    return found


def _asks(query: Any, side: Side) -> list[Difference]:
    """Compare the question that the script leaves open, and why its last answer was refused."""
    if side.unanswered is None:
        return [Difference("asks", _plain(query), "nothing stays open")]
    request, breaks = side.unanswered.request, side.unanswered.breaks
    there = {"what": request.what, "who": request.who, "reasons": sorted(each.clause for each in breaks)}
    found: list[Difference] = []
    for key, value in query.items():
        found += _one(f"asks.{key}", sorted(value) if key == "reasons" else value, there[key])
    return found


def _left(query: Any, side: Side) -> list[Difference]:
    found: list[Difference] = []
    for name, value in query.items():
        note = side.tables[1].notes.get(name)
        found += _one(f"left.{name}", value, None if note is None else thaw(note.value))
    return found


def _clock(query: Any, side: Side) -> list[Difference]:
    clock = side.tables[1].clock
    found: list[Difference] = []
    for name, value in query.items():
        there = getattr(clock, name, clock.details.get(name))
        found += _one(f"clock.{name}", value, thaw(there) if isinstance(there, (Record, tuple)) else there)
    return found


def _digest(query: Any, side: Side) -> list[Difference]:
    before, after = side.tables
    return _one("digest_differs", query, before.digest != after.digest)


_COMPARE: dict[str, Callable[[Any, Side], list[Difference]]] = {
    "verdict": _verdict,
    "verdicts": _verdicts,
    "cost": _cost,
    "reasons": _reasons,
    "cites": _cited,
    "ends": _of_models("ends", _end),
    "facing": _of_models("facing", _facing),
    "on": _of_models("on", lambda table, name: _place(table, name).on),
    "place": _of_models("place", lambda table, name: _place(table, name).kind),
    "status": _status,
    "counters": _counters,
    "gone": _gone,
    "holders": _holders,
    "pieces": _pieces,
    "tests": _tests,
    "ledger": _ledger,
    "events": _events,
    "no_events": _no_events,
    "answer": _answer,
    "offered": _actions("offered", forbidden=True),
    "may": _actions("may", forbidden=False),
    "route": _route,
    "asks": _asks,
    "left": _left,
    "clock": _clock,
    "digest_differs": _digest,
}
