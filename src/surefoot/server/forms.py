"""The forms of games: what clients send to create, invite and join, and what they get back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from surefoot.files.refusals import fail
from surefoot.language import say
from surefoot.server.messages import Name, SeatShown
from surefoot.server.store.rows import Role

SideName = Annotated[str, Field(max_length=200)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class SeatForm(_Form):
    """A new seat."""

    role: Role = "player"
    sides: list[SideName] = Field(
        default_factory=list, max_length=50, description="The sides that a player plays."
    )

    @model_validator(mode="after")
    def _only_players_play(self) -> SeatForm:
        if bool(self.sides) != (self.role == "player"):
            fail(say("A player needs at least one side; referees and spectators have none"))
        return self


class GameForm(_Form):
    """A new game: its scenario, how strict the referee is, who rolls the dice, and its seats."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"bundled": "gantry"}]},
    )

    scenario: str | dict[str, Any] | None = Field(None, description="A scenario, as YAML text or as data.")
    bundled: str = Field("", max_length=80, description="Or the name of a bundled scenario.")
    log: str | None = Field(None, description="Or the log of a game, to be continued as a game of its own.")
    ruleset: str = Field("", max_length=400, description="Replaces the ruleset of the scenario.")
    name: Name = ""
    mode: Literal["enforce", "advise", "record"] = "enforce"
    dice: Literal["server", "typed"] = "server"
    host: SeatForm | None = Field(None, description="Your own seat; a player of the first side if left out.")
    invite: list[SeatForm] | None = Field(
        None, max_length=50, description="Other seats; one player for each other side if left out."
    )

    @model_validator(mode="after")
    def _one_scenario(self) -> GameForm:
        if [self.scenario is not None, bool(self.bundled), self.log is not None].count(True) != 1:
            fail(say("Give either a scenario, the name of a bundled one, or the log of a game"))
        return self


class Invited(BaseModel):
    """An invitation: it can be used once, in exchange for a token."""

    seat: SeatShown
    invitation: str
    expires: int = Field(description="Seconds since 1970.")


class Seated(BaseModel):
    """A seat and its token. The server stores only a hash: the token can't be shown again."""

    game: str
    seat: SeatShown
    token: str
    expires: int = Field(description="Seconds since 1970.")


class GameBegun(Seated):
    """A new game, with your seat and the invitations for the other seats."""

    name: str
    ruleset: str
    sides: list[str]
    commitment: str = Field(
        description="SHA-256 of the seed of the dice, which is published when the game is over."
    )
    invitations: list[Invited]


class GameShown(BaseModel):
    """The current state of a game."""

    game: str
    name: str
    mode: str
    dice: str
    commitment: str
    over: bool
    seed: str = Field(description="Empty until the game is over.")
    seq: int
    hash: str
    seats: list[SeatShown]
    state: dict[str, Any]
    question: dict[str, Any] | None


class ServerKey(BaseModel):
    """The public key of the server."""

    key: str = Field(description="32 bytes as hexadecimal digits.")


class JoinForm(_Form):
    """Take a seat."""

    invitation: str = Field(max_length=200)
    name: Name = ""
