"""Questions of the rules at the terminal: rolls, choices from a menu, rulings and plans."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from surefoot.answers import words
from surefoot.answers.open_question import option as label
from surefoot.answers.open_question import question
from surefoot.answers.typed.lexicon import Lexicon
from surefoot.answers.typed.sentence import Unclear, parse_plan
from surefoot.cli.typed_dice import NoDice, not_an_option, read_typed
from surefoot.dice.host import Asked, Reply, Unanswered, read_value
from surefoot.dice.requests import Choice, Plan, Roll, Ruling, asked, success
from surefoot.dice.responders import placed, settled
from surefoot.language import Notation, say
from surefoot.language.speaker import Speaker, text, titled
from surefoot.referee.session import fitting
from surefoot.referee.verdict import read_off
from surefoot.table.words import near, suggested

ROLL = ("", "roll", "r")


def heading(request: Asked, speaker: Speaker) -> str:
    """The question, and the side that answers it."""
    if isinstance(request, Roll):
        return question(request, speaker)
    by = getattr(request, "by", "")
    return f"{titled(by)}: {speaker(asked(request))}" if by else speaker(asked(request))


def menu(request: Asked, speaker: Speaker) -> list[str]:
    """The answers to choose from, one on each line."""
    if not isinstance(request, Choice):
        return []
    return [f"{number}) {label(request, each, speaker)}" for number, each in enumerate(request.among, 1)]


def option(given: Any) -> str:
    """An option of a choice as it is typed; a place by its coordinates."""
    if isinstance(given, bool):
        return text("yes") if given else text("no")
    if isinstance(given, tuple) and given and all(type(each) is int for each in given):
        return ", ".join(words.length(each) for each in given)
    return str(given)


def how(request: Asked) -> str:
    """The prompt for an answer."""
    if isinstance(request, Roll):
        if request.dice.count > 1:
            return text("Press Enter to roll, or type your own dice:")
        return text("Press Enter to roll, or type your own die:")
    if isinstance(request, Choice):
        return text("Number, or Enter for 1:")
    if isinstance(request, Ruling):
        takes = request.takes or say("{schema}", schema=Notation(request.schema))
        if request.default is None:
            return text("{takes}:", takes=takes)
        return text("{takes}; Enter for {default}:", takes=takes, default=Notation(option(request.default)))
    if request.proposal is None:
        return text("Type shift 3,0 or NAME to 4,5; NAME to 6,5:")
    return text("Press Enter for the proposed answer, or type shift 3,0 or NAME to 4,5:")


def answered(request: Asked, typed: str, dice: Callable[[Roll], Reply], lexicon: Lexicon) -> Reply:
    """A typed line as an answer; raises Unanswered or NoDice if it doesn't fit the question."""
    if isinstance(request, Roll):
        return dice(request) if typed.lower() in ROLL else read_typed(request, typed)
    if not typed:
        if isinstance(request, Plan) and request.proposal is None:
            raise NoDice(say("Give a path for each model: shift 3,0 or NAME to 4,5"))
        return settled(request, ())
    if isinstance(request, Choice):
        return _chosen(request, typed)
    if isinstance(request, Ruling):
        return read_value(request, _value(typed))
    return fitting(request, Reply(_planned(request, typed, lexicon)))


def _chosen(request: Choice, typed: str) -> Reply:
    named = [each for each in request.among if option(each).lower() == typed.lower()]
    begun = [each for each in request.among if option(each).lower().startswith(typed.lower())]
    found = named or (begun if len(begun) == 1 and not typed.isdecimal() else [])
    if found and not (typed.isdecimal() and 1 <= int(typed[:9]) <= len(request.among)):
        return Reply(found[0])
    try:
        return read_typed(request, typed)
    except (NoDice, Unanswered):
        problem = not_an_option(typed, len(request.among))
        known = [option(each) for each in request.among]
        raise NoDice(suggested(problem, typed, known) if near(typed, known) else problem) from None


def _value(typed: str) -> Any:
    """A ruling: a number, yes or no, or text."""
    if re.fullmatch(r"-?[0-9]{1,15}", typed):
        return int(typed)
    return {"yes": True, "no": False}.get(typed.lower(), typed)


def _planned(request: Plan, typed: str, lexicon: Lexicon) -> Any:
    from surefoot.cli.typed_dice import typed_spot

    where = typed_spot(typed)
    if where is not None and placed(request, where) != where:
        return placed(request, where)
    plan = parse_plan(typed, request.who, lexicon)
    if isinstance(plan, Unclear):
        raise NoDice(say("{problems}", problems=plan.problems))
    return plan


def rolled(request: Roll, reply: Reply, speaker: Speaker) -> str:
    """The result of a roll: the faces, and whether the test is passed."""
    faces = " + ".join(str(face) for face in reply.faces or ())
    passes = success(request, reply.value)
    if passes is None:
        shown = speaker(say("{reading}", reading=read_off(reply.value)))
        return faces if str(reply.value) == faces else f"{faces}: {shown}"
    if passes:
        return text("{faces}: passed", faces=Notation(faces))
    return text("{faces}: failed", faces=Notation(faces))
