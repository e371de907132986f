"""One page per topic of a ruleset: each clause with the pair of cases that proves it, drawn side by side."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from tools.manual.plots import Plots
from tools.manual.proofs import Proofs
from tools.manual.rules import rulesets, topics
from tools.manual.trying import link, scenario_file
from tools.manual.writing import Files, code, page, plain, several, table

from surefoot.answers import words
from surefoot.draw.compose import picture
from surefoot.draw.svg import svg
from surefoot.language.speaker import Speaker
from surefoot.referee import story
from surefoot.referee.catalogue import Clause
from surefoot.referee.protocol import Answer, Ruleset, find
from surefoot.referee.speaking import ruleset_speaker
from surefoot.referee.verdict import Outcome, Test
from surefoot.testing.corpus import Pair
from surefoot.testing.play import Side

# Two pictures stand side by side.
WIDTH = 360.0
# At most this many differences are listed for each side.
MOST_SAID = 6
SIGNS = {"inch": "″", "metre": " m"}
VERDICTS = {"legal": "legal", "illegal": "illegal", "stopped-short": "stopped short"}


@dataclass(frozen=True)
class Job:
    """One page to write."""

    ruleset: str
    topic: str


def jobs() -> list[Job]:
    """Every page, longest first, so that the workers finish at about the same time."""
    found = [
        (len(held), Job(ruleset.name, topic))
        for ruleset in rulesets()
        for topic, held in topics(ruleset).items()
    ]
    return [job for _, job in sorted(found, key=lambda each: -each[0])]


# Set before the workers fork, so that they inherit the pairs instead of reading them again.
_PROOFS: Proofs = Proofs()


def _made(job: Job) -> Files:
    return files(job, _PROOFS)


def all_files(proofs: Proofs, workers: int) -> Iterator[Files]:
    """The pages of all topics with their pictures."""
    global _PROOFS  # noqa: PLW0603  # inherited by the workers
    _PROOFS = proofs
    if workers < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(_made, jobs())
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("fork")) as pool:
        yield from pool.map(_made, jobs())


def files(job: Job, proofs: Proofs, *, played: bool = True) -> Files:
    """The page of one topic and its pictures; with `played=False` only the names of the cases."""
    ruleset = find(job.ruleset)
    clauses = topics(ruleset)[job.topic]
    found: Files = {}
    plots = Plots() if played else None
    parts: list[str] = []
    for clause in clauses:
        parts += _clause(clause, ruleset, proofs, found, plots)
    shown = sum(1 for clause in clauses if proofs.of(job.ruleset, clause.id))
    found[f"rules/{job.ruleset}/topics/{job.topic}.md"] = page(
        f"# {plain(ruleset.catalogue.topic_title(job.topic))}",
        "",
        f"[{plain(ruleset.catalogue.title)}](../index.md) · clauses that begin with {code(f'{job.topic}.')} · "
        f"{shown} of {several(len(clauses), 'clause')} proven by pairs of cases · "
        f"[all clauses of this topic in full](../clauses.md#topic-{job.topic})",
        "",
        parts,
    )
    return found


# --- one clause ---------------------------------------------------------------------------------


def _clause(clause: Clause, ruleset: Ruleset, proofs: Proofs, found: Files, plots: Plots | None) -> list[str]:
    head = [
        f"## {plain(clause.title)} {{ #{clause.id} }}",
        "",
        f"[{code(clause.id)}](../clauses.md#{clause.id}) · {plain(clause.summary)}",
        "",
    ]
    held = proofs.of(ruleset.name, clause.id)
    if clause.inherited_from and held:
        where = f"../../{clause.inherited_from}/topics/{clause.topic}.md#{clause.id}"
        told = f"Inherited: [see the cases of {clause.inherited_from}]({where})"
        return [*head, f"{told}. {several(len(held), 'pair passes', 'pairs pass')} here too.", ""]
    if not held:
        return [*head, f"*{_why_not(clause)}*", ""]
    own = [pair for pair in held if ruleset.catalogue[pair.case.clause].id == clause.id]
    if not own:
        other = ruleset.catalogue[held[0].case.clause]
        where = f"{other.topic}.md#{other.id}"
        return [*head, f"Proven together with [{code(other.id)}]({where}): {plain(held[0].case.name)}.", ""]
    if plots is None:
        return [*head, *(f"- {plain(pair.case.name)}" for pair in own), ""]
    drawn = next((pair for pair in own if has_map(pair.side) and has_map(pair.twin)), None)
    figures = _figures(clause, ruleset, drawn, found) if drawn is not None else []
    others = _others([pair for pair in own if pair is not drawn], ruleset)
    return [*head, *figures, *_odds(clause, ruleset, plots.of(own), found), *others, ""]


def _why_not(clause: Clause) -> str:
    if clause.proof == "guard":
        return f"Proven by a separate test instead of a pair: {plain(clause.reason)}"
    if clause.proof == "none":
        return f"No test: {plain(clause.reason)}"
    return "No test yet."


def has_map(side: Side) -> bool:
    """Whether there is anything to draw: a table with at least one model on it."""
    table = side.before
    return table is not None and any(model.place.on_table for model in table.models.values())


def _figures(clause: Clause, ruleset: Ruleset, pair: Pair, found: Files) -> list[str]:
    case = pair.case
    sides = (
        ("case", case.given, pair.side, pair.twin, sentence(case.name), ""),
        (
            "twin",
            case.twin_given,
            pair.twin,
            pair.side,
            sentence(case.twin_name or "the other case"),
            case.changes,
        ),
    )
    parts = ['<div class="pair" markdown>', ""]
    for name, given, side, other, title, changes in sides:
        file = f"{clause.id}-{name}.svg"
        verdicts = "; ".join(VERDICTS[each.verdict] for each in side.outcomes)
        found[f"rules/{ruleset.name}/pictures/{file}"] = drawing(side)
        found[f"rules/{ruleset.name}/tables/{clause.id}-{name}.json"] = scenario_file(pair.ruleset, given)
        said = told(side, other, ruleset)
        changed = f" With {code(changes)}." if changes else ""
        parts += [
            "<figure markdown>",
            f"![{plain(title)}: {verdicts or 'a table'}](../pictures/{file})",
            "<figcaption markdown>",
            "",
            f"**{plain(title)}.**{changed}",
            "",
            *(f"- {each}" for each in said),
            "",
            link(f"../tables/{clause.id}-{name}.json"),
            "",
            "</figcaption>",
            "</figure>",
            "",
        ]
    return [*parts, "</div>", ""]


def _odds(clause: Clause, ruleset: Ruleset, plotted: tuple[Pair, str] | None, found: Files) -> list[str]:
    """A chart of every outcome of a case that rolls dice, with its probability."""
    if plotted is None:
        return []
    pair, chart = plotted
    file = f"{clause.id}-odds.svg"
    found[f"rules/{ruleset.name}/pictures/{file}"] = chart
    title = plain(sentence(pair.case.name))
    return [
        "<figure markdown>",
        f"![The odds of this case: {title}](../pictures/{file})",
        "<figcaption markdown>",
        "",
        f"**Outcomes.** {title}: every outcome with its exact probability, as `surefoot odds` draws it.",
        "",
        "</figcaption>",
        "</figure>",
        "",
    ]


def drawing(side: Side) -> str:
    """A picture of one side of a pair: its table and its moves."""
    before, _ = side.tables
    return svg(picture(before, side.outcomes), width=WIDTH)


def _others(held: list[Pair], ruleset: Ruleset) -> list[str]:
    """The remaining pairs of a clause, as a table of text."""
    rows = [
        (
            plain(pair.case.name),
            "<br>".join(told(pair.side, pair.twin, ruleset)),
            f"{plain(pair.case.twin_name) + ': ' if pair.case.twin_name else ''}{code(pair.case.changes)}",
            "<br>".join(told(pair.twin, pair.side, ruleset)),
        )
        for pair in held
    ]
    return table(("case", "result", "changed", "result"), rows) if rows else []


def sentence(name: str) -> str:
    """The name of a case as the beginning of a sentence."""
    return name[:1].upper() + name[1:]


# --- what a side did ----------------------------------------------------------------------------


def told(side: Side, other: Side, ruleset: Ruleset) -> list[str]:
    """The verdict of a side, and the events that the other side does not have."""
    if side.problems:
        return [f"the file is invalid: {plain(problem.says)}" for problem in side.problems]
    heads = [_verdict(result, ruleset) for result in side.outcomes]
    # Declarations with the same verdict on both sides are left out, except the last.
    alike = [_verdict(result, ruleset) for result in other.outcomes]
    if len(heads) > 1 and heads[:-1] == alike[:-1]:
        heads = heads[-1:]
    here, there = list(_details(side, ruleset)), list(_details(other, ruleset))
    only = [plain(each) for each in dict.fromkeys(here) if each not in there]
    answers = [
        f"{plain(asked)}: {plain(answer.value if isinstance(answer, Answer) else answer)}"
        for asked, answer in side.answers
    ]
    said = [*heads, *only, *answers]
    return said if len(said) <= MOST_SAID else [*said[:MOST_SAID], "…"]


def _verdict(result: Outcome, ruleset: Ruleset) -> str:
    what = f"**{VERDICTS[result.verdict]}**"
    cost = f", {words.length(result.cost)}{SIGNS[ruleset.unit]}" if result.ledger else ""
    speak = ruleset_speaker(ruleset.name, ruleset.unit)
    reasons = "; ".join(
        f"{plain(speak(each.says))} ({_cited(each.clause, ruleset)})" for each in result.breaks
    )
    return f"{what}{cost}{f': {reasons}' if reasons else ''}"


def _cited(clause: str, ruleset: Ruleset) -> str:
    """A link to the clause that is in force under an id."""
    known = ruleset.catalogue[clause].id if clause in ruleset.catalogue else ""
    return f"[{known}](../clauses.md#{known})" if known else code(clause)


def _details(side: Side, ruleset: Ruleset) -> Iterator[str]:
    speak = ruleset_speaker(ruleset.name, ruleset.unit)
    for result in side.outcomes:
        for test in result.tests:
            yield _test(test, speak)
        for event, told in zip(result.events, story.events(result), strict=True):
            # An answer is an input; its consequences are listed.
            answered = any(name == "answer" for name, _ in event.details)
            if not told.books and not answered:
                yield speak(told.sentence)


def _test(test: Test, speak: Speaker) -> str:
    needs = f" {speak(test.needs)}" if test.needs else ""
    rolled = "" if test.rolled is None else f" rolled {' and '.join(map(str, test.rolled))},"
    result = {True: "passed", False: "failed", None: f"gives {test.reading}"}[test.passed]
    return f"{speak(test.label)}{needs}:{rolled} {result}"
