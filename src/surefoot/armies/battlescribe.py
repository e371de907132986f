"""BattleScribe rosters (.ros, .rosz) and New Recruit JSON: units of Warhammer 40,000, gangs of Necromunda.

The numbers are those that the roster prints. Base sizes are in no such file: for 40k the data set knows them.
"""

from __future__ import annotations

import re

from surefoot.armies.army import FROM_LIST, UNNAMED, Army, Figure, Known, Squad, differ, identifier
from surefoot.armies.dataset_40k import RULESET, TYPES, NotInstalled, alike, datasheets, figure_of
from surefoot.armies.gangs import VEHICLE, demand_edition, locomotion, moving_gear
from surefoot.armies.numbers import plain, printed, profile_names, sorted_words
from surefoot.armies.selections import Profile, Selection, Tree, read_tree
from surefoot.armies.text_40k import edition_note
from surefoot.intake.content import Content
from surefoot.intake.problems import Problems
from surefoot.language import Notation, Quoted, Sentence, say
from surefoot.records import replace

MOST_MODELS = 1_000

# Categories that say how a list is built, not what a model is.
_BUILDING = re.compile(
    r"configuration|detachment|battle size|uncategori[sz]ed|reference|no category", re.IGNORECASE
)
# Games of the same world with other numbers.
_OTHER_GAMES = ("killteam", "apocalypse", "adeptustitanicus", "epic")
# A profile for a damaged model: its number of wounds stands behind its name.
_DAMAGED = re.compile(r"\[?\d+\s*-\s*\d+\+?\s*(?:wounds|W)\b|\bdamaged\b|remaining", re.IGNORECASE)


def read_battlescribe(content: Content, ruleset: str) -> Army:
    """The army of a roster, for the ruleset of its game unless another is named."""
    problems = Problems(content.name)
    tree = read_tree(content, problems)
    ruleset = ruleset or _ruleset(tree, problems)
    problems.demand_none()
    notes: list[Sentence] = []
    taken: set[str] = set()
    reader = _Reader(ruleset, tree, notes)
    squads: list[Squad] = []
    for selection in _units(tree.selections):
        figures = reader.figures(selection)
        if not figures:
            if not _is_building(selection) and any(
                each.type in ("unit", "model") for each in selection.walk()
            ):
                says = say(
                    "{unit} has no numbers and no models that could be read", unit=Quoted(selection.name)
                )
                problems.wrong(says, selection.place, selection.line)
            continue
        name = selection.custom or selection.name
        squads.append(Squad(identifier(name, taken), name, selection.name, tuple(figures)))
    if not squads and not problems.found:
        problems.wrong(say("the roster has no units"))
    if sum(squad.count for squad in squads) > MOST_MODELS:
        problems.wrong(say("the roster has more than {most} models", most=Notation(f"{MOST_MODELS:,}")))
    problems.demand_none()
    if ruleset == RULESET and tree.system and "10th" not in tree.system:
        says = say("The roster is for {game}: its numbers are from that edition", game=Quoted(tree.system))
        notes.append(says)
    if reader.used_data:
        notes.append(edition_note(reader.used_data))
    return Army(tree.name or UNNAMED, ruleset, "battlescribe", tuple(squads), (), tuple(notes))


def _ruleset(tree: Tree, problems: Problems) -> str:
    system = plain(tree.system)
    if "necromunda" in system:
        demand_edition(tree.system, "gameSystemName", problems)
        return ""
    other = any(game in system for game in _OTHER_GAMES)
    if ("40000" in system or "40k" in system or not system) and not other:
        return RULESET
    says = say("this is a roster for {game}: name the ruleset to read it for", game=Quoted(tree.system))
    problems.wrong(says, "gameSystemName")
    return ""


def _units(selections: list[Selection]) -> list[Selection]:
    """Units and single models, wherever they stand below headings."""
    found: list[Selection] = []
    for each in selections:
        headed = any(word.startswith("Faction: ") for word in each.categories) and _models(each.selections)
        if each.type in ("unit", "model") or headed or _lines(each):
            found.append(each)
        else:
            found += _units(each.selections)
    return found


