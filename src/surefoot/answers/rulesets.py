"""The rulesets that are installed and their clauses: what each is, and which package offers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.known_words import words_data
from surefoot.answers.questions import questions_data
from surefoot.referee import protocol
from surefoot.referee.catalogue import Catalogue, Clause, Option, UnknownClause
from surefoot.referee.protocol import Ruleset
from surefoot.referee.speaking import ruleset_speaker
from surefoot.table.words import instead


@dataclass(frozen=True)
class InstalledRuleset:
    """An installed ruleset, or what is wrong with it."""

    name: str
    offered_by: str
    ruleset: Ruleset | None
    problem: str = ""


def installed_rulesets() -> list[InstalledRuleset]:
    """Everything that is installed as a ruleset; a guest that cannot be loaded does not hide the others."""
    return [_guest(name) for name in protocol.installed()]


def _guest(name: str) -> InstalledRuleset:
    point = protocol.installed()[name]
    source = getattr(point, "dist", None)
    offered_by = f"{source.name} {source.version}" if source is not None else "nobody knows"
    try:
        ruleset = protocol.find(name)
        _ = ruleset.catalogue
    except Exception as error:  # noqa: BLE001  # somebody else's package may fail in any manner
        return InstalledRuleset(name, offered_by, None, f"{type(error).__name__}: {error}")
    return InstalledRuleset(name, offered_by, ruleset)


def named(name: str, field: str = "ruleset") -> Ruleset:
    """An installed ruleset; what was probably meant, if there is none of that name."""
    known = list(protocol.installed())
    if name not in known:
        raise InvalidQuestion(
            field, f"no ruleset called {name!r} is installed{instead(name, known, 'installed are')}"
        )
    guest = _guest(name)
    if guest.ruleset is None:
        raise InvalidQuestion(field, f"the ruleset {name!r} cannot be loaded: {guest.problem}")
    return guest.ruleset


def option_data(option: Option) -> dict[str, Any]:
    """An option for other programs."""
    shown: dict[str, Any] = {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "clause": option.clause,
        "says": option.says,
    }
    return shown | ({"values": list(option.values)} if option.values else {})


def ruleset_data(guest: InstalledRuleset) -> dict[str, Any]:
    """An installed ruleset for other programs."""
    shown: dict[str, Any] = {"name": guest.name, "offered_by": guest.offered_by}
    if guest.ruleset is None:
        return shown | {"problem": guest.problem}
    catalogue = guest.ruleset.catalogue
    return shown | {
        "title": catalogue.title,
        "unit": catalogue.unit,
        "version": catalogue.version,
        "extends": catalogue.extends or None,
        "package": guest.ruleset.package,
        "clauses": len(catalogue.clauses),
        "options": [option_data(option) for option in catalogue.options.values()],
        "actions": [
            {
                "name": action.name,
                "kind": action.kind,
                "title": ruleset_speaker(guest.ruleset.name)(action.title),
            }
            for action in guest.ruleset.actions.values()
        ],
        "questions": questions_data(guest.ruleset),
        "words": words_data(guest.ruleset),
    }


@dataclass(frozen=True)
class Held:
    """A clause as one ruleset holds it: its own, or inherited."""

    catalogue: Catalogue
    clause: Clause

    @property
    def name(self) -> str:
        """The id that leads to it in this ruleset."""
        return f"{self.catalogue.ruleset}/{self.clause.id}"

    def data(self) -> dict[str, Any]:
        """The clause for other programs."""
        clause = self.clause
        return {
            "id": clause.full_id,
            "ruleset": self.catalogue.ruleset,
            "kind": clause.kind,
            "section": clause.section,
            "title": clause.title,
            "summary": clause.summary,
            "ruling": clause.ruling or None,
            "inherited_from": clause.inherited_from or None,
            "proof": clause.proof,
        }


def clause_of(ruleset: str, clause: str, field: str = "clause") -> Held:
    """A clause of a ruleset by its bare id; what was probably meant, if there is none."""
    catalogue = named(ruleset, field).catalogue
    try:
        return Held(catalogue, catalogue[clause])
    except UnknownClause as unknown:
        close = instead(clause, catalogue.clauses) if clause not in catalogue.renamed else ""
        raise InvalidQuestion(field, f"{unknown.args[0]}{close}") from None


def options_of(held: Held) -> list[Option]:
    """Options that the clause names, and options that name the clause."""
    known = held.catalogue.options
    return [
        option
        for option in known.values()
        if option.name in held.clause.options or option.clause == held.clause.id
    ]


def clause_data(held: Held) -> dict[str, Any]:
    """Everything about a clause for other programs, but for the cases that prove it."""
    clause = held.clause
    return held.data() | {
        "outside": clause.outside,
        "options": [option_data(option) for option in options_of(held)],
        "settings": dict(clause.settings),
        "table": [dict(row) for row in clause.table],
        "reason": clause.reason or None,
    }
