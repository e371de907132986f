"""An army fitted to its ruleset: answers and library applied, every model tried, and what is missing asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from surefoot.armies.army import (
    FROM_ANSWER,
    FROM_LIBRARY,
    FROM_LIST,
    FROM_SUGGESTION,
    Army,
    Figure,
    Known,
    Question,
    Squad,
    differ,
)
from surefoot.armies.dataset_40k import RULESET, TYPES
from surefoot.armies.library import remembered
from surefoot.armies.numbers import plain, profile_names
from surefoot.files import kinds
from surefoot.files.problems import FileProblem
from surefoot.files.refusals import Refusal
from surefoot.files.scenario import drafted
from surefoot.files.source import of_data
from surefoot.intake.problems import Problems, refused
from surefoot.language import Field, Notation, Quoted, Sentence, say
from surefoot.records import replace
from surefoot.referee.protocol import find, installed
from surefoot.table.words import corrected
from surefoot.table.words import suggested as proposed

BASE_FORM = "32, {oval: [120, 92]} or {rectangle: [100, 50]} in millimetres"
HULL_FORM = "[length, width] in inches"

# Suggestions for bases that no source knows. They are shown and never taken unless the player says so.
SUGGESTED_BASE = 32
SUGGESTED_LARGE_BASE = 60
SUGGESTED_HULL = [4.5, 3.0]
SUGGESTED_GIANT = [12.0, 9.0]
SUGGESTED_CAPACITY = 12
SUGGESTED_KEYWORDS = ["Infantry"]
# Numbers of units that no source knows: the most usual ones of the game.
SUGGESTED_NUMBERS = {(RULESET, "M"): 6}

# Large models of 40k that stand on a base.
_ON_BASES = ("Monster", "Walker", "Fly", "Character")

# The trait of Transports, asked for as a plain number.
CAPACITY = "capacity"
CAPACITY_FORM = "a whole number"
KEYWORDS_FORM = "[Infantry] or [Vehicle, Fly], as `surefoot rules words wh40k-10e` lists them"

Answers = Mapping[str, Mapping[str, Any]]
NONE: Answers = {}
# What may be answered besides the numbers of a profile.
FIELDS = ("base", "hull", "height", "keywords", CAPACITY)


def fitted(army: Army, file: str, answers: Answers, suggestions: Answers = NONE) -> Army:
    """The army with answers, library and accepted suggestions applied; its questions are what is still open.

    They fill what the list leaves out: what it says, and the ruleset accepts, stands.
    """
    if army.ruleset not in installed():
        says = say("there is no ruleset {name}", name=Quoted(army.ruleset))
        raise refused(file, says, field="ruleset")
    library = remembered(army.ruleset)
    problems = Problems(file)
    _demand_known(army, answers, problems)
    answering = _Answering(army)
    answering.fill(library, FROM_LIBRARY, Problems("units.yaml"))
    answering.fill(answers, FROM_ANSWER, problems)
    answering.fill(suggestions, FROM_SUGGESTION, problems)
    problems.demand_none()
    return _asked(answering.done(answers), file)


def _demand_known(army: Army, answers: Answers, problems: Problems) -> None:
    for unit in answers:
        if unit not in army.answerable:
            says = say("the army has no unit {name}", name=Quoted(unit))
            problems.wrong(proposed(says, unit, sorted(army.answerable)), unit)


class _Answering:
    """Fills in the values that a list leaves out, and knows which answers were of use."""

    def __init__(self, army: Army) -> None:
        self.army = army
        self.taken: set[str] = set()

    def fill(self, answers: Answers, source: str, problems: Problems) -> None:
        """Apply some answers wherever the list has no value of its own."""
        changed: dict[tuple[str, int], Figure] = {}
        for squad in self.army.squads:
            for i, figure in enumerate(squad.figures):
                # What is answered for one kind of model goes before what is answered for its unit.
                for key in (squad.kind, squad.model_key(figure)):
                    for field, value in answers.get(key, {}).items():
                        place = f"{key}.{field}"
                        if not self._is_known(field):
                            problems.wrong(self._unknown(field), place)
                        elif not self._is_listed(squad, i, field):
                            self.taken.add(place)
                            figure = _with(figure, field, value, source, place, problems)  # noqa: PLW2901
                changed[squad.id, i] = figure
        self.army = self.army.changed(changed)

    def done(self, answers: Answers) -> Army:
        """The army with what was filled in; its notes name the answers that were of no use."""
        unused = [f"{unit}.{field}" for unit, fields in answers.items() for field in fields]
        unused = [each for each in unused if each not in self.taken]
        notes = (say("{answer} isn't used: the list says it", answer=Notation(each)) for each in unused)
        return replace(self.army, notes=(*self.army.notes, *notes), unused=tuple(unused))

    @cached_property
    def _numbers(self) -> dict[str, str]:
        return profile_names(self.army.ruleset)

    def _is_known(self, field: str) -> bool:
        return field in FIELDS or field in self._numbers.values() or not self._numbers

    def _unknown(self, field: str) -> Sentence:
        meant = self._numbers.get(plain(field))
        known = [*FIELDS, *dict.fromkeys(self._numbers.values())]
        says = say("there is no field {name}", name=Quoted(field))
        return corrected(says, meant) if meant else proposed(says, field, known)

    def _is_listed(self, squad: Squad, i: int, name: str) -> bool:
        """Whether the list itself gives a value that the ruleset accepts; keywords are added to those of the list."""
        figure = squad.figures[i]
        known = figure.shape if name in ("base", "hull") else figure.height if name == "height" else None
        known = known or figure.traits.get(name) or figure.profile.get(name)
        return known is not None and known.source == FROM_LIST and (squad.id, i, name) not in self._refused

    @cached_property
    def _refused(self) -> set[tuple[str, int, str]]:
        """The numbers of the list that the ruleset refuses."""
        found = ((_place_of(self.army, problem), problem) for problem in _tried(self.army))
        return {(place[0].id, place[1], place[3]) for place, _ in found if place and place[2] == "profile"}


def _place_of(army: Army, problem: FileProblem) -> tuple[Squad, int, str, str] | None:
    """The model that a problem is about, by its unit and its position there, and the section and the field of it."""
    by_number = [(squad, i) for squad in army.squads for i in range(len(squad.figures))]
    number, _, rest = problem.field.removeprefix("models.f").partition(".")
    if not problem.field.startswith("models.f") or not number.isdigit() or int(number) >= len(by_number):
        return None
    section, _, name = rest.partition(".")
    return *by_number[int(number)], section, name.partition(".")[0]


def _with(figure: Figure, name: str, value: Any, source: str, place: str, problems: Problems) -> Figure:
    try:
        if name == "base":
            kinds.base(value)
            return replace(figure, shape=Known({"base": value}, source))
        if name == "hull":
            kinds.hull(value)
            return replace(figure, shape=Known({"hull": value}, source))
        if name == "height":
            kinds.not_negative(value)
            return replace(figure, height=Known(value, source))
        if name == "keywords":
            words = kinds.words(value)
            return replace(figure, keywords={**figure.keywords, **dict.fromkeys(words, source)})
        if name == CAPACITY:
            traits = {**figure.traits, CAPACITY: Known({"maximum": kinds.count(value)}, source)}
            return replace(figure, traits=traits)
        kinds.anything(value)
    except Refusal as error:
        problems.wrong(error.says, place)
        return figure
    return replace(figure, profile={**figure.profile, name: Known(value, source)})


# --- what is missing ------------------------------------------------------------------------------


def _asked(army: Army, file: str) -> Army:
    """The army with a question for each value that is missing; values that the ruleset refuses are dropped and asked for."""
    questions: dict[tuple[str, str], Question] = {}

    def ask(question: Question) -> None:
        questions.setdefault((question.unit, question.field), question)

    for squad, figure in army.figures():
        if figure.shape is None:
            ask(_shape_question(army, squad, figure))
        if army.ruleset == RULESET and not any(word in TYPES for word in figure.keywords):
            ask(_type_question(squad))
    problems: list[tuple[tuple[Squad, int, str, str], FileProblem]] = []
    for problem in _tried(army):
        place = _place_of(army, problem)
        if place is None:
            raise refused(file, say("{why}", why=Notation(str(problem.says))), field=problem.field)
        problems.append((place, problem))
    army, notes = _without_refused(army, problems)
    kept = {squad.id: squad for squad in army.squads}
    for (of, i, section, name), problem in problems:
        squad = kept[of.id]
        figure = squad.figures[i]
        if section == "traits" and "Transport" in figure.keywords:
            ask(_capacity_question(squad))
            continue
        if section == "profile" and name and not _needed(army, name):
            continue
        for field in [name] if name else _missing(army, figure, str(problem.says)) or [section]:
            ask(_number_question(army, squad, figure, field, problem))
    return replace(
        army, questions=tuple(questions.values()), notes=tuple(dict.fromkeys((*army.notes, *notes)))
    )


def _without_refused(
    army: Army, problems: list[tuple[tuple[Squad, int, str, str], FileProblem]]
) -> tuple[Army, list[Sentence]]:
    """The army without the numbers that the ruleset refuses, and a note about each of them."""
    notes: list[Sentence] = []
    changed: dict[tuple[str, int], Figure] = {}
    for (squad, i, section, name), problem in problems:
        figure = changed.get((squad.id, i), squad.figures[i])
        if section != "profile" or name not in figure.profile:
            continue
        changed[squad.id, i] = replace(
            figure, profile={key: each for key, each in figure.profile.items() if key != name}
        )
        told = say(
            "{unit}: {name} {value} is left out: {why}",
            unit=Quoted(squad.kind),
            name=Notation(name),
            value=Quoted(str(figure.profile[name].value)[:30]),
            why=Notation(str(problem.says)),
        )
        notes.append(told)
    return army.changed(changed), notes


def _number_question(army: Army, squad: Squad, figure: Figure, field: str, problem: FileProblem) -> Question:
    """The question for a number that is missing: of the models that lack it, where others of the unit have it."""
    alone = any(field in each.profile for each in squad.figures)
    unit = squad.model_key(figure) if alone else squad.kind
    return Question(
        unit,
        field,
        say("What is {name} of {unit}?", name=Notation(field), unit=Quoted(unit)),
        _allowed(field),
        SUGGESTED_NUMBERS.get((army.ruleset, field)),
        say(
            "The ruleset needs it, and the list leaves it out: {why}",
            why=Notation(_bare(str(problem.says))),
        ),
    )


def _missing(army: Army, figure: Figure, says: str) -> list[str]:
    """The numbers of a profile that a problem names and the figure lacks."""
    known = dict.fromkeys(profile_names(army.ruleset).values())
    words = re.findall(r"\w+", says.partition(":")[0])
    return [name for name in known if name in words and name not in figure.profile]


def _bare(says: str) -> str:
    """A problem without the id under which the model was tried."""
    return re.sub(r"\bf\d+\b", "it", says)


def _needed(army: Army, name: str) -> bool:
    """Whether the ruleset asks for a number of a profile that is not there."""
    probe = _data(army.ruleset, [Figure("probe", 1, {}, {}, Known({"base": SUGGESTED_BASE}, ""))])
    _, problems = drafted(of_data(probe, "<army>"))
    return any(re.search(rf"\b{re.escape(name)}\b", f"{each.field} {each.says}") for each in problems)


def _allowed(field: str) -> str:
    return {"base": BASE_FORM, "hull": HULL_FORM}.get(field, "as `surefoot rules words` says")


def _tried(army: Army) -> tuple[FileProblem, ...]:
    """What the ruleset says of every kind of model, each set up apart from the table."""
    figures = [figure for _, figure in army.figures()]
    found: list[FileProblem] = []
    # A scenario holds a limited number of models.
    for start in range(0, len(figures), kinds.MOST_MODELS):
        some = figures[start : start + kinds.MOST_MODELS]
        _, problems = drafted(of_data(_data(army.ruleset, some, start), "<army>"))
        found += problems
    return tuple(found)


def _data(ruleset: str, figures: list[Figure], start: int = 0) -> dict[str, Any]:
    data: dict[str, Any] = {"ruleset": ruleset}
    if find(ruleset).unit == "metre":
        data["scale"] = 1
    data["models"] = {
        f"f{i}": {**model_data(figure, ruleset), "place": {"kind": "off"}}
        for i, figure in enumerate(figures, start)
    }
    return data


def model_data(figure: Figure, ruleset: str) -> dict[str, Any]:
    """A model as a scenario writes it, without its place; a base that is still asked for is a usual one."""
    shape = figure.shape.value if figure.shape is not None else {"base": SUGGESTED_BASE}
    data: dict[str, Any] = {**shape, "profile": {name: known.value for name, known in figure.profile.items()}}
    if figure.height is not None:
        data["height"] = figure.height.value
    if figure.keywords:
        data["keywords"] = list(figure.keywords)
    if figure.labels:
        data["labels"] = list(figure.labels)
    if figure.traits:
        data["traits"] = {ruleset: {name: known.value for name, known in figure.traits.items()}}
    return data


def _capacity_question(squad: Squad) -> Question:
    return Question(
        squad.kind,
        CAPACITY,
        say("How many models can {unit} carry?", unit=Quoted(squad.kind)),
        CAPACITY_FORM,
        SUGGESTED_CAPACITY,
        say(
            "It is a Transport, and your list does not print its capacity. Suggested: that of most Transports"
        ),
    )


def _type_question(squad: Squad) -> Question:
    return Question(
        squad.kind,
        "keywords",
        say("Which keywords does {unit} have?", unit=Quoted(squad.kind)),
        KEYWORDS_FORM,
        SUGGESTED_KEYWORDS,
        say("The list does not say what it is, and terrain treats Infantry, vehicles and flyers differently"),
    )


def _shape_question(army: Army, squad: Squad, figure: Figure) -> Question:
    asked_for = squad.model_key(figure) if differ(squad.figures) else squad.kind
    name = Quoted(asked_for)
    large = army.ruleset == RULESET and any(word in figure.keywords for word in ("Vehicle", "Monster"))
    hull = large and not figure.hint and not any(word in figure.keywords for word in _ON_BASES)
    if figure.hint in ("hull", "unique") or hull:
        giant = figure.hint == "unique"
        return Question(
            asked_for,
            "hull",
            say("How long and how wide is the hull of {unit}, in inches?", unit=name),
            HULL_FORM,
            SUGGESTED_GIANT if giant else SUGGESTED_HULL,
            say(
                "Its distances are measured to its hull, and the list leaves out its size. Suggested: about a Rhino's"
            )
            if not giant
            else say(
                "It has no common base, and the list leaves out its size. Suggested: a very large flyer's"
            ),
        )
    return Question(
        asked_for,
        "base",
        say("How large is the base of {unit}, in millimetres?", unit=name),
        BASE_FORM,
        SUGGESTED_LARGE_BASE if large else SUGGESTED_BASE,
        say("The list leaves out its size. Suggested: the base of most models like it")
        if large
        else say(
            "The list leaves out its size. Suggested: the most usual base in {game}",
            game=Notation(army.ruleset),
        ),
    )


def assumed(army: Army) -> tuple[Sentence, ...]:
    """What is assumed of an army if every suggestion is accepted, one sentence for each value."""
    return tuple(
        say(
            "{unit}: {field} {value}, assumed",
            unit=Quoted(each.unit),
            field=Notation(each.field),
            value=_written(each.suggestion),
        )
        for each in army.questions
        if each.suggestion is not None
    )


def _written(value: Any) -> Field:
    """A suggestion as people write it: a number, or some keywords or lengths with commas."""
    if isinstance(value, list):
        return tuple(Notation(str(each)) for each in value)
    return Notation(str(value))


def suggested(army: Army) -> dict[str, dict[str, Any]]:
    """The suggestions for every open question that has one, as answers."""
    found: dict[str, dict[str, Any]] = {}
    for question in army.questions:
        if question.suggestion is not None:
            found.setdefault(question.unit, {})[question.field] = question.suggestion
    return found
