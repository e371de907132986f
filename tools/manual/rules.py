"""The reference of each ruleset, generated from its catalogue: actions, questions, clauses, rulings, options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tools.manual.proofs import Proofs
from tools.manual.writing import Files, code, linked, page, plain, said, several, table, value

from surefoot.referee.catalogue import Clause, Option
from surefoot.referee.protocol import Action, Detail, Ruleset, find, installed

UNITS = {"inch": "inches", "metre": "metres"}
PATHS = {"none": "", "optional": "an optional path", "required": "a path"}
TARGETS = {"none": "", "optional": "an optional target", "required": "a target"}
KINDS = {
    "declare": ("Actions", "A model or unit declares these with `action:`.", "action"),
    "happen": ("Events", "Outside causes, such as a blast or a fall, declared with `happen:`.", "event"),
    "tick": ("Clock", "Ends of turns, phases and rounds, declared with `tick:`.", "tick"),
}


def rulesets() -> list[Ruleset]:
    """Every installed ruleset, by name."""
    return [find(name) for name in installed()]


def files(proofs: Proofs) -> Files:
    """All pages about rules except the topic pages."""
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
        "A *rule* in this manual is made of *clauses*: short numbered statements, each with an id such as `leap.test`. "
        "The catalogue of a ruleset describes every clause in our own words. Every cost, test, refusal and effect in a "
        "verdict names the clause behind it.",
        "",
        table(("rules", "name in a file", "measured in", "clauses", "proven by pairs"), rows),
        "A clause is *proven by a pair* when the test suite has two tables for it that differ in one input: the results "
        "must differ, and only one of them may cite the clause. Clauses without a pair are advice or definitions that "
        "no table can show, or have a test of their own; each says which.",
    )


# --- one ruleset --------------------------------------------------------------------------------


def topics(ruleset: Ruleset) -> dict[str, list[Clause]]:
    """The clauses of a ruleset by topic, in catalogue order."""
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
        rows.append(
            (
                f"[{plain(catalogue.topic_title(topic))}](topics/{topic}.md)",
                f"{titles}{more}",
                str(len(clauses)),
                str(shown),
            )
        )
    layered = (
        f"This edition builds on [{catalogue.extends}](../{catalogue.extends}/index.md): clauses that it does not "
        "change are inherited, and verdicts cite them as inherited.\n"
    )
    return page(
        f"# {plain(catalogue.title)}",
        "",
        f"Write {code(f'ruleset: {ruleset.name}')} in a scenario. Distances are in {UNITS[ruleset.unit]}; "
        f"{several(len(catalogue.clauses), 'clause')}; behaviour version {ruleset.version}. "
        f"[All clauses](clauses.md) · [rulings](rulings.md) · [options](options.md)",
        "",
        layered if catalogue.extends else [],
        _declared(ruleset.actions.values()),
        _questions(ruleset),
        "## Topics",
        "",
        "Each page shows its clauses at work: pairs of tables that differ in one thing, with pictures.",
        "",
        table(("topic", "for example", "clauses", "proven by pairs"), rows),
    )


def _declared(actions: Iterable[Action]) -> list[str]:
    parts: list[str] = []
    held = list(actions)
    for kind, (title, says, called) in KINDS.items():
        own = [action for action in held if action.kind == kind]
        if not own:
            continue
        rows = [(code(action.name), plain(action.title), _takes(action)) for action in own]
        parts += [f"## {title}", "", says, "", *table((called, "meaning", "takes"), rows)]
    return parts


def _takes(action: Action) -> str:
    taken = [words for words in (PATHS[action.path], TARGETS[action.target]) if words]
    return "<br>".join([*taken, *map(_detail, action.details)])


def _detail(detail: Detail) -> str:
    need = ", required" if detail.required else ""
    return f"{code(detail.name)}: {said(detail.says)} ({detail.kind}{need})"


def _questions(ruleset: Ruleset) -> list[str]:
    if not ruleset.questions:
        return []
    rows = [
        (code(name), plain(asked.title), "<br>".join(map(_detail, asked.details or ())))
        for name in ruleset.questions
        for asked in (ruleset.question(name),)
    ]
    says = "`surefoot ask` answers these about the table as it stands, with the clauses behind the answer."
    return ["## Questions", "", says, "", *table(("question", "answer", "takes"), rows)]


# --- clauses ------------------------------------------------------------------------------------


def _anchors(ruleset: Ruleset, before: str = "clauses.md") -> dict[str, str]:
    return {clause.id: f"{before}#{clause.id}" for clause in ruleset.catalogue}


def _clauses(ruleset: Ruleset, proofs: Proofs) -> str:
    anchors = _anchors(ruleset, "")
    parts: list[str] = []
    for topic, clauses in topics(ruleset).items():
        title = plain(ruleset.catalogue.topic_title(topic))
        parts += [f"## {title} {{ #topic-{topic} }}", "", f"[Pictures and cases](topics/{topic}.md)", ""]
        for clause in clauses:
            parts += _clause(clause, ruleset, proofs, anchors)
    return page(
        f"# Clauses of {plain(ruleset.catalogue.title)}",
        "",
        f"Every clause of [this ruleset](index.md) in our own words. Verdicts cite clauses by these ids; the full id "
        f"begins with {code(f'{ruleset.name}/')}.",
        "",
        parts,
    )


def _clause(clause: Clause, ruleset: Ruleset, proofs: Proofs, anchors: Mapping[str, str]) -> list[str]:
    parts = [
        f"### {plain(clause.title)} {{ #{clause.id} }}",
        "",
        f"{code(clause.id)} · {linked(clause.summary, anchors)}",
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
        told.append("not in the movement rules themselves")
    if clause.inherited_from:
        where = f"../{clause.inherited_from}/clauses.md#{clause.id}"
        told.append(f"inherited from [{clause.inherited_from}]({where})")
    held = proofs.of(ruleset.name, clause.id)
    if held:
        told.append(f"[proven by {several(len(held), 'pair')}](topics/{clause.topic}.md#{clause.id})")
    elif clause.proof == "guard":
        told.append(f"proven by a separate test: {plain(clause.reason)}")
    elif clause.proof == "none":
        told.append(f"no test: {plain(clause.reason)}")
    else:
        told.append("no test yet")
    return f"<small>{' · '.join(told)}</small>"


def rows_of(rows: tuple[Mapping[str, Any], ...]) -> list[str]:
    """The table of a clause."""
    heads = list(dict.fromkeys(key for row in rows for key in row))
    cells = [[plain(value(row[key])) if key in row else "" for key in heads] for row in rows]
    return table([plain(head.replace("_", " ")) for head in heads], cells)


# --- options and rulings ------------------------------------------------------------------------


def option_anchor(option: Option) -> str:
    """The anchor of an option on its page."""
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
            ("value", "default", "clause"),
            [(holds.get(option.kind, "a mapping"), code(value(option.default)), clause)],
        )
    some = next(iter(catalogue.options.values()), None)
    if some is None:
        return page(f"# Options of {plain(catalogue.title)}", "", "This ruleset has no options.")
    setting = value(_other(some))
    return page(
        f"# Options of {plain(catalogue.title)}",
        "",
        f"Settle these questions of [this ruleset](index.md) with your group before the game. A scenario sets them "
        f"under `options:`, or in brackets after the name: {code(f'ruleset: {ruleset.name}({some.name}={setting})')}. "
        "Every verdict shows the options that differ from their default.",
        "",
        parts,
    )


def _other(option: Option) -> Any:
    """A value other than the default, for the example."""
    if option.kind == "switch":
        return not option.default
    return next((each for each in option.values if each != option.default), option.default)


def _rulings(ruleset: Ruleset) -> str:
    catalogue = ruleset.catalogue
    anchors = _anchors(ruleset)
    rows = [
        (f"[{plain(clause.title)}](clauses.md#{clause.id})", linked(clause.ruling, anchors))
        for clause in catalogue
        if clause.ruling
    ]
    return page(
        f"# Rulings for {plain(catalogue.title)}",
        "",
        f"Our decisions where the text of [these rules](index.md) is silent or contradicts itself: "
        f"{several(len(rows), 'ruling')} on {several(len(catalogue.clauses), 'clause')}. Many have an "
        "[option](options.md) if your group plays them differently.",
        "",
        table(("clause", "ruling"), rows),
    )
