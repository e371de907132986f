"""A puzzle in words and as JSON data: the question, its answers, and why each is right or wrong."""

from __future__ import annotations

from datetime import date
from typing import Any

from surefoot.answers.state import state_data
from surefoot.files.codec import encode
from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Chance, Length, Notation, Sentence, Thing, Who, count, say
from surefoot.language.locale import current
from surefoot.language.sentence import sentence
from surefoot.language.speaker import Speaker
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.routes.plan import find_route
from surefoot.training.puzzles.in_words import path_in_words, place_in_words
from surefoot.training.puzzles.making import Answer, Puzzle
from surefoot.training.puzzles.plans import WHO, Plan, corners, moved_to
from surefoot.training.views import model_facts, piece_facts

LETTERS = "ABCD"
FLAGS = (say("the first flag"), say("the second flag"))


def seed_of(day: date) -> int:
    """The seed of the puzzle of a day: 20261117 for the 17th of November 2026."""
    return day.year * 10_000 + day.month * 100 + day.day


def question(made: Puzzle) -> Sentence:
    """What is asked."""
    who, action = Who(WHO), Notation(speaker(made.table)(ruleset_of(made.table).actions[made.action].title))
    match made.kind:
        case "reach":
            return say("Which path gets {who} to the flag with one {action}?", who=who, action=action)
        case "safest":
            return say(
                "Which path to the flag is the safest for {who}, with one {action}?", who=who, action=action
            )
        case "both":
            return say(
                "From which place can {who} get to either flag with one {action}?", who=who, action=action
            )
        case "roof":
            level = Thing(made.on)
            return count(
                "Which path gets {who} to the flag on {level} with {n} action: {action}?",
                "Which path gets {who} to the flag on {level} with {n} actions: {action}?",
                made.actions,
                who=who,
                level=level,
                action=action,
            )


def answer_texts(made: Puzzle) -> list[str]:
    """The answers in words, each as short as tells it apart from the others; coordinates only if words do not."""
    short, long = ([_in_words(made, each, whole=whole) for each in made.answers] for whole in (False, True))
    places = [
        f"{text} ({_places(answer)})" if _places(answer) else text
        for text, answer in zip(short, made.answers, strict=True)
    ]
    texts = [one if short.count(one) == 1 else two for one, two in zip(short, long, strict=True)]
    return [text if texts.count(text) == 1 else exact for text, exact in zip(texts, places, strict=True)]


def _in_words(made: Puzzle, answer: Answer, *, whole: bool) -> str:
    """A place, or a path by what it goes round and through."""
    speak, terrain = speaker(made.table), made.scenario["terrain"]
    if answer.plan is None:
        assert answer.spot is not None
        return place_in_words(terrain, answer.spot, speak)
    legs = [
        (leg.by, leg.to and (from_lattice(leg.to[0]), from_lattice(leg.to[1])))
        for each in answer.plan.declarations
        for leg in each.legs
    ]
    return path_in_words(terrain, answer.plan.points[0], legs, speak, whole=whole)


def _places(answer: Answer) -> str:
    """The coordinates of a place, or of the bends of a path."""
    if answer.plan is None:
        assert answer.spot is not None
        return _point(answer.spot)
    return " → ".join(_point(each) for each in corners(answer.plan.points)[:-1])


def _point(point: tuple[float, float]) -> str:
    x, y = (current().number(value, 1) for value in point)
    return f"{x}, {y}"


def because(made: Puzzle, answer: Answer) -> str:
    """Why an answer is right or wrong."""
    speak = speaker(made.table)
    if answer.spot is not None:
        return ". ".join(_leads(made, answer, number, speak) for number in range(len(made.goals)))
    plan = answer.plan
    assert plan is not None
    if not plan.legal:
        return _refused(plan, speak)
    if answer.chance is not None:
        return speak(say("Gets there unharmed: {chance}", chance=Chance(answer.chance)))
    cost = Length.of(plan.cost)
    if made.kind == "roof":
        taken = count("Takes {n} action, {cost}", "Takes {n} actions, {cost}", len(plan.outcomes), cost=cost)
        return speak(taken)
    return speak(say("Legal: {cost}", cost=cost))


def _refused(plan: Plan, speak: Speaker) -> str:
    last = plan.outcomes[-1]
    if last.breaks:
        return speak.paragraph(sentence(each.says) for each in last.breaks)
    return speak(say("Stops short after {cost}", cost=Length(last.cost)))


def _leads(made: Puzzle, answer: Answer, number: int, speak: Speaker) -> str:
    assert answer.spot is not None
    flag, goal = FLAGS[number], made.goals[number]
    found = find_route(moved_to(made.table, *answer.spot), WHO, made.action, goal)
    if found.found and found.cost is not None:
        return speak(say("{cost} to {flag}", cost=Length.of(found.cost), flag=flag))
    if found.cost is None:
        return speak(say("No path to {flag}", flag=flag))
    return speak(say("{cost} to {flag}: too far", cost=Length.of(found.cost), flag=flag))


def puzzle_data(made: Puzzle) -> dict[str, Any]:
    """A puzzle as JSON data, with its answer."""
    speak = speaker(made.table)
    return {
        "ruleset": made.ruleset,
        "seed": made.seed,
        "kind": made.kind,
        "rating": made.rating,
        "wrong": made.wrong,
        "table": encode(made.table),
        "state": state_data(made.table, made.table),
        "scenario": made.scenario,
        "who": WHO,
        "goals": [{"spot": list(goal), "on": made.on} for goal in made.goals],
        "facts": [*model_facts(made.table, (WHO,)), *piece_facts(made.table)],
        "question": {
            "kind": made.kind,
            "says": speak(question(made)),
            "who": WHO if made.kind == "both" else "",
            "right": made.right,
            "choices": [
                _choice(made, each, says) for each, says in zip(made.answers, answer_texts(made), strict=True)
            ],
        },
    }


def _choice(made: Puzzle, answer: Answer, says: str) -> dict[str, Any]:
    shown: dict[str, Any] = {"says": says, "places": _places(answer), "because": because(made, answer)}
    if answer.spot is not None:
        return shown | {"spot": list(answer.spot)}
    assert answer.plan is not None
    legs = [leg for each in answer.plan.declarations for leg in each.legs if leg.to is not None]
    points = [list(made.table.pose(WHO)[:2])]
    points += [[from_lattice(leg.to[0]), from_lattice(leg.to[1])] for leg in legs if leg.to is not None]
    return shown | {"points": points, "tracks": [leg.by for leg in legs]}
