"""The conformance check: everything that the core expects of a ruleset."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import loads
from surefoot.referee.catalogue import Catalogue, Clause, Proof
from surefoot.referee.faults import fault_of
from surefoot.referee.loading import problems_of
from surefoot.referee.protocol import Action, Declaration, Detail, Problem, Ruleset, installed
from surefoot.referee.referee import check
from surefoot.referee.sources import unknown_citations, without_clause
from surefoot.table.table import Table
from surefoot.table.words import instead
from surefoot.testing.corpus import Pair, corpus_files, pairs
from surefoot.testing.kit import laws

if TYPE_CHECKING:
    from surefoot.testing.kit.worlds import Lore

T = TypeVar("T")

# One seed of the campaign for each this many random declarations.
SEED_FOR = 25
KINDS = ("declare", "happen", "tick")
PATHS = ("none", "optional", "required")


def check_ruleset(
    ruleset: str | Ruleset,
    *,
    lore: Lore | None = None,
    corpus: Path | str | None = None,
    examples: int = 50,
) -> tuple[Problem, ...]:
    """Every problem of a ruleset; empty if the core can rely on it. An error in its code is a problem with file and line.

    The ruleset must be installed. `corpus` is the folder with its conformance files; `lore` lends what random tables
    need, and is looked for among the entry points `surefoot.testing` if left out. At least one of the two must be
    there, or there is nothing to play. The pairs of the corpus are all judged; so many of its declarations, and as many
    random ones, are put to the laws that hold for every ruleset, among them that the planner finds what is granted.
    """
    name = ruleset.name if isinstance(ruleset, Ruleset) else ruleset
    try:
        found = ruleset if isinstance(ruleset, Ruleset) else installed()[ruleset].load()
        problems = list(_static(found))
        if not any(problem.where == "catalogue" for problem in problems):
            # Without a catalogue nothing else can be checked.
            problems += [each for each in problems_of(name, found) if each not in problems]
    except KeyError:
        return (
            Problem("entry point", f"no ruleset called {name!r} is installed{instead(name, installed())}"),
        )
    except Exception as error:  # noqa: BLE001  # a package by others may raise anything
        return (_raised("package", error),)
    if problems:
        # A ruleset that is refused when it is loaded cannot be played.
        return tuple(problems)
    return tuple(_played(found, lore, None if corpus is None else Path(corpus), examples))


def _played(found: Ruleset, lore: Lore | None, corpus: Path | None, examples: int) -> list[Problem]:
    problems = list(_calculators(found))
    played = 0
    if corpus is not None:
        held, wrong = _corpus(found, corpus)
        problems += wrong
        played += len(held)
        problems += _laws_on(_some(list(_declared(held)), examples))
    lore = lore or _lent(found.name)
    if lore is not None:
        # If single declarations fail, every law fails.
        problems += _random(found, lore, examples) or _campaign(found, lore, examples // SEED_FOR)
        played += examples
    if not played:
        says = "there is neither a corpus nor a lore for random tables, so nothing was played"
        problems.append(Problem("corpus", says))
    return problems


def _raised(where: str, error: BaseException) -> Problem:
    """An error as a problem: in which file and line of the ruleset, if it comes from there."""
    fault = fault_of(error)
    if fault is None:
        return Problem(where, f"raised {error!r}")
    return Problem(where, f"raised {error!r} in {fault.file}, line {fault.line}")


# --- static checks --------------------------------------------------------------------------------


def _static(ruleset: Ruleset) -> Iterator[Problem]:
    from ruamel.yaml.error import YAMLError

    yield from _registered(ruleset)
    try:
        catalogue = ruleset.catalogue
    except (OSError, KeyError, TypeError, ValueError, YAMLError) as problem:
        yield Problem("catalogue", f"cannot be read: {problem!r}")
        return
    yield from _catalogue(ruleset, catalogue)
    yield from _options(catalogue)
    for name, action in ruleset.actions.items():
        yield from _action(name, action)
    if not ruleset.actions:
        yield Problem("actions", "nothing can be declared")
    for where, id_ in unknown_citations(ruleset):
        yield Problem(where, f"cites {id_!r}, which the catalogue does not have")
    for where, what in without_clause(ruleset):
        yield Problem(where, f"{what} cites no clause")


def _registered(ruleset: Ruleset) -> Iterator[Problem]:
    if ruleset.name not in installed():
        yield Problem("entry point", f"no entry point surefoot.rulesets is called {ruleset.name!r}")
    elif installed()[ruleset.name].load() is not ruleset:
        yield Problem("entry point", f"{ruleset.name!r} leads to another ruleset")
    if ruleset.unit not in ("inch", "metre"):
        yield Problem("unit", f"a table is measured in inches or metres, not {ruleset.unit!r}")


def _catalogue(ruleset: Ruleset, catalogue: Catalogue) -> Iterator[Problem]:
    for field, own, written in (
        ("ruleset", ruleset.name, catalogue.ruleset),
        ("unit", ruleset.unit, catalogue.unit),
    ):
        if own != written:
            yield Problem(f"catalogue.{field}", f"says {written!r}, the ruleset says {own!r}")
    if type(catalogue.version) is not int or catalogue.version < 1:
        yield Problem("catalogue.version", "the behaviour version is a whole number from 1 on")
    if not catalogue.clauses:
        yield Problem("catalogue", "there is no clause to cite")
    for name, count in _ids(ruleset).items():
        if count > 1:
            yield Problem(f"catalogue.{name}", f"stands there {count} times")
    for clause in catalogue:
        for says in _clause(clause, catalogue):
            yield Problem(f"catalogue.{clause.id}", says)


def _clause(clause: Clause, catalogue: Catalogue) -> Iterator[str]:
    if not clause.title.strip() or not clause.summary.strip():
        yield "has no title or no summary"
    if clause.proof not in get_args(Proof):
        yield f"is proven by one of {', '.join(get_args(Proof))}, not by {clause.proof!r}"
    elif clause.proof != "case" and not clause.reason.strip():
        yield f"says proof: {clause.proof} without a reason"
    if clause.kind == "table" and not clause.table:
        yield "is a table, and its rows are not given as data"
    rows: tuple[Any, ...] = clause.table
    for row in rows:
        if not isinstance(row, Mapping) or not row:
            yield f"{row!r} is no row of a table: write {{column: value}}"
    for option in clause.options:
        if option not in catalogue.options:
            yield f"names an option {option!r} that there is not"


def _ids(ruleset: Ruleset) -> Counter[str]:
    """The number of entries of each clause and option in the file; a mapping would keep only the last."""
    from ruamel.yaml import YAML

    data = YAML(typ="safe").load((files(ruleset.package) / "catalogue.yaml").read_text(encoding="utf-8"))
    named = [entry["id"] for entry in data["clauses"]]
    return Counter([*named, *(f"options.{entry['name']}" for entry in data.get("options") or ())])


def _options(catalogue: Catalogue) -> Iterator[Problem]:
    for option in catalogue.options.values():
        where = f"options.{option.name}"
        # A number without a default must be given by each table.
        problem = option.problem(option.default) if option.default is not None else None
        if problem is not None:
            yield Problem(where, f"its default is none of its values: {problem}")
        if option.kind == "choice" and len(option.values) < 2:
            yield Problem(where, "is a choice between fewer than two")
        if not option.says.strip():
            yield Problem(where, "does not say what it does")
        if option.clause not in catalogue:
            yield Problem(where, f"belongs to {option.clause!r}, which is no clause")


def _action(name: str, action: Action) -> Iterator[Problem]:
    where = f"actions.{name}"
    if action.name != name:
        yield Problem(where, f"calls itself {action.name!r}")
    if not str(action.title).strip():
        yield Problem(where, "has no title")
    for field, value, known in (
        ("kind", action.kind, KINDS),
        ("path", action.path, PATHS),
        ("target", action.target, PATHS),
    ):
        if value not in known:
            yield Problem(f"{where}.{field}", f"is one of {', '.join(known)}, not {value!r}")
    kinds = get_args(get_type_hints(Detail)["kind"])
    for detail, count in Counter(each.name for each in action.details).items():
        if count > 1:
            yield Problem(f"{where}.{detail}", "is a detail twice")
    for each in action.details:
        if each.kind not in kinds or not str(each.says).strip():
            yield Problem(f"{where}.{each.name}", f"has no words, or {each.kind!r} is no kind of detail")


# --- calculators --------------------------------------------------------------------------------


def _calculators(ruleset: Ruleset) -> Iterator[Problem]:
    """Every feat with its usual amount, and the usual journey: the table must be set up, and the move must be judged."""
    feats, journeys = ruleset.feats, ruleset.journeys
    if feats is not None:
        for task in feats.feats:
            attempt = feats.attempt(task, float(task.amounts[0].default), feats.example)
            yield from _judged(f"feats.{task.name}", partial(feats.table, attempt))
    if journeys is not None:
        usual = partial(journeys.scenario, ruleset.name, journeys.party, journeys.route)
        yield from _judged("journeys", usual)


def _judged(where: str, table: Callable[[], Mapping[str, Any]]) -> Iterator[Problem]:
    try:
        laid = loads(json.dumps(table()), where)
        if not laid.declarations:
            yield Problem(where, "declares nothing")
        for declaration in laid.declarations[:1]:
            verdict = check(laid.table, declaration, nearest=False)
            if verdict.verdict == "illegal":
                yield Problem(where, f"its usual values are illegal: {verdict.breaks[0].says}")
    except FileInvalid as invalid:
        yield from (Problem(where, each.says) for each in invalid.problems)
    except Exception as error:  # noqa: BLE001  # a package by others may raise anything
        yield _raised(where, error)


# --- the corpus -----------------------------------------------------------------------------------


def _corpus(ruleset: Ruleset, folder: Path) -> tuple[list[Pair], list[Problem]]:
    held: list[Pair] = []
    problems: list[Problem] = []
    for file in corpus_files(folder):
        try:
            held += [pair for pair in pairs([file]) if pair.ruleset == ruleset.name]
        except FileInvalid as invalid:
            problems += [Problem(f"{each.file}:{each.line}", each.says) for each in invalid.problems]
    if not held and not problems:
        problems.append(Problem(str(folder), f"holds no pair for {ruleset.name}"))
    played: list[Pair] = []
    for pair in held:
        try:
            failure = pair.case_failure() or pair.twin_failure() or pair.failure()
        except Exception as error:  # noqa: BLE001  # a package by others may raise anything
            problems.append(_raised(pair.id, error))
            continue
        played.append(pair)
        if failure:
            problems.append(Problem(pair.id, failure))
    return played, problems


def _declared(held: list[Pair]) -> Iterator[tuple[str, Table, Declaration]]:
    """Every declaration of the corpus with the table before it."""
    for pair in held:
        for side in (pair.side, pair.twin):
            now = side.before
            for outcome in side.outcomes:
                if now is not None:
                    yield pair.id, now, outcome.declaration
                now = outcome.run.table


def _some(all_: list[T], count: int) -> list[T]:
    """A number of entries of a list, evenly spread."""
    return all_ if len(all_) <= count else [all_[index * len(all_) // count] for index in range(count)]


def _laws_on(declared: list[tuple[str, Table, Declaration]]) -> Iterator[Problem]:
    with TemporaryDirectory() as folder:
        for number, (name, table, declaration) in enumerate(declared):
            problem = _broken(table, declaration, Path(folder) / f"{number}.game")
            if problem:
                yield Problem(name, problem)


def _broken(table: Table, declaration: Declaration, log: Path) -> str:
    """The first law that a declaration breaks, of those that hold on any table."""
    tried: tuple[Callable[[], Any], ...] = (
        lambda: laws.never_stumbles(table, declaration),
        lambda: laws.asks_the_same(table, declaration),
        lambda: laws.odds_add_up(table, declaration),
        lambda: laws.kept(table, declaration, log),
    )
    for law in tried:
        try:
            law()
        except laws.LawBroken as broken:
            return f"{declaration.action}: {broken}"
        except Exception as stumbled:  # noqa: BLE001  # anything else than a refusal is what is looked for
            return f"{declaration.action}: {_raised('', stumbled).says}"
    return ""


# --- random tables --------------------------------------------------------------------------------


def _lent(name: str) -> Lore | None:
    try:
        from surefoot.testing.kit.worlds import lore_of
    except ModuleNotFoundError:
        # Without hypothesis there are no random tables; the corpus is still checked.
        return None
    return lore_of(name)


def _campaign(ruleset: Ruleset, lore: Lore, seeds: int) -> Iterator[Problem]:
    """The laws of the campaign on its first tables; a longer one is `python -m surefoot.testing.laws`."""
    from surefoot.testing.kit.campaign import campaign
    from surefoot.testing.kit.lawbook import LAWS
    from surefoot.testing.kit.perils import NoTable

    try:
        for law, seed, failure in campaign(ruleset, lore, LAWS, range(seeds)):
            if failure is not None:
                yield Problem(f"law {law}, seed {seed}", failure.says)
    except NoTable as none:
        yield Problem("random tables", str(none))


def _random(ruleset: Ruleset, lore: Lore, examples: int) -> list[Problem]:
    """Random declarations on random tables, the same in every run."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import strategies as st

    from surefoot.testing.kit.worlds import declarations, tables

    last: dict[str, Any] = {}

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
    )
    @given(data=st.data())
    def play(data: st.DataObject) -> None:
        table = data.draw(tables(ruleset, lore))
        declaration = data.draw(declarations(table, ruleset, lore))
        last.update(table=table, declaration=declaration)
        with TemporaryDirectory() as folder:
            problem = _broken(table, declaration, Path(folder) / "random.game")
        laws.hold(not problem, problem)

    try:
        play()
    except laws.LawBroken as broken:
        return [Problem("random tables", f"{broken}; {last['declaration']} on {_shown(last['table'])}")]
    return []


def _shown(table: Table) -> str:
    pieces = ", ".join(f"{piece.id} {piece.sort}" for piece in table.pieces.values())
    models = ", ".join(f"{model.id} at {model.place}" for model in table.models.values())
    return f"{models}; {pieces or 'no terrain'}"
