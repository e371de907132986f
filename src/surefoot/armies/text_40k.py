"""Lists of Warhammer 40,000 as text or JSON (official app, New Recruit text, ListForge, Rosterizer) through `wh40kdc`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from surefoot.armies.army import UNNAMED, Army, Figure, Squad, identifier
from surefoot.armies.dataset_40k import (
    INSTALL,
    RULESET,
    NotInstalled,
    alike,
    datasheets,
    figure_of,
    whole_data_set,
)
from surefoot.armies.written_models import WrittenUnit, without_dots, written_units
from surefoot.intake.content import Content, text_of
from surefoot.intake.problems import Problems, refused
from surefoot.language import Notation, Quoted, Sentence, count, say
from surefoot.table.words import near

LONGEST_LIST = 2_000_000
MOST_IN_UNIT = 200

# How many, before the name of a unit.
_NUMBER = re.compile(r"^\d+x ", re.IGNORECASE)

# What the data set's reader calls a list without a name.
_NAMELESS = "Imported roster"

ACCEPTED = "the official app, New Recruit, ListForge or Rosterizer"


def is_list(content: Content) -> bool:
    """Whether a file may be such a list: text or JSON of a size that a list can have."""
    return not content.is_archive and len(content.data) <= LONGEST_LIST and not content.start.startswith(b"<")


def read_list(content: Content, ruleset: str) -> Army:
    """The army of a list."""
    text = without_dots(text_of(content))
    if "\x00" in text:
        raise refused(content.name, say("this is not text"))
    try:
        sheets = datasheets()
    except NotInstalled:
        says = say(
            "this list names units without their numbers; to read it, install the data set: {command}",
            command=Notation(INSTALL),
        )
        raise refused(content.name, says) from None
    from wh40kdc import try_import_roster

    found = _imported(try_import_roster, text, whole_data_set(), content.name)
    roster = found["roster"]
    problems = Problems(content.name)
    notes: list[Sentence] = []
    taken: set[str] = set()
    squads: list[Squad] = []
    factions = (str(roster.get("faction_id") or ""),)
    written = written_units(text)
    everything = tuple(written)
    unknown: list[tuple[str, Any, WrittenUnit | None]] = []
    for entry in roster["units"]:
        squad = _squad(entry, factions, taken, notes, written)
        if squad is not None:
            squads.append(squad)
            continue
        raw = _NUMBER.sub("", str(entry["ref"].get("raw_name") or ""))
        unknown.append((raw, entry.get("model_count"), _listed(written, raw)))
    squads += _left_out(everything, squads, factions, taken, notes, written)
    if sum(1 for each in everything if each.is_unit) > max(len(roster["units"]), len(squads)):
        unknown += [(each.name, None, each) for each in written if each.is_unit]
    if not squads:
        # None of its names is a unit: it is a list of another game.
        for raw, _, _ in unknown:
            problems.wrong(say("the data set has no unit {name}", name=Quoted(raw)), "units")
        if not unknown:
            problems.wrong(say("the list has no units that could be read"))
    squads += [_unknown(*each, taken, notes) for each in unknown]
    problems.demand_none()
    notes.append(edition_note(sheets.source))
    name = str(roster.get("name") or "")
    return Army(
        UNNAMED if name in ("", _NAMELESS) else name,
        ruleset or RULESET,
        str(found["format"]),
        tuple(squads),
        (),
        tuple(notes),
    )


def edition_note(source: str) -> Sentence:
    """What should be known about numbers of the data set."""
    return say(
        "Numbers from {source} are of the 11th edition: compare Move and base sizes with your own rules",
        source=Notation(source),
    )


def _imported(read: Any, text: str, dataset: Any, name: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = read(text, dataset)
    except Exception as error:  # noqa: BLE001  # foreign code over foreign text: whatever it meets, the file is refused
        raise refused(name, say("the list can't be read: {why}", why=Notation(str(error)[:200]))) from None
    if not found.get("ok"):
        says = say(
            "Surefoot does not know this kind of roster. It reads lists of {kinds}, BattleScribe, Foundry and CSV",
            kinds=Notation(ACCEPTED),
        )
        raise refused(name, says)
    return found


def _squad(
    entry: Any,
    factions: tuple[str, ...],
    taken: set[str],
    notes: list[Sentence],
    written: list[WrittenUnit],
) -> Squad | None:
    """The squad of an entry. `written` are the units as the text lists them; the one that it is is taken out."""
    sheets = datasheets()
    reference = entry["ref"]
    raw = _NUMBER.sub("", str(reference.get("raw_name") or ""))
    unit = sheets.unit(str(reference.get("id") or ""), factions) if reference.get("id") else None
    if unit is None:
        unit = sheets.unit(raw, factions)
    if unit is None:
        return None
    listed = _listed(written, raw or str(unit["name"]))
    return _counted(unit, entry.get("model_count"), listed, taken, notes)


def _unknown(
    name: str, total: Any, listed: WrittenUnit | None, taken: set[str], notes: list[Sentence]
) -> Squad:
    """The squad of a unit that the data set does not know: its models as the list names them, its numbers to be asked for."""
    close = near(name, [str(units[0]["name"]) for units in datasheets().names.values()], 0.75)
    notes.append(
        say(
            "The data set has no unit {name}: what you answer for it is taken. Did you mean {close}?",
            name=Quoted(name),
            close=Quoted(close),
        )
        if close
        else say("The data set has no unit {name}: what you answer for it is taken", name=Quoted(name))
    )
    models = listed.models if listed is not None else ()
    if not models:
        number = listed.number if listed is not None and listed.number else total
        if not isinstance(number, int) or not 1 <= number <= MOST_IN_UNIT:
            number = 1
        models = ((number, name),)
        notes.append(
            count(
                "{unit}: {n} model is taken, because the list names no models of it. Check it",
                "{unit}: {n} models are taken, because the list names no models of it. Check it",
                number,
                unit=Quoted(name),
            )
        )
    figures = tuple(Figure(what, min(number, MOST_IN_UNIT), {}) for number, what in models)
    return Squad(identifier(name, taken), name, name, figures)


def _left_out(
    everything: Sequence[WrittenUnit],
    squads: Sequence[Squad],
    factions: tuple[str, ...],
    taken: set[str],
    notes: list[Sentence],
    written: list[WrittenUnit],
) -> list[Squad]:
    """The squads of units that the text lists and the data set's reader left out.

    It reads a list by one dialect and passes over lines of another. Names that match no unit are headings, or become problems later.
    """
    sheets = datasheets()
    missing = Counter(
        str(unit["name"]) for each in everything if (unit := sheets.unit(each.name, factions)) is not None
    )
    missing.subtract(squad.kind for squad in squads)
    found: list[Squad] = []
    for each in tuple(written):
        unit = sheets.unit(each.name, factions)
        if unit is not None and missing[str(unit["name"])] > 0:
            missing[str(unit["name"])] -= 1
            written.remove(each)
            found.append(_counted(unit, None, each, taken, notes))
    return found


def _counted(
    unit: Any, total: Any, listed: WrittenUnit | None, taken: set[str], notes: list[Sentence]
) -> Squad:
    """The squad of a unit, with as many models as the list shows."""
    name = str(unit["name"])
    least = int((unit.get("model_count") or {}).get("min") or 1)
    # Where models and equipment stand side by side, the models are those whose names the data set knows.
    models = () if listed is None else listed.models or _known_models(unit, listed.bullets)
    if models:
        # The data set's reader leaves out models whose names it does not know.
        total = sum(number for number, _ in models)
    elif listed is not None and listed.number >= least:
        total = listed.number
    if not isinstance(total, int) or not 1 <= total <= MOST_IN_UNIT:
        total = least
        notes.append(
            count(
                "{unit}: the list does not say how many models; {n}, the fewest, is taken",
                "{unit}: the list does not say how many models; {n}, the fewest, are taken",
                total,
                unit=Quoted(name),
            )
        )
    if total < least:
        notes.append(
            count(
                "{unit}: the list shows {n} model, its datasheet has at least {least}. Check it",
                "{unit}: the list shows {n} models, its datasheet has at least {least}. Check it",
                total,
                unit=Quoted(name),
                least=least,
            )
        )
    return squad_of(unit, total, taken, models, notes)


def _known_models(unit: Any, bullets: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Those bullets that name a model of the unit, if it has kinds of models."""
    kinds = [str(each["name"]) for each in datasheets().models(unit)]
    return tuple((number, what) for number, what in bullets if any(alike(what, kind) for kind in kinds))


