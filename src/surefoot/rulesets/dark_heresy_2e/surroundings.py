"""Surroundings: the effects of areas, and the light of the whole table."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Quoted, say
from surefoot.records import replace
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.env import ALSO, PUSH, ground_tags
from surefoot.rulesets.dark_heresy_2e.gravity import ZERO
from surefoot.rulesets.dark_heresy_2e.light import DARKNESS, LIGHT
from surefoot.rulesets.dark_heresy_2e.terrain_traits import LIGHTS, traits
from surefoot.table.effects import EnvironmentSet, PiecePlaced, PieceRemoved
from surefoot.table.table import Board
from surefoot.table.terrain import Piece
from surefoot.table.words import suggested

# Higher and lower than a table reaches.
FAR = to_lattice(1000.0)


def marked(piece: Piece) -> Piece:
    """An area with tags for all its effects."""
    own = traits(piece)
    tags = [*piece.tags, *(ALSO[tag] for tag in piece.tags if tag in ALSO)]
    if own.get("gravity") == "zero":
        tags.append(ZERO)
    if "push" in own:
        tags.append(f"{PUSH}{own['push']}")
    if "light" in own or piece.has(DARKNESS):
        light = own.text("light", DARKNESS)
        tags += [f"{LIGHT}{light}", light]
    tags += ground_tags(tuple(tags), own.get("hindering"), own.get("treacherous"))
    return replace(piece, tags=tuple(dict.fromkeys(tags)))


def named(condition: str) -> str:
    """The id of the area with a condition of the whole board."""
    return f"everywhere.{condition}"


def everywhere(board: Board | None, condition: str) -> Piece:
    """An area as large as the board, at all heights; unlimited if the board is."""
    outline = (
        (-FAR, -FAR, FAR, -FAR, FAR, FAR, -FAR, FAR)
        if board is None
        else (0, 0, board.width, 0, board.width, board.depth, 0, board.depth)
    )
    return marked(Piece(named(condition), "area", outline, z=-FAR, height=2 * FAR, tags=(condition,)))


def change_light(game: Game, declaration: Declaration) -> Procedure[None]:
    """Change the light of the whole table."""
    table, level = game.now, declaration.details.text("light")
    if level not in LIGHTS:
        says = suggested(say("There is no light level {level}", level=Quoted(level)), level, LIGHTS)
        raise Refused(Break("light.three-levels", says))
    yield from do(EnvironmentSet(table.environment.changed(light=level)), "light.three-levels")
    dark = named(DARKNESS)
    if level == DARKNESS:
        yield from do(PiecePlaced(everywhere(table.board, DARKNESS)), "light.darkness")
    elif dark in table.pieces:
        yield from do(PieceRemoved(dark), "light.three-levels")