def _is_building(selection: Selection) -> bool:
    """Whether a selection says how the list is built: the size of the battle, the kind of game."""
    return bool(selection.categories) and all(_BUILDING.search(word) for word in selection.categories)


def _lines(selection: Selection) -> list[Profile]:
    """The profiles of a selection that say how it moves."""
    return [
        each
        for each in selection.profiles
        if {plain(key) for key in each.values} & {"m", "move", "movement"} and not _is_weapon(each)
    ]


def _is_weapon(profile: Profile) -> bool:
    keys = {plain(key) for key in profile.values}
    return "weapon" in profile.type.casefold() or bool(keys & {"range", "ap", "rng"})


class _Reader:
    """Turns selections into figures for one ruleset."""

    def __init__(self, ruleset: str, tree: Tree, notes: list[Sentence]) -> None:
        self.ruleset = ruleset
        self.tree = tree
        self.notes = notes
        self.used_data = ""
        catalogue = tree.catalogue.split(" - ")
        self.factions = tuple(part.strip() for part in catalogue if part.strip())

    def figures(self, selection: Selection) -> list[Figure]:
        """The models of a unit, each with the profile that is meant for it."""
        lines = [line for each in selection.walk() for line in _lines(each)]
        whole = [each for each in lines if not _DAMAGED.search(each.name)] or lines
        single = selection.type == "model"
        models = _models([selection] if single else selection.selections)
        if not models or (not single and _stands_itself(selection, models)):
            models = [selection, *models]
        found: dict[tuple[str, int], Figure] = {}
        for model in models:
            figure = self._figure(selection, model, _lines(model) or whole)
            if figure is None:
                continue
            key = (figure.name, hash(tuple(sorted((k, str(v.value)) for k, v in figure.profile.items()))))
            before = found.get(key)
            found[key] = figure if before is None else replace(before, count=before.count + figure.count)
        figures = list(found.values())
        if self.ruleset == RULESET and differ(figures):
            # The base of a unit is not that of a companion that the data set does not know.
            return [each if self._known(selection, each) else replace(each, shape=None) for each in figures]
        return figures

    def _known(self, unit: Selection, figure: Figure) -> bool:
        """Whether the data set knows a model of this name."""
        try:
            sheets = datasheets()
        except NotInstalled:
            return True
        sheet = sheets.unit(unit.name, self._factions(unit))
        names = [unit.name, *(str(each["name"]) for each in sheets.models(sheet))] if sheet else []
        return any(plain(name).removesuffix("s") in plain(figure.name) for name in names)

    def _factions(self, unit: Selection) -> tuple[str, ...]:
        """The factions of a unit: those of the catalogue, and its own."""
        return (*self.factions, *(word.removeprefix("Faction: ") for word in unit.categories))

    def _figure(self, unit: Selection, model: Selection, lines: list[Profile]) -> Figure | None:
        if model.number == 0:
            return None
        line = next((each for each in lines if alike(each.name, model.name)), lines[0] if lines else None)
        words = [
            word
            for each in (unit, model)
            for word in each.categories
            if word and not _BUILDING.search(word) and plain(word) != plain(each.name)
        ]
        keywords, labels = sorted_words(self.ruleset, dict.fromkeys(words))
        if line is not None and line.type:
            # The type of a profile may say what a model is, too: Vehicle.
            keywords = list(dict.fromkeys((*keywords, *sorted_words(self.ruleset, [line.type])[0])))
        profile = self._profile(unit, line, tuple(keywords)) if line is not None else {}
        traits: dict[str, Known] = {}
        if self.ruleset.startswith("necromunda"):
            labels += _gear(model if model is not unit else unit)
            if VEHICLE in keywords and (how := locomotion((*_names(model), *words))):
                profile["locomotion"] = Known(how, FROM_LIST)
            weapons = _long_weapons(unit)
            if weapons:
                traits["weapons"] = Known(weapons, FROM_LIST)
        own = Figure(
            model.name,
            model.number,
            profile,
            dict.fromkeys(keywords, FROM_LIST),
            None,
            None,
            tuple(dict.fromkeys(labels)),
            traits,
            "hull" if VEHICLE in keywords else "",
        )
        if self.ruleset == RULESET:
            capacity = _capacity(unit)
            if capacity is not None:
                own = replace(own, traits={"capacity": Known({"maximum": capacity}, FROM_LIST)})
            return self._completed(own, unit)
        return own if profile else None

    def _completed(self, own: Figure, unit: Selection) -> Figure | None:
        """The figure with what the data set knows besides: its base, and numbers that the roster does not print."""
        try:
            sheets = datasheets()
        except NotInstalled:
            return own if own.profile else None
        sheet = sheets.unit(unit.name, self._factions(unit))
        if sheet is None:
            return own if own.profile else None
        data = figure_of(sheet, own.name, own.count, sheets, own.profile)
        self.used_data = sheets.source
        # A roster that names the type of a model names all of its keywords.
        whole = any(word in own.keywords for word in TYPES)
        keywords = own.keywords if whole else {**data.keywords, **own.keywords}
        labels = own.labels if whole else tuple(dict.fromkeys((*own.labels, *data.labels)))
        return replace(data, keywords=keywords, labels=labels, traits=own.traits)

    def _profile(self, unit: Selection, line: Profile, keywords: tuple[str, ...]) -> dict[str, Known]:
        names = profile_names(self.ruleset, keywords)
        found: dict[str, Known] = {}
        for key, text in line.values.items():
            name = names.get(plain(key))
            if name is None:
                continue
            value = printed(text)
            if value is None or (value == "-" and name != "M"):
                if text and value is None:
                    self.notes.append(
                        say(
                            "{unit}: {name} is printed as {text}, which is no number",
                            unit=Quoted(unit.name),
                            name=Notation(name),
                            text=Quoted(text[:30]),
                        )
                    )
                continue
            found[name] = Known(value, FROM_LIST)
        return found


