"""Scripted answers for tests."""

from __future__ import annotations

from typing import Any

from surefoot.dice.responders import Script, script


def scripted(*answers: Any, settle: bool = True, **named: Any) -> Script:
    """A responder that gives these answers: dice in order, or by the clause or label they are for.

    Choices and rulings that nothing answers get their default; with `settle=False` they stop the move instead.
    Answers that were not used are in `unused` afterwards.

    >>> answers = scripted(4, {"leap.test": 2}, direction=90)
    >>> [(entry.key, entry.value) for entry in answers.unused]
    [('', 4), ('leap.test', 2), ('direction', 90)]
    """
    found = script([*answers, *({name: value} for name, value in named.items())])
    return found if settle else Script(found.entries, then=None)
