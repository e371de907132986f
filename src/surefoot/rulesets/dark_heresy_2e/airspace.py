"""Where a flier can go at its altitude, drawn on the ground: a table on which paths are searched for as if it walked."""

from __future__ import annotations

from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice
from surefoot.records import replace
from surefoot.referee.scene import Figure
from surefoot.referee.view import View, seen
from surefoot.rulesets.dark_heresy_2e.airway import kept_tags
from surefoot.rulesets.dark_heresy_2e.altitude import HOVER, HOVERING, band_of
from surefoot.rulesets.dark_heresy_2e.env import HINDERING
from surefoot.rulesets.dark_heresy_2e.flight_traits import HOVERER, airborne, flight_trait, flying_number
from surefoot.rulesets.dark_heresy_2e.numbers import chosen
from surefoot.rulesets.dark_heresy_2e.prices import SPEED_OF, lens
from surefoot.table.model import Model
from surefoot.table.place import BOARD, Place
from surefoot.table.record import EMPTY
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# The height of obstacles on that table: no character steps over them.
_TALL = to_lattice(100.0)


def airspace(table: Table, who: str, action: str) -> tuple[Table, ...]:
    """Flat tables on which a flier walks as far as it flies on the real one; none if it isn't flying, or is in a pit.

    What is in its way at its height stands on the ground there; what it flies over is left out. Who hovers does not get
    out of a deep pit again: the first table has none to cross, the second has all of them to go down into.
    """
    model = table.models[who]
    if not airborne(model) or action not in SPEED_OF:
        return ()
    view, z = seen(table, replace(lens(table), step=0.0), who), table.pose(who).z
    solids = [solid.id for solid in view.terrain.solids if view.bars(solid.low, solid.high, z)]
    if BOARD in solids:
        return ()
    pieces = [_obstacle(table.pieces[name]) for name in dict.fromkeys(solids)]
    pieces += _slow(view, table, who)
    pits = _pits(table) if band_of(table, who) == HOVERING else []
    cautious = flight_trait(model) == HOVERER and chosen(table.options, "allow_trap") is not True
    others = [_below(figure) for figure, _ in view.figures if view.figure_bars(figure, z)]
    flat = table.changed(
        pieces=Shelf((piece.id, piece) for piece in (*pieces, *pits)),
        models=Shelf((each.id, each) for each in (_walker(model), *others)),
        units=Shelf(),
        objects=Shelf(),
        options=table.options.changed(gravity="normal"),
        environment=table.environment.changed(light=None),
    )
    if not pits or cautious:
        return (flat,)
    return flat, flat.changed(pieces=Shelf((piece.id, piece) for piece in pieces))


def _obstacle(piece: Piece) -> Piece:
    return Piece(piece.id, "wall", piece.outline, height=_TALL)


def _pits(table: Table) -> list[Piece]:
    """Pits that are too deep to hover out of."""
    pits = [piece for piece in table.pieces.values() if piece.sort == "gap" and piece.on in ("", BOARD)]
    return [piece for piece in pits if beyond(from_lattice(piece.details.number("depth")), HOVER)]


def _slow(view: View, table: Table, who: str) -> list[Piece]:
    """Areas that hinder a flier at its altitude."""
    band, z = band_of(table, who), table.pose(who).z
    return [
        Piece(area.id, "area", area.piece.outline, tags=(HINDERING,))
        for area in view.terrain.areas
        if HINDERING in kept_tags(area, band, z)
    ]


def _walker(model: Model) -> Model:
    """The flier on foot, with an Agility bonus that is the number of its trait."""
    profile = model.profile.changed(
        Ag=10 * flying_number(model), unnatural=None, movement_agb_bonus=None, load=None
    )
    return replace(model, place=_down(model.place), profile=profile, counters=EMPTY, unit="")


def _below(figure: Figure) -> Model:
    place = Place("surface", BOARD, to_lattice(figure.pose.x), to_lattice(figure.pose.y))
    return replace(figure.model, place=replace(place, facing=figure.model.place.facing), unit="")


def _down(place: Place) -> Place:
    return Place("surface", BOARD, place.x, place.y, facing=place.facing)
