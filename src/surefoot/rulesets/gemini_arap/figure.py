"""Figures: their characteristics, statuses and keywords."""

from __future__ import annotations

from surefoot.geometry.shapes import MILLIMETRES_PER_INCH
from surefoot.geometry.tolerance import within
from surefoot.language import Field, Quoted, Thing, Who
from surefoot.rulesets.gemini_arap.book import decimal
from surefoot.table.model import Model
from surefoot.table.record import Record
from surefoot.table.table import Table

PRONE = "prone"
# Down after a fall: the figure must get up, or gather its wits, before anything else.
FALLEN = "fallen"
# Knocked down by something: no change of stance is free for the figure.
KNOCKED = "knocked-down"
ROUTING = "routing"
PINNED = "pinned"
IN_COVER = "in-cover"
STATUSES = (FALLEN, PRONE, KNOCKED, ROUTING, PINNED, IN_COVER)

LEAPING = "leaping"
# Modelled kneeling: the figure counts as tall as a standing one.
KNEELING = "kneeling"
LARGE = "large"
SIZE_TWO = 2
# Large man-sized models stand on bases this wide.
LARGE_BASE = 40.0 / MILLIMETRES_PER_INCH
MOVE_THROUGH_COVER = "move-through-cover"
FLEET = "fleet"
# The rule as datasheets name it, after the way the creature runs.
FLEETS = ("fleet-of-foot", "fleet-of-claw", "fleet-of-hoof")
INDEPENDENT = "independent-character"
LEADER = "leader"
MOB = "mob"
SLOW_AND_PURPOSEFUL = "slow-and-purposeful"
# Kinds of figures, by keyword; a figure without any of these keywords is a humanoid on foot.
INFANTRY, BEAST, HORSE, STALKER, VEHICLE = "humanoid", "beast", "horse", "stalking-beast", "vehicle"
# Creatures that the rules name as examples of a kind.
CRAWLERS = ("tiger", "hormagaunt", "hornagaunt")
# Bodies suited neither to crawling nor to climbing.
UNFIT = ("zoat", "zoot")
SIMPLE = "simple-animal"
CREATURE_KINDS = dict.fromkeys(CRAWLERS, STALKER) | dict.fromkeys((*UNFIT, SIMPLE), BEAST)
RIDERS = ("mounted", "cavalry", "biker")

# Where the M of a figure comes from: written into its profile by `lay`, with the clause for each source.
M_SOURCE = "M-source"
M_CLAUSES = {
    "profile": "allowance.full-list-elsewhere",
    "creature": "allowance.by-creature",
    "default": "allowance.default-four",
}


def movement(model: Model) -> float:
    """The basic Movement Allowance M in inches."""
    return float(model.profile.number("M"))


def movement_clause(model: Model) -> str:
    """The clause that gave the figure its M."""
    return M_CLAUSES[model.profile.text(M_SOURCE, "profile")]


def names(model: Model) -> tuple[str, ...]:
    """What a figure is called: the creature of its profile, then its keywords, which may name a creature too."""
    return (model.profile.text("creature"), *model.keywords)


def kind(model: Model) -> str:
    """The kind of creature of a figure, by its keywords or the name of its creature."""
    known = [CREATURE_KINDS.get(name, name) for name in names(model)]
    return next((each for each in (VEHICLE, HORSE, STALKER, BEAST) if each in known), INFANTRY)


def on_foot(model: Model) -> bool:
    """Whether a figure moves on foot."""
    return kind(model) != VEHICLE and not any(model.has(each) for each in RIDERS)


def initiative(model: Model) -> int:
    """Initiative; 0 if the profile has none."""
    return model.profile.number("I")


def toughness(model: Model) -> int:
    """Toughness."""
    return model.profile.number("T")


def wounds_left(model: Model) -> int:
    """Wounds that are left."""
    return model.profile.number("W") - model.counted("wounds")


def flag(model: Model, name: str) -> bool:
    """A switch of the profile."""
    return model.profile.get(name) is True


def flagged(model: Model, name: str, usual: bool) -> bool:
    """A switch of the profile, or its default."""
    own = model.profile.get(name)
    return own if isinstance(own, bool) else usual


def on_large_base(model: Model) -> bool:
    """Whether a figure stands on the base of a large creature."""
    return within(LARGE_BASE, 2 * model.base.shape.reach)


def bulk(model: Model) -> int:
    """How many models of normal human size a figure counts as: a large Size Two model counts as two."""
    large = model.profile.number("size") == SIZE_TWO and (model.has(LARGE) or on_large_base(model))
    return 2 if large else 1


def equipped(model: Model, *names: str) -> bool:
    """Whether a figure has one of these items: as a keyword, as equipment, or as a weapon of that name or kind."""
    return any(model.has(name) or name in _belongings(model) for name in names)


def _belongings(model: Model) -> tuple[str, ...]:
    """The equipment of a figure, and the names and kinds of its weapons."""
    found: list[str] = []
    for key in ("equipment", "weapons"):
        given = model.profile.get(key)
        for each in given if isinstance(given, tuple) else (given,):
            if isinstance(each, Record):
                found += (each.text("name"), each.text("kind"))
            elif each is not None:
                found.append(str(each))
    return tuple(found)


def number(model: Model, name: str) -> float:
    """A number of the profile that may have a fraction."""
    return decimal(model.profile.get(name))


def on_table(table: Table, names: tuple[str, ...]) -> tuple[str, ...]:
    """The models among these that stand on the table."""
    return tuple(name for name in names if table.models[name].place.on_table)


def called(table: Table, name: str) -> Field:
    """Whatever has this name on the table, for a sentence: a model, a unit, terrain or an object; else the name in quotes."""
    if name in table.models or name in table.units:
        return Who(name)
    return Thing(name) if name in table.pieces or name in table.objects else Quoted(name)
