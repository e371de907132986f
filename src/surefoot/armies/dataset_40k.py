"""Units of Warhammer 40,000 from the data set `wh40kdc` (CC BY 4.0), which comes with the extra `surefoot[40k]`.

Its data is of the 11th edition. Movement, bases and keywords serve the 10th; a roster's own numbers go before them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from surefoot.armies.army import Figure, Known
from surefoot.armies.numbers import plain, sorted_words
from surefoot.records import dataclass

RULESET = "wh40k-10e"
# Types of models, of which every one has one.
TYPES = ("Infantry", "Vehicle", "Monster", "Mounted", "Beast", "Beasts", "Swarm", "Walker", "Fortification")
PROFILE = ("M", "T", "Sv", "W", "Ld", "OC")
INSTALL = "pip install 'surefoot[40k]'"


_ORIGIN = re.compile(r"\s*\[[^\]]*\]\s*$")


class NotInstalled(Exception):
    """The data set is not installed."""


@dataclass(frozen=True)
class Datasheets:
    """The units of the data set by id and by name, with their compositions."""

    source: str
    units: Mapping[str, list[Mapping[str, Any]]]
    names: Mapping[str, list[Mapping[str, Any]]]
    compositions: Mapping[tuple[str, str], list[Mapping[str, Any]]]
    hulls: Mapping[str, Mapping[str, Any]]

    def unit(self, key: str, factions: tuple[str, ...] = ()) -> Mapping[str, Any] | None:
        """A unit by its id or its name; where several factions have one, that of the army."""
        # Catalogues add where a unit comes from: Rhino [Legends].
        bare = plain(_ORIGIN.sub("", key))
        forms = (plain(key), bare, bare.removesuffix("s"), f"{bare}s")
        found = self.units.get(key) or next((self.names[each] for each in forms if each in self.names), None)
        if not found:
            return None
        wanted = {plain(each) for each in factions}
        own = [unit for unit in found if {plain(str(unit["faction_id"])), *_factions(unit)} & wanted]
        return (own or found)[0]

    def models(self, unit: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The kinds of models of a unit."""
        return self.compositions.get((str(unit["faction_id"]), str(unit["id"]))) or []


def _factions(unit: Mapping[str, Any]) -> set[str]:
    return {plain(str(word)) for word in unit.get("faction_keywords") or ()}


@cache
def whole_data_set() -> Any:
    """The data set as its own readers take it: made once, since that takes longer than to read a list."""
    from wh40kdc import Dataset

    return Dataset.embedded()


@cache
def datasheets() -> Datasheets:
    """The data set; raises NotInstalled where it is missing."""
    try:
        from wh40kdc import __version__
        from wh40kdc.data.bundle import raw_data
    except ImportError:
        raise NotInstalled from None
    data = raw_data()
    units: dict[str, list[Mapping[str, Any]]] = {}
    names: dict[str, list[Mapping[str, Any]]] = {}
    for unit in data["units"]:
        units.setdefault(unit["id"], []).append(unit)
        names.setdefault(plain(unit["name"]), []).append(unit)
    compositions = {
        (each["faction_id"], each["unit_id"]): each["models"] for each in data["unit_compositions"]
    }
    hulls = {each["id"]: each for each in data["hull_shapes"]}
    return Datasheets(f"wh40kdc {__version__}", units, names, compositions, hulls)


def installed() -> bool:
    """Whether the data set is there."""
    try:
        datasheets()
    except NotInstalled:
        return False
    return True


def shape_of(base: Mapping[str, Any] | None, source: str) -> tuple[Known | None, str]:
    """A base as a scenario writes it, and a hint about what is known of it if it has no size."""
    if not base:
        return None, ""
    kind = str(base.get("shape"))
    length, width = base.get("length"), base.get("width")
    if kind == "round" and base.get("diameter"):
        return Known({"base": base["diameter"]}, source), kind
    if kind in ("oval", "flying-base") and length and width:
        # The long side of an oval lies along the model; the data set writes either side first.
        return Known({"base": {"oval": [max(length, width), min(length, width)]}}, source), kind
    if kind == "hull" and length and width:
        return Known(
            {"hull": [round(max(length, width) / 25.4, 3), round(min(length, width) / 25.4, 3)]}, source
        ), kind
    return None, kind if base.get("size") != "small" else "small flying-base"


def figure_of(
    unit: Mapping[str, Any],
    name: str,
    count: int,
    sheets: Datasheets,
    given: Mapping[str, Known] | None = None,
) -> Figure:
    """Models of a unit, with the numbers of the data set where the roster gives none."""
    models = sheets.models(unit)
    model = next((each for each in models if alike(each["name"], name)), None)
    named = str((model or {}).get("profile_name") or (model or {}).get("name") or name)
    profiles = unit.get("profiles") or [{}]
    profile = next((each for each in profiles if alike(str(each.get("name")), named)), profiles[0])
    numbers = {key: Known(profile[key], sheets.source) for key in PROFILE if profile.get(key) is not None}
    # A movement of 0 is printed as a dash: the unit never moves.
    if profile.get("M") == 0:
        numbers["M"] = Known("-", sheets.source)
    shape, hint = shape_of((model or {}).get("base_size_mm") or unit.get("base_size_mm"), sheets.source)
    outline = sheets.hulls.get(str(unit["id"]))
    if outline is not None and shape is None:
        shape = Known({"hull": [[point["x"], -point["y"]] for point in outline["points"]]}, sheets.source)
    words = [*unit.get("keywords", ()), *unit.get("faction_keywords", ())]
    keywords, labels = sorted_words(RULESET, words)
    labels = [word for word in labels if plain(word) != plain(str(unit["name"]))]
    return Figure(
        name,
        count,
        {**numbers, **(given or {})},
        dict.fromkeys(keywords, sheets.source),
        shape,
        None,
        tuple(labels),
        {},
        hint,
    )


def alike(one: str, other: str) -> bool:
    """Whether two names of models mean the same: without case, signs and plural."""
    return plain(one).removesuffix("s") == plain(other).removesuffix("s")
