"""The settings of a server, passed to each of its processes. `SUREFOOT_LANGUAGE` sets its language."""

from __future__ import annotations

import os

from pydantic import BaseModel, ConfigDict, Field

from surefoot.server.limits import Limits

# The environment variable that passes the settings to further server processes.
VARIABLE = "SUREFOOT_SERVER"


class Settings(BaseModel):
    """The database, the number of processes, and the limits of a server."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    database: str = Field(
        description="The database: sqlite:///PATH or postgresql://USER@HOST/NAME.",
    )
    workers: int = Field(default=1, ge=0, description="Number of worker processes; 0 uses threads.")
    questions_yield: bool = Field(
        default=True,
        description="Whether questions leave the processor to moves. Off where other programs share the machine: "
        "they would come first, too.",
    )
    invitation_seconds: int = Field(default=7 * 86_400, gt=0, description="How long an invite link is valid.")
    seat_seconds: int = Field(
        default=180 * 86_400, gt=0, description="How long the token of a seat is valid."
    )

    names: tuple[str, ...] = Field(
        default=(), description="Names under which the server is reached, besides its addresses; *: any."
    )
    operators: tuple[str, ...] = Field(
        default=("127.0.0.0/8", "::1/128"), description="Networks from which /metrics may be read."
    )
    together: str = Field(default="", description="A folder in which server processes share their metrics.")
    limits: Limits = Field(default_factory=Limits, description="The limits of requests.")

    def handed_on(self) -> None:
        """Put the settings into the environment for processes started from here."""
        os.environ[VARIABLE] = self.model_dump_json()


def inherited() -> Settings:
    """The settings from the environment."""
    return Settings.model_validate_json(os.environ[VARIABLE])