def _listed(written: list[WrittenUnit], name: str) -> WrittenUnit | None:
    """The first unit of this name as the text lists it, taken out."""
    for i, each in enumerate(written):
        if each.name.casefold() == name.casefold():
            return written.pop(i)
    return None


def squad_of(
    unit: Any,
    total: int,
    taken: set[str],
    listed: Sequence[tuple[int, str]] = (),
    notes: list[Sentence] | None = None,
) -> Squad:
    """A unit of the data set with as many models, of the kinds that a list names."""
    name = str(unit["name"])
    figures = _named(unit, listed, [] if notes is None else notes) or _figures(unit, total)
    return Squad(identifier(name, taken), name, name, figures)


def _named(unit: Any, listed: Sequence[tuple[int, str]], notes: list[Sentence]) -> tuple[Figure, ...]:
    """The models of a unit as a list names them; a name that the data set does not know stays, with the numbers of the unit."""
    sheets = datasheets()
    kinds = sorted((str(each["name"]) for each in sheets.models(unit)), key=len, reverse=True)
    found: dict[str, int] = {}
    for number, what in listed:
        kind = next((kind for kind in kinds if kind.casefold() in what.casefold()), "")
        if not kind and kinds:
            notes.append(
                say(
                    "{unit}: the data set has no model {model}; it has the numbers of the unit. Check it",
                    unit=Quoted(str(unit["name"])),
                    model=Quoted(what),
                )
            )
        found[kind or what] = found.get(kind or what, 0) + number
    return tuple(figure_of(unit, kind, number, sheets) for kind, number in found.items())


def _figures(unit: Any, total: int) -> tuple[Figure, ...]:
    """The models of a unit: leaders as many as the composition needs, the rest of its most numerous kind."""
    sheets = datasheets()
    models = [dict(each) for each in sheets.models(unit)]
    if len(models) < 2:
        name = str(models[0]["name"]) if models else str(unit["name"])
        return (figure_of(unit, name, total, sheets),)
    counts = [int(each.get("min") or 0) for each in models]
    while sum(counts) > total:
        counts[counts.index(max(counts))] -= 1
    room = [int(each.get("max") or total) for each in models]
    while sum(counts) < total:
        free = [i for i in range(len(models)) if counts[i] < room[i]]
        # More models than any composition has: the most numerous kind takes them.
        i = max(free or range(len(models)), key=lambda i: (room[i], -i))
        counts[i] += 1
    return tuple(
        figure_of(unit, str(each["name"]), number, sheets)
        for each, number in zip(models, counts, strict=True)
        if number
    )
