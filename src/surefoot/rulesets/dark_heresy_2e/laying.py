"""Laying a table: profiles and terrain checked, conditions of the ground turned into what they do."""

from __future__ import annotations

from dataclasses import replace

from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.protocol import Problem
from surefoot.rulesets.dark_heresy_2e.altitude import BANDS, HOVER, HOVERING, metres_of
from surefoot.rulesets.dark_heresy_2e.character import CHARACTERISTICS, RANKS, STATUSES
from surefoot.rulesets.dark_heresy_2e.env import BLOCKED, NORMAL, conditions, unknown_modifier
from surefoot.rulesets.dark_heresy_2e.falling import beneath
from surefoot.rulesets.dark_heresy_2e.flight_traits import HOVERER, flight_trait
from surefoot.rulesets.dark_heresy_2e.gravity import GRAVITIES, ZERO
from surefoot.rulesets.dark_heresy_2e.light import DARKNESS
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact
from surefoot.rulesets.dark_heresy_2e.speeds import SPEEDS
from surefoot.rulesets.dark_heresy_2e.surroundings import everywhere, marked
from surefoot.rulesets.dark_heresy_2e.terrain_traits import LIGHTS, NAME, WATERS, traits
from surefoot.rulesets.dark_heresy_2e.water import DEEP
from surefoot.table.model import Model
from surefoot.table.record import Record, Value
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from surefoot.table.words import instead

