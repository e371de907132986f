"""The reference of each ruleset, read off its catalogue: what may be declared, clauses, rulings, options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tools.manual.proofs import Proofs
from tools.manual.writing import Files, code, linked, page, plain, said, several, table, value

from surefoot.referee.catalogue import Clause, Option
from surefoot.referee.protocol import Action, Ruleset, find, installed

UNITS = {"inch": "inches", "metre": "metres"}
PATHS = {"none": "", "optional": "a path if wanted", "required": "a path"}
TARGETS = {"none": "", "optional": "a target if wanted", "required": "a target"}
KINDS = {
    "declare": ("Actions", "What somebody can declare, with `action:`.", "action"),
    "happen": ("Happenings", "What can happen to somebody from outside, with `happen:`.", "happening"),
    "tick": ("Ticks", "What the clock can do, with `tick:`.", "tick"),
}


def rulesets() -> list[Ruleset]:
    """Every installed ruleset, by name."""
    return [find(name) for name in installed()]


def files(proofs: Proofs) -> Files:
    """All pages about rules but those of the topics."""
    found: Files = {"rules/index.md": _overview(proofs)}
    for ruleset in rulesets():
        folder = f"rules/{ruleset.name}"
        found[f"{folder}/index.md"] = _ruleset(ruleset, proofs)
        found[f"{folder}/clauses.md"] = _clauses(ruleset, proofs)
        found[f"{folder}/options.md"] = _options(ruleset)
        found[f"{folder}/rulings.md"] = _rulings(ruleset)
    return found


def _overview(proofs: Proofs) -> str:
    rows = []
    for ruleset in rulesets():
        catalogue = ruleset.catalogue
        shown = sum(1 for clause in catalogue if proofs.of(ruleset.name, clause.id))
        rows.append(
            (
                f"[{plain(catalogue.title)}]({ruleset.name}/index.md)",
                code(ruleset.name),
                UNITS[ruleset.unit],
                str(len(catalogue.clauses)),
                str(shown),
            )
        )
    return page(
        "# Rules",
        "",
        "Each ruleset is a package of its own, found when it is installed. Its catalogue describes every clause in "
        "our own words; every price, test, refusal and effect names the clause behind it. A clause counts as shown "
        "if the conformance corpus has a pair of cases for it: two tables that differ in one input, come out "
        "differently, and of which only one cites the clause. What has no pair is not built yet, or nothing that "
        "could be shown.",
        "",
        table(("rules", "name in a file", "measured in", "clauses", "shown by pairs"), rows),
    )


# --- one ruleset --------------------------------------------------------------------------------


def topics(ruleset: Ruleset) -> dict[str, list[Clause]]:
    """The clauses of a ruleset by topic, in the order of its catalogue."""
    found: dict[str, list[Clause]] = {}
    for clause in ruleset.catalogue:
        found.setdefault(clause.topic, []).append(clause)
    return found


def _ruleset(ruleset: Ruleset, proofs: Proofs) -> str:
    catalogue = ruleset.catalogue
    rows = []
    for topic, clauses in topics(ruleset).items():
        shown = sum(1 for clause in clauses if proofs.of(ruleset.name, clause.id))
        titles = "; ".join(dict.fromkeys(plain(clause.title) for clause in clauses[:3]))
        more = "" if len(clauses) <= 3 else " …"
        rows.append((f"[{topic}](topics/{topic}.md)", f"{titles}{more}", str(len(clauses)), str(shown)))
    layered = (
        f"It is layered on [{catalogue.extends}](../{catalogue.extends}/index.md): what it does not override is "
        "inherited and cited as inherited.\n"
    )
    return page(
        f"# {plain(catalogue.title)}",
        "",
        f"{code(f'ruleset: {ruleset.name}')} in a scenario. Measured in {UNITS[ruleset.unit]}; "
        f"behaviour version {ruleset.version}; {several(len(catalogue.clauses), 'clause')}. "
        f"[All clauses](clauses.md) · [rulings](rulings.md) · [options](options.md)",
        "",
        layered if catalogue.extends else [],
        _declared(ruleset.actions.values()),
        _questions(ruleset),
        "## Topics",
        "",
        "Each page shows what is proven, by cases in pairs and with pictures.",
        "",
        table(("topic", "what it is about", "clauses", "shown by pairs"), rows),
    )


def _declared(actions: Iterable[Action]) -> list[str]:
    parts: list[str] = []
    held = list(actions)
    for kind, (title, says, called) in KINDS.items():
        own = [action for action in held if action.kind == kind]
        if not own:
            continue
        rows = [(code(action.name), plain(action.title), _takes(action)) for action in own]
        parts += [f"## {title}", "", says, "", *table((called, "what it is", "takes"), rows)]
    return parts


def _takes(action: Action) -> str:
    taken = [words for words in (PATHS[action.path], TARGETS[action.target]) if words]
    for detail in action.details:
        need = ", must be given" if detail.required else ""
        taken.append(f"{code(detail.name)}: {said(detail.says)} ({detail.kind}{need})")
    return "<br>".join(taken)


def _questions(ruleset: Ruleset) -> list[str]:
    if not ruleset.questions:
        return []
    rows = [
        (code(name), said((asked.__doc__ or "").strip().partition("\n")[0]))
        for name, asked in ruleset.questions.items()
    ]
    says = "What can be asked of the rules without changing anything; the answer is a value with its clauses."
    return ["## Questions", "", says, "", *table(("question", "answer"), rows)]


# --- clauses ------------------------------------------------------------------------------------


def _anchors(ruleset: Ruleset, before: str = "clauses.md") -> dict[str, str]:
    return {clause.id: f"{before}#{clause.id}" for clause in ruleset.catalogue}


def _clauses(ruleset: Ruleset, proofs: Proofs) -> str:
    anchors = _anchors(ruleset, "")
    parts: list[str] = []
    for topic, clauses in topics(ruleset).items():
        parts += [f"## {topic} {{ #topic-{topic} }}", "", f"[What is proven](topics/{topic}.md)", ""]
        for clause in clauses:
            parts += _clause(clause, ruleset, proofs, anchors)
    return page(
        f"# Clauses of {ruleset.name}",
        "",
        f"[{plain(ruleset.catalogue.title)}](index.md), every clause in our own words. "
        f"A verdict cites them by these ids; in full, each begins with {code(f'{ruleset.name}/')}.",
        "",
        parts,
    )


def _clause(clause: Clause, ruleset: Ruleset, proofs: Proofs, anchors: Mapping[str, str]) -> list[str]:
    parts = [
        f"### {code(clause.id)} {plain(clause.title)} {{ #{clause.id} }}",
        "",
        linked(clause.summary, anchors),
        "",
    ]
    if clause.ruling:
        parts += [f"**Ruling.** {linked(clause.ruling, anchors)}", ""]
    if clause.table:
        parts += rows_of(clause.table)
    if clause.settings:
        parts += table(("setting", "value"), [(code(k), code(value(v))) for k, v in clause.settings.items()])
    options = [option for option in ruleset.catalogue.options.values() if option.clause == clause.id]
    if options:
        names = ", ".join(f"[{code(each.name)}](options.md#{option_anchor(each)})" for each in options)
        parts += [f"**{'Option' if len(options) == 1 else 'Options'}.** {names}", ""]
    return [*parts, _footing(clause, ruleset, proofs), ""]


def _footing(clause: Clause, ruleset: Ruleset, proofs: Proofs) -> str:
    told = [clause.kind, plain(clause.section)]
    if clause.outside:
        told.append("from outside the source")
    if clause.inherited_from:
        where = f"../{clause.inherited_from}/clauses.md#{clause.id}"
        told.append(f"inherited from [{clause.inherited_from}]({where})")
    held = proofs.of(ruleset.name, clause.id)
    if held:
        told.append(f"[shown by {several(len(held), 'pair')}](topics/{clause.topic}.md#{clause.id})")
    elif clause.proof == "guard":
        told.append(f"proven by a guard: {plain(clause.reason)}")
    elif clause.proof == "none":
        told.append(f"no proof: {plain(clause.reason)}")
    else:
        told.append("not shown yet")
    return f"<small>{' · '.join(told)}</small>"


def rows_of(rows: tuple[Mapping[str, Any], ...]) -> list[str]:
    """The table of a clause."""
    heads = list(dict.fromkeys(key for row in rows for key in row))
    cells = [[plain(value(row[key])) if key in row else "" for key in heads] for row in rows]
    return table([plain(head.replace("_", " ")) for head in heads], cells)


# --- options and rulings ------------------------------------------------------------------------


def option_anchor(option: Option) -> str:
    """Where an option stands on its page."""
    return f"option-{option.name}"


def _options(ruleset: Ruleset) -> str:
    catalogue = ruleset.catalogue
    anchors = _anchors(ruleset)
    parts: list[str] = []
    for option in catalogue.options.values():
        choices = ", ".join(code(value(each)) for each in option.values)
        holds = {"switch": "`on` or `off`", "choice": f"one of {choices}", "number": "a number"}
        parts += [
            f"## {code(option.name)} {{ #{option_anchor(option)} }}",
            "",
            linked(option.says, anchors),
            "",
        ]
        clause = f"[{option.clause}](clauses.md#{option.clause})" if option.clause in catalogue else ""
        parts += table(
            ("holds", "if left out", "clause"),
            [(holds.get(option.kind, "a mapping"), code(value(option.default)), clause)],
        )
    some = next(iter(catalogue.options.values()), None)
    if some is None:
        return page(f"# Options of {ruleset.name}", "", "It has none.")
    setting = value(_other(some))
    return page(
        f"# Options of {ruleset.name}",
        "",
        f"[{plain(catalogue.title)}](index.md) leaves some things to the players. A scenario sets them under "
        f"`options:`, or in brackets behind the name: {code(f'ruleset: {ruleset.name}({some.name}={setting})')}. "
        "Those that are not at their default are shown with every verdict.",
        "",
        parts,
    )


def _other(option: Option) -> Any:
    """A value that is not the default, to show how it is set."""
    if option.kind == "switch":
        return not option.default
    return next((each for each in option.values if each != option.default), option.default)


def _rulings(ruleset: Ruleset) -> str:
    catalogue = ruleset.catalogue
    anchors = _anchors(ruleset)
    rows = [
        (f"[{clause.id}](clauses.md#{clause.id})", plain(clause.title), linked(clause.ruling, anchors))
        for clause in catalogue
        if clause.ruling
    ]
    return page(
        f"# Rulings of {ruleset.name}",
        "",
        f"Where the source of [{plain(catalogue.title)}](index.md) is silent, or says two things, this is what we "
        f"decided: {several(len(rows), 'ruling')} on {several(len(catalogue.clauses), 'clause')}.",
        "",
        table(("clause", "what it is about", "ruling"), rows),
    )
