"""Classes of ground: Normal, Difficult, Very Difficult, Impassable, and the class of overlapping pieces."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from surefoot.geometry.kernel import region_distance
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import within
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Itinerary, Stride
from surefoot.referee.scene import region_of
from surefoot.rulesets.gemini_arap.book import NAME, rows
from surefoot.table.place import BOARD
from surefoot.table.record import Record
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

NORMAL, DIFFICULT, VERY_DIFFICULT, IMPASSABLE = "normal", "difficult", "very-difficult", "impassable"
CLASSES = (NORMAL, DIFFICULT, VERY_DIFFICULT, IMPASSABLE)
# The sorts of terrain that are walked on as ground of some class.
GROUND = ("area", "ramp", "stairs")
# Very Difficult Ground under a crawling figure: it costs no more than for a walking one.
CRAWLED = "very-difficult-crawled"
VARIABLE = "variable"
LOWEST = "variable-lowest"
# The tag of a variable piece without a class of its own.
UNCLASSED = "variable-unclassed"
# The kinds of ground that the lists call woods.
WOODS = ("open-woodland", "very-thick-forest", "dense-jungle")

# Other names of ground, and the kind in the lists that each counts as.
ALSO = {"woods": "open-woodland"}

# Derived tags hold the class and kind of a piece: `difficult:marsh` by the lists, `difficult=marsh` as set on the
# piece, with `variable|` before it if the piece is variable.
_LISTED, _SET, _OF_VARIABLE = ":", "=", f"{VARIABLE}|"


def traits(piece: Piece) -> Record:
    """The traits of a piece for this ruleset."""
    own = piece.traits.get(NAME)
    return own if isinstance(own, Record) else Record()


def set_class(piece: Piece) -> str:
    """The class set on a piece itself; empty if the lists decide."""
    own = traits(piece).text("class")
    return own or next((each for each in CLASSES if each in piece.tags), "")


def is_variable(piece: Piece) -> bool:
    """Whether a piece is Variable Terrain."""
    return traits(piece).get(VARIABLE) is True or piece.has(VARIABLE)


def classed(piece: Piece) -> Piece:
    """A piece of ground with derived tags for its class and kind."""
    plain = tuple(tag for tag in piece.tags if not _derived(tag))
    given = set_class(piece)
    kind = next((tag for tag in plain if tag not in (*CLASSES, VARIABLE)), "ground")
    found = [f"{given}{_SET}{kind}"] if given else _listed(plain)
    extra: list[str] = []
    if is_variable(piece):
        heavy = [tag for tag in found if not tag.startswith(NORMAL)]
        if not heavy:
            heavy = [f"{DIFFICULT}{_SET}{kind}"]
            extra.append(UNCLASSED)
        found = [f"{_OF_VARIABLE}{tag}" for tag in heavy]
        if traits(piece).text("variable_pick") == "lowest":
            extra.append(LOWEST)
    return replace(piece, tags=(*plain, *found, *extra))


def _derived(tag: str) -> bool:
    return _LISTED in tag or _SET in tag or tag in (LOWEST, UNCLASSED)


def _listed(tags: tuple[str, ...]) -> list[str]:
    found = []
    for tag in (ALSO.get(each, each) for each in tags):
        for clause in ("terrain.normal-list", "difficult.list"):
            # A row with a note is superseded by another clause and not used.
            found += [
                f"{row['class']}{_LISTED}{tag}"
                for row in rows(clause)
                if row["tag"] == tag and "note" not in row
            ]
        found += [
            f"{row['class']}{_LISTED}{tag}" for row in rows("very-difficult.list") if row["tags"] == [tag]
        ]
    return found


@dataclass(frozen=True, slots=True)
class Ground:
    """The ground under a base: its class, the clauses behind it, and the classes of variable pieces."""

    name: str
    clauses: tuple[str, ...]
    variable: tuple[str, ...] = ()


@lru_cache(maxsize=1024)
def ground(tags: tuple[str, ...], *, variable: str, multiply: bool) -> Ground:
    """The ground with some tags; `variable` is the clause by which Variable Terrain is not rolled for, if any."""
    own = [tag for tag in tags if not tag.startswith(_OF_VARIABLE)]
    rolled = [tag.removeprefix(_OF_VARIABLE) for tag in tags if tag.startswith(_OF_VARIABLE)]
    if variable:
        own += rolled
    name, clauses = _class(own, multiply=multiply)
    if not rolled:
        return Ground(name, clauses)
    if not variable:
        picks = tuple(tag for tag in (LOWEST, UNCLASSED) if tag in tags)
        kinds = tuple(each for each in (DIFFICULT, VERY_DIFFICULT) if _of(rolled, each))
        return Ground(name, clauses, (*kinds, *picks))
    underlying = ("variable.underlying-class",) if UNCLASSED in tags else ()
    return Ground(name, (*clauses, variable, *underlying))


def slow_ground(table: Table) -> tuple[tuple[tuple[str, ...], str], ...]:
    """What makes ground on a table worse than Normal, for the planner: a tag or two together, and the class that they give."""
    why = "" if table.option("variable_terrain") is True else "variable.optional"
    return _slow_ground(table.pieces, why, table.option("overlap_rule") != "worst")


@lru_cache(maxsize=256)
def _slow_ground(
    pieces: Shelf[Piece], variable: str, multiply: bool
) -> tuple[tuple[tuple[str, ...], str], ...]:
    walked = [piece for piece in pieces.values() if piece.sort in GROUND]
    tags = dict.fromkeys(tag for piece in walked for tag in piece.tags if _derived(tag))

    def of(*some: str) -> str:
        return ground(some, variable=variable, multiply=multiply).name

    worse = [((tag,), of(tag)) for tag in tags if of(tag) != NORMAL]
    # The lists and the rule for overlapping pieces name two kinds at most.
    pairs = [(pair, of(*pair)) for pair in combinations(tags, 2)]
    return (*worse, *((pair, name) for pair, name in pairs if name not in (NORMAL, *map(of, pair))))


def rolled_ground(table: Table) -> tuple[Piece, ...]:
    """The ground on a table for which Variable Terrain is rolled; none if the rule is off."""
    if table.option("variable_terrain") is not True:
        return ()
    return tuple(piece for piece in table.pieces.values() if piece.sort in GROUND and rolled_tags(piece))


def rolled_tags(piece: Piece) -> tuple[str, ...]:
    """The derived tags of a piece of Variable Terrain; none if it is no such ground."""
    return tuple(tag for tag in piece.tags if tag.startswith(_OF_VARIABLE))


def _of(tags: list[str], name: str) -> list[str]:
    return [tag for tag in tags if tag.startswith((f"{name}{_LISTED}", f"{name}{_SET}"))]


def _class(tags: list[str], *, multiply: bool) -> tuple[str, tuple[str, ...]]:
    very, difficult = _of(tags, VERY_DIFFICULT), _of(tags, DIFFICULT)
    clauses: list[str] = []
    if any(_together(row["tags"], tags) for row in rows("very-difficult.list")):
        clauses.append("very-difficult.list")
    if multiply and difficult and (very or len(_kinds(difficult)) > 1):
        clauses.append("very-difficult.combination")
    if very or clauses:
        return VERY_DIFFICULT, tuple(clauses)
    if difficult:
        return DIFFICULT, ("difficult.list",) if any(_LISTED in tag for tag in difficult) else ()
    return NORMAL, ("terrain.normal-list",) if _of(tags, NORMAL) else ()


def _together(names: list[str], tags: list[str]) -> bool:
    """Whether all kinds of a listed row are present, on pieces whose class comes from the lists."""
    kinds = [tag.partition(_LISTED)[2] for tag in tags if _LISTED in tag]
    return all(any(kind in kinds for kind in (WOODS if name == "woods" else (name,))) for name in names)


def _kinds(tags: list[str]) -> list[str]:
    return list(dict.fromkeys(tag.replace(_SET, _LISTED) for tag in tags))


def is_listed(piece: Piece) -> bool:
    """Whether the lists of ground contain a tag of a piece."""
    return bool(_listed(piece.tags))


def is_ruled(piece: Piece) -> bool:
    """Whether a piece has a class of its own, or is variable."""
    return bool(set_class(piece)) or is_variable(piece)


def face(table: Table, stride: Stride) -> Piece | None:
    """The piece whose side a stride goes up or down; at the edge of the ground, the pit there."""
    names = [name for name in (stride.link, stride.over, stride.surface) if name]
    x, y = stride.start.x, stride.start.y
    pits = (piece for piece in table.pieces.values() if piece.sort == "gap")
    cut = (pit for pit in pits if names and (pit.on or BOARD) == names[0] and holds(pit, x, y))
    named = (table.pieces.get(name) for name in names)
    return next(cut, None) or next((piece for piece in named if piece is not None), None)


def holds(piece: Piece, x: float, y: float) -> bool:
    """Whether a point lies on the outline of a piece or inside it."""
    return inside(region_of(piece.outline), x, y)


def inside(region: Region, x: float, y: float) -> bool:
    """Whether a point lies on the border of a region or inside it."""
    return within(region_distance(x, y, region.rings), 0.0)


def _of_surface(table: Table, stride: Stride) -> tuple[str, ...]:
    """The derived tags of a side that is climbed, or of a ladder."""
    if stride.mode == "ladder":
        if table.pieces[stride.link].sort not in ("ladder", "portable-ladder"):
            return ()
        return (f"{DIFFICULT}{_LISTED}ladder",) if table.option("ladders_are_difficult") is True else ()
    if stride.mode != "climb":
        return ()
    piece = face(table, stride)
    return () if piece is None else tuple(tag for tag in piece.tags if _derived(tag))


def grounds(table: Table, itinerary: Itinerary, *, rolled: bool = True) -> tuple[Ground, ...]:
    """The ground under each stride of a path; if Variable Terrain is not rolled for, its underlying class."""
    option = table.option("variable_terrain") is True
    why = "variable.optional" if not option else "variable.rout-and-pursuit"
    multiply = table.option("overlap_rule") != "worst"
    found = []
    for stride in itinerary.strides:
        tags = (*stride.grounds, *_of_surface(table, stride))
        one = ground(tags, variable="" if option and rolled else why, multiply=multiply)
        found.append(replace(one, clauses=(*one.clauses, *_of_slope(table, stride))))
    return tuple(found)


def _of_slope(table: Table, stride: Stride) -> tuple[str, ...]:
    """The clauses behind walking up or down a slope."""
    if stride.mode != "stairs":
        return ()
    ruled = ("obstacle.surface-class",) if is_ruled(table.pieces[stride.surface]) else ()
    return ("obstacle.vertical-costs-like-horizontal", *ruled)


def impassable(table: Table, itinerary: Itinerary) -> tuple[int, str] | None:
    """The first stride that touches impassable ground, and the piece; None if there is none."""
    for index, stride in enumerate(itinerary.strides):
        for name in stride.areas:
            if table.pieces[name].has(IMPASSABLE):
                return index, name
    return None
