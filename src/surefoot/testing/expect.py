"""The keys that a case may expect, and the shapes of their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, get_args

from surefoot.language.locale import ENGLISH
from surefoot.referee.verdict import VerdictName
from surefoot.table.words import instead

VERDICTS = get_args(VerdictName)


def _is_text(value: Any) -> str:
    return "" if isinstance(value, str) and value else f"expected a word, found {value!r}"


def _is_number(value: Any) -> str:
    good = isinstance(value, (int, float)) and not isinstance(value, bool)
    return "" if good else f"expected a number, found {value!r}"


def _is_switch(value: Any) -> str:
    return "" if isinstance(value, bool) else f"expected true or false, found {value!r}"


def _is_verdict(value: Any) -> str:
    if value in VERDICTS:
        return ""
    return f"expected {ENGLISH.listed(VERDICTS, either=True)}, found {value!r}{instead(str(value), VERDICTS)}"


def _is_anything(value: Any) -> str:  # noqa: ARG001  # one shape among others
    return ""


def _list_of(shape: Callable[[Any], str], called: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if not isinstance(value, list):
            return f"expected a list of {called}, found {value!r}"
        return next((problem for each in value if (problem := shape(each))), "")

    return check


def _by_name(shape: Callable[[Any], str], called: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if not isinstance(value, dict) or not value:
            return f"expected {called}, found {value!r}"
        return next((f"{name}: {problem}" for name, each in value.items() if (problem := shape(each))), "")

    return check


def _is_spot(value: Any) -> str:
    if isinstance(value, list) and len(value) in (2, 3) and not any(_is_number(each) for each in value):
        return ""
    return f"expected [x, y] or [x, y, z], found {value!r}"


def _is_words(value: Any) -> str:
    return "" if isinstance(value, str) else _list_of(_is_text, "words")(value)


def _is_counters(value: Any) -> str:
    # No counters at all can be expected, too.
    return "" if value == {} else _by_name(_is_number, "{wounds: 1}")(value)


TEST_KEYS = (
    "what",
    "who",
    "dice",
    "needs",
    "odds",
    "modifier",
    "modifiers",
    "passed",
    "aims",
    "rolled",
    "reading",
    "clause",
)


def _is_test(value: Any) -> str:
    if not isinstance(value, dict):
        return f"expected a test such as {{what: leap, needs: 4+}}, or {{}} for any, found {value!r}"
    for key in value:
        if key not in TEST_KEYS:
            return f"a test has no {key!r}{instead(key, TEST_KEYS)}"
    aims = value.get("aims", {})
    if not isinstance(aims, dict):
        return (
            f"aims are what a roll can achieve, each with its odds: {{to climb 6 m: 9/100}}, found {aims!r}"
        )
    for share in (*([value["odds"]] if "odds" in value else []), *aims.values()):
        try:
            Fraction(str(share))
        except (ValueError, ZeroDivisionError):
            return f"odds are a fraction such as 2/3, found {share!r}"
    return ""


def _is_reason(value: Any) -> str:
    if not isinstance(value, dict):
        return _is_text(value)
    if set(value) != {"clause", "where"}:
        return f"expected a clause id, or {{clause: climb.cost, where: [x, y, z]}}, found {value!r}"
    return _is_text(value["clause"]) or _is_spot(value["where"])


LINE_KEYS = ("who", "of", "what", "from", "to", "length", "rate", "cost", "clause", "total")


def _is_line(value: Any) -> str:
    if not isinstance(value, dict):
        return f"expected a line such as {{what: walk, length: 4}}, or {{}} for any, found {value!r}"
    bad = next((key for key in value if key not in LINE_KEYS), None)
    return "" if bad is None else f"a line of the ledger has no {bad!r}{instead(bad, LINE_KEYS)}"


def _is_event(value: Any) -> str:
    if isinstance(value, dict):
        return "" if "what" in value else f"an event needs 'what', found {value!r}"
    return _is_text(value)


def _is_answer(value: Any) -> str:
    if isinstance(value, list):
        return next((problem for each in value if (problem := _is_answer(each))), "")
    if not isinstance(value, dict):
        return f"expected {{ask: question, who: model, value: answer}}, found {value!r}"
    missing = [key for key in ("ask", "value") if key not in value]
    return f"an answer needs {' and '.join(missing)}" if missing else ""


# `instead` is the word that the problem suggests.
PROBLEM_KEYS = ("clause", "where", "instead")


def _is_problem(value: Any) -> str:
    if not isinstance(value, dict):
        return _is_text(value)
    good = set(value) <= set(PROBLEM_KEYS) and all(isinstance(each, str) for each in value.values())
    return (
        ""
        if good and value
        else f"expected {{clause: id, where: models.kal, instead: word}}, found {value!r}"
    )


def _is_refusal(value: Any) -> str:
    if value is True:
        return ""
    return (
        "expected true or a list of clause ids" if not value else _list_of(_is_problem, "clause ids")(value)
    )


_OPEN_KEYS = ("what", "who", "reasons")


def _is_open(value: Any) -> str:
    if not isinstance(value, dict) or not value:
        return f"expected a question that stays open such as {{what: escape, who: kal}}, found {value!r}"
    bad = next((key for key in value if key not in _OPEN_KEYS), None)
    return "" if bad is None else f"an open question has no {bad!r}{instead(bad, _OPEN_KEYS)}"


_PIECE_KEYS = ("state", "tags", "z", "gone")


def _is_piece(value: Any) -> str:
    if not isinstance(value, dict) or not value:
        return (
            f"expected {{state: [open]}}, {{tags: [obstacle]}}, {{z: 4}} or {{gone: true}}, found {value!r}"
        )
    bad = next((key for key in value if key not in _PIECE_KEYS), None)
    return "" if bad is None else f"a piece has no {bad!r} to expect{instead(bad, _PIECE_KEYS)}"


ROUTE_KEYS = ("who", "action", "to", "on", "actions", "cost", "blocked_by")


def _is_route(value: Any) -> str:
    if not isinstance(value, dict) or not {"who", "action", "to", "cost"} <= value.keys():
        return f"expected {{who: kal, action: move, to: [x, y], cost: 5}}, or cost: null, found {value!r}"
    bad = next((key for key in value if key not in ROUTE_KEYS), None)
    if bad is not None:
        return f"a route has no {bad!r}{instead(bad, ROUTE_KEYS)}"
    if isinstance(value["to"], list) and len(value["to"]) != 2:
        return f"a route leads to [x, y], found {value['to']!r}"
    cost = "" if value["cost"] is None else _is_number(value["cost"])
    return _is_spot(value["to"]) or cost or _list_of(_is_text, "names")(value.get("blocked_by", []))


SHAPES: dict[str, Callable[[Any], str]] = {
    "verdict": _is_verdict,
    "verdicts": _list_of(_is_verdict, "verdicts"),
    "cost": _is_number,
    "reasons": _list_of(_is_reason, "clause ids"),
    "cites": _list_of(_is_text, "clause ids"),
    "ends": _by_name(_is_spot, "places by model: {kal: [x, y]}"),
    "facing": _by_name(_is_number, "bearings by model: {kal: 90}"),
    "on": _by_name(_is_text, "surfaces by model: {kal: gantry}"),
    "place": _by_name(_is_text, "kinds of place by model: {kal: link}"),
    "status": _by_name(_is_words, "statuses by model: {kal: [pinned]}"),
    "counters": _by_name(_is_counters, "counters by model: {kal: {wounds: 1}}"),
    "gone": _list_of(_is_text, "models"),
    "holders": _by_name(_is_words, "who carries what: {ladder: [kal, bob]}"),
    "pieces": _by_name(_is_piece, "pieces by id: {door: {state: [open]}}"),
    "tests": _list_of(_is_test, "tests"),
    "ledger": _list_of(_is_line, "lines"),
    "events": _list_of(_is_event, "events"),
    "no_events": _list_of(_is_event, "events"),
    "answer": _is_answer,
    "asks": _is_open,
    "invalid": _is_refusal,
    "offered": _by_name(_list_of(_is_text, "actions"), "actions by model: {kal: [move, crawl]}"),
    "may": _by_name(_list_of(_is_text, "actions"), "actions by model: {kal: [move, crawl]}"),
    "route": _list_of(_is_route, "routes"),
    "left": _by_name(_is_anything, "notes by name: {actions:kal: 1}"),
    "clock": _by_name(_is_anything, "fields of the clock: {round: 2}"),
    "digest_differs": _is_switch,
}


def shape_problems(expect: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The problems of an expectation's form: pairs of key and text."""
    found = []
    for key, value in expect.items():
        if key not in SHAPES:
            found.append((key, f"nothing called {key!r} can be expected{instead(key, SHAPES)}"))
        elif problem := SHAPES[key](value):
            found.append((key, problem))
    if not expect:
        found.append(("", "expects nothing; say at least its verdict or its cost"))
    if "invalid" in expect and len(expect) > 1:
        found.append(("invalid", "a file that is refused has nothing else to expect"))
    return found


def asked(expect: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The expected answers, each with its question."""
    answer = expect.get("answer", [])
    return list(answer) if isinstance(answer, list) else [answer]
