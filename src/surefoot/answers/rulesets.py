"""The installed rulesets, the packages they come from, and their clauses."""

from __future__ import annotations

from typing import Any

from surefoot.answers.calculators.forms import calculators_data
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.known_words import words_data
from surefoot.answers.questions import questions_data
from surefoot.language import Notation, Quoted, say
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.referee import protocol
from surefoot.referee.catalogue import Catalogue, Clause, Option
from surefoot.referee.protocol import Ruleset
from surefoot.referee.speaking import ruleset_speaker
from surefoot.table.words import suggested


@dataclass(frozen=True)
class InstalledRuleset:
    """An installed ruleset and the package it comes from; `problem` says why it can't be loaded, a line for each reason."""

    name: str
    offered_by: str
    ruleset: Ruleset | None
    problem: str = ""


def installed_rulesets() -> list[InstalledRuleset]:
    """Every installed ruleset, also those that can't be loaded."""
    return [_installed(name) for name in protocol.installed()]


def _installed(name: str) -> InstalledRuleset:
    point = protocol.installed()[name]
    source = getattr(point, "dist", None)
    offered_by = f"{source.name} {source.version}" if source is not None else text("an unknown package")
    try:
        ruleset = protocol.find(name)
        _ = ruleset.catalogue
    except protocol.BadRuleset as bad:
        return InstalledRuleset(name, offered_by, None, "\n".join(str(each) for each in bad.problems))
    except Exception as error:  # noqa: BLE001  # a package by others may raise anything
        return InstalledRuleset(name, offered_by, None, f"{type(error).__name__}: {error}")
    return InstalledRuleset(name, offered_by, ruleset)


def named(name: str, field: str = "ruleset") -> Ruleset:
    """An installed ruleset by its name; raises InvalidQuestion, with the name that was probably meant, if there is none."""
    known = list(protocol.installed())
    if name not in known:
        unknown = say("The ruleset {name} isn't installed", name=Quoted(name))
        raise InvalidQuestion(field, suggested(unknown, name, known))
    found = _installed(name)
    if found.ruleset is None:
        problem = Notation("; ".join(found.problem.splitlines()))
        raise InvalidQuestion(
            field, say("The ruleset {name} can't be loaded: {problem}", name=Quoted(name), problem=problem)
        )
    return found.ruleset


def option_data(option: Option) -> dict[str, Any]:
    """An option as JSON data."""
    shown: dict[str, Any] = {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "clause": option.clause,
        "says": option.says,
    }
    return shown | ({"values": list(option.values)} if option.values else {})


def ruleset_data(installed: InstalledRuleset) -> dict[str, Any]:
    """An installed ruleset as JSON data."""
    shown: dict[str, Any] = {"name": installed.name, "offered_by": installed.offered_by}
    if installed.ruleset is None:
        return shown | {"problem": installed.problem}
    catalogue = installed.ruleset.catalogue
    return shown | {
        "title": catalogue.title,
        "unit": catalogue.unit,
        "version": catalogue.version,
        "extends": catalogue.extends or None,
        "package": installed.ruleset.package,
        "clauses": len(catalogue.clauses),
        "options": [option_data(option) for option in catalogue.options.values()],
        "actions": [
            {
                "name": action.name,
                "kind": action.kind,
                "title": ruleset_speaker(installed.ruleset.name)(action.title),
            }
            for action in installed.ruleset.actions.values()
        ],
        "questions": questions_data(installed.ruleset),
        "words": words_data(installed.ruleset),
        "calculators": calculators_data(installed.ruleset),
    }


@dataclass(frozen=True)
class Held:
    """A clause in the catalogue of one ruleset: its own, or inherited."""

    catalogue: Catalogue
    clause: Clause

    @property
    def name(self) -> str:
        """The full id of the clause in this ruleset."""
        return f"{self.catalogue.ruleset}/{self.clause.id}"

    def data(self) -> dict[str, Any]:
        """The clause as JSON data."""
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
    """A clause of a ruleset by its id without the ruleset; raises InvalidQuestion, with the likely id, if there is none."""
    catalogue = named(ruleset, field).catalogue
    if clause in catalogue:
        return Held(catalogue, catalogue[clause])
    rules, id_ = Notation(ruleset), Notation(clause)
    if clause in catalogue.renamed:
        dropped = say("{ruleset} has dropped the clause {clause}", ruleset=rules, clause=id_)
        raise InvalidQuestion(field, dropped)
    unknown = say("{ruleset} has no clause {clause}", ruleset=rules, clause=Quoted(clause))
    raise InvalidQuestion(field, suggested(unknown, clause, catalogue.clauses))


def options_of(held: Held) -> list[Option]:
    """The options that concern a clause."""
    known = held.catalogue.options
    return [
        option
        for option in known.values()
        if option.name in held.clause.options or option.clause == held.clause.id
    ]


def clause_data(held: Held) -> dict[str, Any]:
    """Everything about a clause as JSON data, except for the cases that prove it."""
    clause = held.clause
    return held.data() | {
        "outside": clause.outside,
        "options": [option_data(option) for option in options_of(held)],
        "settings": dict(clause.settings),
        "table": [dict(row) for row in clause.table],
        "reason": clause.reason or None,
    }
