"""Lists of Warhammer 40,000 as text or JSON (official app, New Recruit text, ListForge, Rosterizer) through `wh40kdc`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from surefoot.armies.army import UNNAMED, Army, Figure, Squad, identifier
from surefoot.armies.dataset_40k import INSTALL, RULESET, NotInstalled, datasheets, figure_of
from surefoot.armies.written_models import WrittenUnit, written_units
from surefoot.intake.content import Content, text_of
from surefoot.intake.problems import Problems, refused
from surefoot.language import Notation, Quoted, Sentence, count, say

LONGEST_LIST = 2_000_000

# How many, before the name of a unit.
_NUMBER = re.compile(r"^\d+x ", re.IGNORECASE)

ACCEPTED = "the official app, New Recruit, ListForge or Rosterizer"


def is_list(content: Content) -> bool:
    """Whether a file may be such a list: text or JSON of a size that a list can have."""
    return not content.is_archive and len(content.data) <= LONGEST_LIST and not content.start.startswith(b"<")


def read_list(content: Content, ruleset: str) -> Army:
    """The army of a list."""
    text = text_of(content)
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
    from wh40kdc import Dataset, try_import_roster

    found = _imported(try_import_roster, text, Dataset.embedded(), content.name)
    roster = found["roster"]
    problems = Problems(content.name)
    notes: list[Sentence] = []
    taken: set[str] = set()
    squads: list[Squad] = []
    factions = (str(roster.get("faction_id") or ""),)
    written = written_units(text)
    everything = tuple(written)
    for entry in roster["units"]:
        squad = _squad(entry, factions, taken, notes, written)
        if squad is None:
            names = entry["ref"].get("candidates") or ()
            likely = ", ".join(
                str(each.get("name", each) if isinstance(each, dict) else each) for each in names
            )
            told = Quoted(str(entry["ref"].get("raw_name")))
            problems.wrong(
                say(
                    "the data set has no unit {name}; did you mean {likely}?",
                    name=told,
                    likely=Notation(likely),
                )
                if likely
                else say("the data set has no unit {name}", name=told),
                "units",
            )
        else:
            squads.append(squad)
    squads += _left_out(everything, squads, factions, taken, notes, written)
    if not squads and not problems.found:
        problems.wrong(say("the list has no units that could be read"))
    if sum(1 for each in everything if each.is_unit) > max(len(roster["units"]), len(squads)):
        for each in written:
            if each.is_unit:
                problems.wrong(say("the unit {name} can't be read", name=Quoted(each.name)), "units")
    problems.demand_none()
    notes.append(edition_note(sheets.source))
    return Army(
        str(roster.get("name") or UNNAMED),
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
    if listed is not None and listed.total:
        # The data set's reader leaves out models whose names it does not know.
        total = listed.total
    elif listed is not None and listed.number >= least:
        total = listed.number
    if not isinstance(total, int) or not 1 <= total <= 200:
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
    return squad_of(unit, total, taken, () if listed is None else listed.models)


def _listed(written: list[WrittenUnit], name: str) -> WrittenUnit | None:
    """The first unit of this name as the text lists it, taken out."""
    for i, each in enumerate(written):
        if each.name.casefold() == name.casefold():
            return written.pop(i)
    return None


def squad_of(unit: Any, total: int, taken: set[str], listed: Sequence[tuple[int, str]] = ()) -> Squad:
    """A unit of the data set with as many models, of the kinds that a list names."""
    name = str(unit["name"])
    return Squad(identifier(name, taken), name, name, _named(unit, listed) or _figures(unit, total))


def _named(unit: Any, listed: Sequence[tuple[int, str]]) -> tuple[Figure, ...]:
    """The models of a unit as a list names them; none if the data set has no model for one of the names."""
    sheets = datasheets()
    kinds = sorted((str(each["name"]) for each in sheets.models(unit)), key=len, reverse=True)
    found: dict[str, int] = {}
    for number, what in listed:
        kind = next((kind for kind in kinds if kind.casefold() in what.casefold()), "")
        if not kind:
            return ()
        found[kind] = found.get(kind, 0) + number
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
