"""The review of a game as JSON data: luck of each side, every moment, and what else there was."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from surefoot.answers import words
from surefoot.answers.open_question import question
from surefoot.hindsight import sentences
from surefoot.hindsight.game import Journey, Review, Reviewed
from surefoot.hindsight.luck import PARTS, MomentLuck, RollLuck, SideLuck
from surefoot.hindsight.paths import Alternative, Alternatives
from surefoot.hindsight.sums import Distribution
from surefoot.language.speaker import Speaker
from surefoot.referee import story
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer, declaration_data


def review_data(found: Review) -> dict[str, Any]:
    """A whole review as JSON data, with its sentences."""
    speak = speaker(found.session.start)
    ruleset = ruleset_of(found.session.start)
    return {
        "ruleset": ruleset.written(found.session.start.options),
        "unit": found.session.start.unit,
        "says": speak(sentences.summary(found)),
        "notes": [speak(each) for each in sentences.caveats(found)],
        "sides": [side_data(each, found, speak) for each in found.sides],
        "movement": [_journey(each, speak) for each in found.journeys],
        "turning_points": [each.moment.number for each in found.turning_points],
        "moments": [moment_data(each) | {"so_far": _shares(so_far)} for each, so_far in found.timeline],
        "cut": found.cut,
    }


def _shares(shares: Mapping[str, Fraction]) -> dict[str, Any]:
    return {name: _share(share) for name, share in shares.items()}


def _share(share: Fraction) -> dict[str, Any]:
    return {"exact": str(share), "about": round(float(share), 6)}


def _journey(each: Journey, speak: Speaker) -> dict[str, Any]:
    """The movement of a model or a unit in the whole game."""
    return {
        "who": each.who,
        "name": speak.names((each.who,)),
        "side": each.side,
        "used": round(each.used, 6),
        "wasted": round(each.wasted, 6),
        "tests": {"made": each.tests, "passed": each.passed},
        "says": speak(sentences.of_journey(each)),
    }


def side_data(luck: SideLuck, found: Review, speak: Speaker) -> dict[str, Any]:
    """The luck of a side."""
    told = (sentences.tests(luck), sentences.harm(luck))
    return {
        "side": luck.side,
        "name": speak(sentences.side_name(luck.side)),
        "says": speak(sentences.of_side(luck)),
        "exactly": speak(sentences.exactly(luck)),
        "details": [speak(each) for each in told if each is not None],
        "luck": _share(luck.luck),
        "luckier": _share(luck.luckier),
        "equal": _share(luck.equal),
        "unluckier": _share(luck.unluckier),
        "moves": len(luck.moments),
        "tests": {"made": luck.tests_made, "passed": luck.tests_passed, "expected": _share(luck.tests.mean)},
        "damage": {"taken": luck.harm_came, "expected": _share(luck.harm.mean)},
        "wasted": round(found.wasted.get(luck.side, 0.0), 6),
        "distribution": _curve(luck.graded, len(luck.moments)),
        "came": round(luck.came / PARTS - len(luck.moments) / 2, 6),
        "luckiest": luck.luckiest.moment.number if luck.luckiest is not None else None,
        "unluckiest": luck.unluckiest.moment.number if luck.unluckiest is not None else None,
    }


def _curve(graded: Distribution, moves: int) -> list[list[float]]:
    """A distribution of luck as points for a plot: the luck, and its chance."""
    return [[round(value / PARTS - moves / 2, 6), float(chance)] for value, chance in graded.chances.items()]


def moment_data(each: Reviewed) -> dict[str, Any]:
    """One declaration looked back at."""
    moment, table = each.moment, each.moment.after
    speak = speaker(table)
    return {
        "n": moment.number,
        "side": moment.side,
        "round": moment.before.clock.round,
        "ticks": moment.declaration.kind == "tick",
        "declaration": declaration_data(moment.declaration, table.ruleset),
        "declared": words.declared(moment.declaration, moment.before),
        "story": [speak(sentence) for sentence in story.story(each.outcome)],
        "verdict": each.outcome.verdict,
        "graded": each.luck is not None,
        "ungraded": each.ungraded,
        **(_luck(each.luck, speak) if each.luck is not None else {}),
        **(_paths(each.alternatives, speak) if each.alternatives is not None else {}),
    }


def _luck(luck: MomentLuck, speak: Speaker) -> dict[str, Any]:
    cite = Citer(ruleset_of(luck.moment.before).catalogue)
    plan = sentences.of_plan(luck)
    return {
        "came_off": luck.came_off,
        "plan_says": "" if plan is None else speak(plan),
        "says": speak(sentences.of_moment(luck)),
        "luck": _share(luck.luck),
        "as_good": _share(luck.as_good),
        "better": _share(luck.better),
        "worse": _share(luck.worse),
        "best": _share(luck.hoped),
        "rolls": [_roll(each, speak, cite) for each in luck.rolls],
    }


def _roll(luck: RollLuck, speak: Speaker, cite: Citer) -> dict[str, Any]:
    told = sentences.of_roll(luck)
    return {
        "what": luck.request.what,
        "who": luck.request.who,
        "test": question(luck.request, speak),
        "needs": speak(luck.request.read.needs()),
        "rolled": list(luck.asking.reply.faces or ()),
        "luck": _share(luck.luck),
        "as_good": None if luck.as_good is None else _share(luck.as_good),
        "as_bad": None if luck.as_bad is None else _share(luck.as_bad),
        "clauses": [cite(clause) for clause in luck.request.clauses],
        "says": "" if told is None else speak(told),
    }


def _paths(found: Alternatives, speak: Speaker) -> dict[str, Any]:
    return {
        "cost": found.cost,
        "safe": _share(found.chance),
        "wasted": round(found.wasted, 6),
        "paths": [_path(each) for each in found.others],
        "path_says": [speak(each) for each in sentences.path(found)],
    }


def _path(each: Alternative) -> dict[str, Any]:
    return {
        "cost": each.cost,
        "chance": _share(each.chance),
        "declarations": [
            declaration_data(step.declaration, step.run.table.ruleset) for step in each.route.steps
        ],
    }