NUMBERS = (
    *CHARACTERISTICS, "W", "movement_agb_bonus", "free_hands", "carry_sum_bonus", "hoverer", "flyer"
)  # fmt: skip  # one list of words
AMOUNTS = ("load", "carry_factor", "arm_reach", "light_radius")
SWITCHES = (
    "in_combat", "time_critical", "secured", "weighted_down", "armour", "restrained", "sees_in_dark"
)  # fmt: skip  # one list of words
WORDS = {
    "Athletics": tuple(RANKS),
    "stand_cost": ("half", "free"),
    "abseil_gear": ("none", "rope", "climbing-gear", "drop-harness"),
}
BY_NAME = {"unnatural": CHARACTERISTICS, "speed_bonus": SPEEDS, "speed_factor": SPEEDS}
KNOWN = (*NUMBERS, *AMOUNTS, *SWITCHES, *WORDS, *BY_NAME)
# Fields of terrain that only this ruleset knows.
TRAITS = ("hindering", "treacherous", "gm_modifier", "gravity", "light", "water", "depth", "push")
# Traits of an area that are one of some words, and the clause about each.
WORDS_OF_AREAS = {
    "gravity": (GRAVITIES, "gravity.small-differences"),
    "light": (LIGHTS, "light.three-levels"),
    "water": (WATERS, "swim.hazards"),
}


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check a table and fill in what it leaves out."""
    options = table.options
    problems: list[Problem] = []
    for model in table.models.values():
        problems += _profile_problems(model)
        if chosen(options, "track_weight") is True and "load" not in model.profile:
            says = f"say how many kilograms {model.id} carries: load"
            problems.append(Problem(f"models.{model.id}.profile", says, "carry.only-when-it-matters"))
    pieces = table.pieces
    for piece in pieces.values():
        problems += [*_piece_problems(piece), *_gravity_problems(options, piece)]
        if piece.sort == "area":
            pieces = pieces.with_(piece.id, marked(piece))
    for piece in _everywhere(table, options):
        pieces = pieces.with_(piece.id, piece)
    table = table.changed(pieces=pieces)
    models = table.models
    for model in table.models.values():
        if model.place.kind == "air" and flight_trait(model):
            placed, wrong = _aloft(table, model)
            models, problems = models.with_(model.id, placed), [*problems, *wrong]
    return table.changed(models=models), tuple(problems)


def _everywhere(table: Table, options: Record) -> list[Piece]:
    """Areas for what holds on the whole board: no gravity, no light."""
    names = [ZERO] if chosen(options, "gravity") == "zero" else []
    if table.environment.get("light") == DARKNESS:
        names.append(DARKNESS)
    return [] if table.board is None else [everywhere(table.board, name) for name in names]


def _gravity_problems(options: Record, piece: Piece) -> list[Problem]:
    """Where there is no gravity at all no area has any."""
    if chosen(options, "gravity") != "zero" or traits(piece).text("gravity", "zero") == "zero":
        return []
    says = "on a table without gravity no area has any: mark the areas without gravity instead"
    return [Problem(f"terrain.{piece.id}.traits.{NAME}.gravity", says, "gravity.small-differences")]


def _aloft(table: Table, model: Model) -> tuple[Model, list[Problem]]:
    """A flier at the height of its altitude; hovering, if nothing is said."""
    band, where = model.place.band or HOVERING, f"models.{model.id}.place"
    if band not in BANDS:
        return model, [
            Problem(where, f"altitude is one of {', '.join(BANDS)}, not {band!r}", "fly.three-altitudes")
        ]
    if band != HOVERING and flight_trait(model) == HOVERER:
        return model, [Problem(where, f"{model.id} hovers and goes no higher", "fly.hoverer-bound")]
    z = _hovering(table, model.id) if band == HOVERING else metres_of(table.options, band)
    return replace(model, place=replace(model.place, z=to_lattice(z), band=band)), []


def _hovering(table: Table, who: str) -> float:
    """The height of a flier that hovers, over whatever lies below it."""
    pose = table.pose(who)
    highest = max(pose.z, HOVER)
    landing = beneath(table, who, pose.x, pose.y, highest)
    return HOVER if landing is None else highest - landing.drop + HOVER


def _profile_problems(model: Model) -> list[Problem]:
    found: list[Problem] = []
    for name, value in model.profile.items():
        says = _wrong(name, value)
        if says:
            found.append(Problem(f"models.{model.id}.profile.{name}", says))
    found += [
        Problem(f"models.{model.id}.status", f"no status {status!r}{instead(status, STATUSES)}")
        for status in model.statuses
        if status not in STATUSES
    ]
    return found


def _wrong(name: str, value: Value) -> str:
    """What is wrong with an entry of a profile."""
    if name not in KNOWN:
        return f"a character has no {name!r}{instead(name, KNOWN)}"
    if name in NUMBERS:
        good = isinstance(value, int) and not isinstance(value, bool)
        return "" if good else f"{name} is a whole number, not {value!r}"
    if name in AMOUNTS:
        amount = exact(value)
        good = amount is not None and amount >= 0
        return "" if good else f"{name} is a number, 0 or more, not {value!r}"
    if name in SWITCHES:
        return "" if isinstance(value, bool) else f"{name} is true or false, not {value!r}"
    if name in WORDS:
        good = isinstance(value, str) and value.lower() in WORDS[name]
        return "" if good else f"{name} is one of {', '.join(WORDS[name])}, not {value!r}"
    if not isinstance(value, Record):
        return f"{name} is given for each of {', '.join(BY_NAME[name])}"
    for key, each in value.items():
        if key not in BY_NAME[name]:
            return f"{name} has no {key!r}{instead(key, BY_NAME[name])}"
        if exact(each) is None or (name == "unnatural" and not isinstance(each, int)):
            return f"{name} of {key} is a number, not {each!r}"
    return ""


def _piece_problems(piece: Piece) -> list[Problem]:
    where = f"terrain.{piece.id}"
    own = traits(piece)
    found = [
        Problem(f"{where}.traits.{NAME}.{name}", f"a piece has no {name!r}{instead(name, TRAITS)}")
        for name in own
        if name not in TRAITS
    ]
    if own.get("hindering") not in (None, True, False):
        found.append(
            Problem(f"{where}.traits.{NAME}.hindering", "hindering is true or false", "env.hindering-kinds")
        )
    for name, (words, clause) in WORDS_OF_AREAS.items():
        if name in own and own[name] not in words:
            says = f"{name} is one of {', '.join(words)}, not {own[name]!r}"
            found.append(Problem(f"{where}.traits.{NAME}.{name}", says, clause))
    depth = exact(own.get("depth", 0))
    if depth is None or depth < 0 or (piece.has(DEEP) and not depth):
        says = "deep water needs a depth in metres: traits: {dark-heresy-2e: {depth: 3}}"
        found.append(Problem(f"{where}.traits.{NAME}.depth", says, "swim.ideal-no-test"))
    pushing = own.get("push")
    if pushing not in (None, BLOCKED, NORMAL) and (isinstance(pushing, bool) or not isinstance(pushing, int)):
        says = f"push is normal, blocked or a modifier, not {pushing!r}"
        found.append(Problem(f"{where}.traits.{NAME}.push", says, "push.rough-ground"))
    if says := unknown_modifier(own.get("gm_modifier")):
        found.append(Problem(f"{where}.traits.{NAME}.gm_modifier", says, "climb.gm-difficulty"))
    treacherous = own.get("treacherous")
    if treacherous not in (None, False, *conditions()):
        says = f"treacherous is false or a condition, not {treacherous!r}{instead(str(treacherous), conditions())}"
        found.append(Problem(f"{where}.traits.{NAME}.treacherous", says, "env.hindering-kinds"))
    return found
