"""Questions about lists and maps of other programs: what they hold, and the table that they make.

They are read under the limits of `intake`; a body is never larger than the server allows.
"""

from __future__ import annotations

import base64
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from surefoot.armies.army import Army
from surefoot.armies.formats import army_of, assuming
from surefoot.armies.sheets import army_data
from surefoot.files.scenery import data_uri
from surefoot.intake.content import Content
from surefoot.language import Quoted, say
from surefoot.maps.formats import map_of
from surefoot.maps.photo import Scale
from surefoot.maps.table_map import TableMap
from surefoot.referee.protocol import installed
from surefoot.server.limits import Limits
from surefoot.server.problems import Problem
from surefoot.setup import DEFAULT_RULESET
from surefoot.setup.generator import STYLES, generated
from surefoot.setup.table import BOARD, BOARDS, NewTable, new_table, shown_background, table_data, told
from surefoot.setup.writing import yaml_of

Side = Annotated[float, Field(ge=1, le=600)]
Pixel = tuple[float, float]
# The longest picture in an answer, as a data URI: a table that is sent back with it has to pass the gate.
LARGEST_PICTURE = 700_000


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class SentFile(_Form):
    """A file as it is sent: its name, and its text or its bytes in base64."""

    name: str = Field(
        default="list.txt", min_length=1, max_length=200, description="Its name, with its extension."
    )
    text: str | None = Field(default=None, description="Its content, if it is text.")
    data: str | None = Field(default=None, description="Its bytes in base64, where it is no text.")

    def content(self) -> Content:
        """The file; raises Problem if it was sent in no way or in both."""
        if (self.text is None) == (self.data is None):
            raise Problem("request/malformed", say("Send either text or data"))
        if self.text is not None:
            return Content(self.name, self.text.encode())
        try:
            return Content(self.name, base64.b64decode(self.data or "", validate=True))
        except ValueError:
            # Also where there are letters beyond ASCII.
            raise Problem("request/malformed", say("data is not base64")) from None


class PhotoScale(_Form):
    """How large a photo is: two of its points, in pixels from its top left corner, and their distance on the table."""

    points: tuple[Pixel, Pixel] = Field(description="The two points.")
    distance: float = Field(gt=0, le=1000, description="How far apart they are on the table.")


def _scale(given: PhotoScale | None) -> Scale | None:
    return None if given is None else Scale(given.points[0], given.points[1], given.distance)


class Armies(_Form):
    """Read a roster of another program: its units, the source of every number, and what is missing."""

    file: SentFile = Field(description="The roster.")
    ruleset: str = Field(default="", max_length=60, description="The game, where the file does not say it.")
    answers: dict[str, dict[str, JsonValue]] = Field(
        default={}, description="What no source knows, by unit and field."
    )
    assume: bool = Field(default=False, description="Take every suggestion for what no source knows.")

    def answer(self, limits: Limits) -> dict[str, Any]:  # noqa: ARG002  # the gate has limited the body
        """The army with its questions and notes."""
        return army_data(_army(self.file, self.ruleset, self.answers, assume=self.assume))


class Maps(_Form):
    """Read a map of another program as a table, with everything that was assumed."""

    file: SentFile = Field(description="The map.")
    ruleset: str = Field(default=DEFAULT_RULESET, max_length=60, description="The game to be played on it.")
    square: float = Field(
        default=1.0, gt=0, le=100, description="The size of a square of the map on the table."
    )
    scale: PhotoScale | None = Field(default=None, description="How large it is, if it is a photo.")

    def answer(self, limits: Limits) -> dict[str, Any]:  # noqa: ARG002  # the gate has limited the body
        """The table, and what was assumed."""
        found = map_of(self.file.content(), _scale(self.scale))
        return _table_answer(new_table(_game(self.ruleset), (), found, square=self.square), found)


class Tables(_Form):
    """Set up a table: armies on a map, or on terrain of a style."""

    ruleset: str = Field(default="", max_length=60, description="The game, where no army says it.")
    army: SentFile | None = Field(default=None, description="A single army.")
    armies: list[SentFile] = Field(default=[], max_length=4, description="A roster for each side.")
    map: SentFile | None = Field(default=None, description="A map.")
    style: str = Field(default="", max_length=40, description=f"Terrain of this style: {', '.join(STYLES)}.")
    seed: int = Field(default=0, description="The same seed makes the same terrain.")
    density: float = Field(default=0.6, ge=0, le=1, description="How much of the table is built on.")
    mirrored: bool = Field(default=False, description="Both halves alike.")
    board: tuple[Side, Side] | None = Field(default=None, description="How large the table is.")
    square: float = Field(
        default=1.0, gt=0, le=100, description="The size of a square of the map on the table."
    )
    scale: PhotoScale | None = Field(default=None, description="How large the map is, if it is a photo.")

    def answer(self, limits: Limits) -> dict[str, Any]:  # noqa: ARG002  # the gate has limited the body
        """The table, and what was assumed. What no source knows is suggested."""
        files = [*([self.army] if self.army else []), *self.armies]
        armies = [_army(each, self.ruleset, {}, assume=True) for each in files]
        game = _game(self.ruleset or (armies[0].ruleset if armies else DEFAULT_RULESET))
        for each in armies:
            if each.ruleset != game:
                raise Problem(
                    "request/malformed",
                    say(
                        "One army is for {theirs}, the table for {game}",
                        theirs=Quoted(each.ruleset),
                        game=Quoted(game),
                    ),
                )
        found = self._ground(game)
        return _table_answer(new_table(game, armies, found, square=self.square, board=self.board), found)

    def _ground(self, game: str) -> TableMap | None:
        if self.map is not None:
            return map_of(self.map.content(), _scale(self.scale))
        if not self.style:
            return None
        if self.style not in STYLES:
            raise Problem("request/malformed", say("There is no style {style}", style=Quoted(self.style)))
        board = self.board or BOARDS.get(game, BOARD)
        return generated(
            self.style, game, board, seed=self.seed, density=self.density, mirrored=self.mirrored
        )


def _game(ruleset: str) -> str:
    if ruleset not in installed():
        raise Problem("ruleset/unknown", say("There is no ruleset {ruleset}", ruleset=Quoted(ruleset)))
    return ruleset


def _army(file: SentFile, ruleset: str, answers: dict[str, dict[str, Any]], *, assume: bool) -> Army:
    return (assuming if assume else army_of)(file.content(), ruleset, answers)


def _table_answer(made: NewTable, found: TableMap | None) -> dict[str, Any]:
    if made.background is not None and made.background.data:
        shown = data_uri(shown_background(made).data)
        if shown and len(shown) <= LARGEST_PICTURE:
            width, depth = made.data["board"]
            made.data["picture"] = {"data": shown, "area": {"rect": [0, 0, width, depth]}}
    data = table_data(made, found)
    return {**data, "notes": told(made), "text": yaml_of(made.data, told(made))}