def _models(selections: list[Selection]) -> list[Selection]:
    """The models of a unit, wherever they stand below its choices."""
    found: list[Selection] = []
    for each in selections:
        inner = _models(each.selections)
        # Older catalogues write models as upgrades with a profile of their own.
        if each.type == "model" or _lines(each):
            # Drones and familiars stand below the model that they go with.
            companions = [model for model in inner if model.type == "model" and _lines(model)]
            found += [each, *companions] if _lines(each) or not companions else companions
        else:
            found += inner
    return found


def _stands_itself(unit: Selection, models: list[Selection]) -> bool:
    """Whether a unit is a model besides those below it: they bring numbers of their own, and none has those of the unit."""
    own = [line for line in _lines(unit) if not _DAMAGED.search(line.name)]
    if not own or not all(_lines(model) for model in models):
        return False
    names = [name for model in models for name in (model.name, *(line.name for line in _lines(model)))]
    return not any(alike(line.name, name) for line in own for name in names)


_CAPACITY = re.compile(r"transport capacity of (\d+)", re.IGNORECASE)


def _capacity(unit: Selection) -> int | None:
    """How many models a Transport carries, as its profile says."""
    texts = (text for each in unit.walk() for profile in each.profiles for text in profile.values.values())
    return next((int(match[1]) for text in texts if (match := _CAPACITY.search(text))), None)


def _gear(selection: Selection) -> list[str]:
    return moving_gear(_names(selection))


def _names(selection: Selection) -> list[str]:
    """The names of everything that a selection has, and of its rules."""
    return [name for each in selection.walk() for name in (each.name, *each.rules)]


def _long_weapons(selection: Selection) -> dict[str, dict[str, object]]:
    """Weapons with the trait Versatile and their long range: they reach further in close combat."""
    found: dict[str, dict[str, object]] = {}
    for each in selection.walk():
        for profile in each.profiles:
            values = {plain(key): text for key, text in profile.values.items()}
            traits = values.get("traits", values.get("special", ""))
            if "versatile" not in traits.casefold():
                continue
            texts = (values.get(key, "") for key in ("l", "long", "rngl", "rangel", "longrange", "rnglong"))
            reach = next((value for text in texts if isinstance(value := printed(text), int)), None)
            entry: dict[str, object] = {"versatile": True}
            if reach is not None:
                entry["long"] = reach
            found[profile.name] = entry
    return found
