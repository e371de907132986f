"""An open question of the rules: as one line for people, as JSON data for other programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from surefoot.answers.words import length
from surefoot.dice.branches import aimed, chance
from surefoot.dice.host import Asked
from surefoot.dice.requests import Choice, Roll, Ruling, asked, success
from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Chance, Field, Notation, Sentence, Term, Who, say
from surefoot.language.speaker import Speaker, titled
from surefoot.referee.verdict import aim_data
from surefoot.table.record import Value, thaw


def question(request: Asked, words: Speaker | None = None) -> str:
    """The question with its dice or its answers, in one line."""
    words = words or Speaker()
    return words(_sentence(request, words))


def _sentence(request: Asked, words: Speaker) -> Sentence:
    asks: Sentence = asked(request)
    if isinstance(request, Roll):
        parts: list[Field] = [Notation(str(request.dice))]
        needs, likely = words(request.read.needs()), chance(request)
        parts += [say("needs {needs}", needs=Notation(needs))] if needs else []
        parts += [Chance(likely)] if likely is not None else []
        for each in aimed(request):
            aim = say(
                "{aim} {needs}, {chance}",
                aim=Notation(words(each.what)),
                needs=Notation(words(each.needs)),
                chance=Chance(each.odds),
            )
            parts.append(aim)
        line = Notation("; ".join(words(say("{part}", part=part)) for part in parts))
        if request.who and (request.says is not None or request.who not in request.what.split()):
            return say("{who}: {test} ({line})", who=Who(request.who), test=asks, line=line)
        return say("{test} ({line})", test=asks, line=line)
    if isinstance(request, Choice):
        options = Notation(
            "  ".join(
                f"{number}) {option(request, each, words)}" for number, each in enumerate(request.among, 1)
            )
        )
        return _to(request.by, say("{question} {options}", question=asks, options=options))
    if isinstance(request, Ruling):
        takes = request.takes or say("{schema}", schema=Term(request.schema))
        if request.default is None:
            return say("{question} ({takes})", question=asks, takes=takes)
        default = Notation(str(thaw(request.default)))
        return say("{question} ({takes}; Enter for {default})", question=asks, takes=takes, default=default)
    return _to(request.by, say("{question} (Enter for the proposed answer)", question=asks))


def _to(side: str, asks: Sentence) -> Sentence:
    """A question that one side answers."""
    return say("{side}: {question}", side=Notation(titled(side)), question=asks) if side else asks


def option(request: Choice, given: Value, words: Speaker) -> str:
    """One of the answers of a choice, for people."""
    if request.labels:
        return words(request.labels[request.among.index(given)])
    if isinstance(given, tuple) and all(isinstance(each, int) for each in given):
        return f"({', '.join(length(each) for each in given if isinstance(each, int))})"
    return words(say("{answer}", answer=Term(str(given))))


def open_data(request: Asked, cite: Callable[[str], str], words: Speaker | None = None) -> dict[str, Any]:
    """An open question as JSON data: which model and side it concerns, and which answers it takes."""
    words = words or Speaker()
    shown: dict[str, Any] = {
        "what": request.what,
        "who": request.who,
        "asks": question(request, words),
        "says": words(asked(request)),
        "clause": cite(request.clauses[0]) if request.clauses else "",
        "kind": type(request).__name__.lower(),
        "by": "" if isinstance(request, Ruling) else request.by,
    }
    if isinstance(request, Roll):
        likely = chance(request)
        return shown | {
            "dice": str(request.dice),
            "count": request.dice.count,
            "lowest": request.dice.faces[0],
            "highest": request.dice.faces[-1],
            "needs": words(request.read.needs()),
            "odds": None if likely is None else str(likely),
            "passes": _passes(request),
            "aims": [aim_data(each, words) for each in aimed(request)],
            "modifiers": [
                {"value": each.value, "says": words(each.says), "clause": cite(each.clause)}
                for each in request.modifiers
            ],
        }
    if isinstance(request, Choice):
        return shown | {
            "among": [_answer(each) for each in request.among],
            "labels": [option(request, each, words) for each in request.among],
        }
    if isinstance(request, Ruling):
        return shown | {"schema": request.schema, "default": thaw(request.default)}
    return shown


# A die with more faces than this is not shown face by face.
_MOST_FACES = 20


def _passes(request: Roll) -> list[bool]:
    """Whether each face of a single die passes, in order; empty for amounts, for several dice and for large dice."""
    faces = request.dice.faces
    if request.dice.count != 1 or len(faces) > _MOST_FACES:
        return []
    found = [success(request, request.read((face,))) for face in faces]
    return [] if None in found else [each is True for each in found]


def _answer(given: Value) -> Any:
    """One of the answers to choose from, as a scenario writes it: places in the table's unit."""
    if isinstance(given, tuple) and given and all(type(each) is int for each in given):
        return [from_lattice(each) for each in given if isinstance(each, int)]
    return thaw(given)
