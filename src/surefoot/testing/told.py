"""Shows the result of one side in a few lines, for authors of cases."""

from __future__ import annotations

from typing import Any

from surefoot.referee.protocol import Answer
from surefoot.table.record import thaw
from surefoot.testing.compare import BOOKKEEPING
from surefoot.testing.play import Side


def told(side: Side) -> str:
    """Every outcome with its ledger, tests and events, and the cited clauses."""
    lines: list[str] = []
    for problem in side.problems:
        where = getattr(problem, "field", "") or getattr(problem, "where", "")
        lines.append(f"  refused: {where}: {problem.says}{f' [{problem.clause}]' if problem.clause else ''}")
    for shown in side.shown:
        lines += _outcome(shown)
    for question, answer in side.answers:
        value = f"{thaw(answer.value)!r} {_cited(answer.clauses)}" if isinstance(answer, Answer) else answer
        lines.append(f"  asked {question}: {value}")
    if side.missing:
        lines.append(f"  stopped: {side.missing}")
    if side.crash:
        lines += [f"  {line}" for line in side.crash.splitlines()]
    if side.clauses:
        lines.append(f"  cites: {', '.join(side.clauses)}")
    return "\n".join(lines) or "  nothing was declared and nothing asked"


def _outcome(shown: dict[str, Any]) -> list[str]:
    declared = shown["declaration"]
    action = declared.get("action") or declared.get("happen") or declared.get("tick")
    named = declared.get("who", "")
    who = named if isinstance(named, str) else ", ".join(named)
    lines = [f"  {f'{who}: ' if who else ''}{action} is {shown['verdict']}, cost {shown['cost']}"]
    lines += [f"    because {each['says']} {_cited([each['clause']])}" for each in shown["reasons"]]
    for line in shown["ledger"]:
        sum_ = f"{line['length']} at {line['rate']} = {line['cost']}"
        lines.append(f"    {line['what']} {line['from']} to {line['to']}: {sum_} {_cited([line['clause']])}")
    for test in shown["tests"]:
        result = {True: "passed", False: "failed", None: f"gives {test['reading']}"}[test["passed"]]
        needs = f" needs {test['needs']} ({test['odds']})" if test["needs"] else ""
        aims = "".join(f"; {each['what']} {each['needs']} ({each['odds']})" for each in test["aims"])
        rolled = f" rolled {test['rolled']}" if test["rolled"] is not None else ""
        modifiers = "".join(
            f", {each['value']:+d} {each['says']} {_cited([each['clause']])}" for each in test["modifiers"]
        )
        lines.append(
            f"    {test['who']}: {test['what']}, {test['dice']}{needs}{aims}{modifiers}:{rolled} {result} "
            f"{_cited(test['clauses'])}"
        )
    for event in shown["events"]:
        if event["what"] not in BOOKKEEPING:
            more = {k: v for k, v in event.items() if k not in ("what", "who", "clause", "clauses")}
            details = "".join(f", {key} {_short(value)}" for key, value in more.items())
            lines.append(f"    {event['who']} {event['what']}{details} {_cited(event['clauses'])}")
    return lines


def _short(value: Any) -> str:
    if isinstance(value, dict) and "at" in value:
        return f"{value['at']} on {value['on']}"
    return str(value)


def _cited(clauses: Any) -> str:
    return f"[{', '.join(clause.rpartition('/')[2] for clause in clauses)}]"
