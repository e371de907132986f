"""What an operator decides about a server: one value, handed to every process that serves."""

from __future__ import annotations

import os

from pydantic import BaseModel, ConfigDict, Field

from surefoot.server.limits import Limits

# The settings of a server that several processes carry, from the one that started them.
VARIABLE = "SUREFOOT_SERVER"


class Settings(BaseModel):
    """Where games are kept, and how much of the machine may be used for them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    database: str = Field(
        description="Where games are kept: sqlite:///PATH, or postgresql://USER@HOST/NAME.",
    )
    workers: int = Field(default=1, ge=0, description="Processes that judge; 0 judges in this one.")
    invitation_seconds: int = Field(
        default=7 * 86_400, gt=0, description="How long an invitation to a seat is good."
    )
    seat_seconds: int = Field(default=180 * 86_400, gt=0, description="How long the token of a seat is good.")

    together: str = Field(
        default="", description="A folder in which processes that serve together leave their figures."
    )
    limits: Limits = Field(default_factory=Limits, description="How much anybody may ask for.")

    def handed_on(self) -> None:
        """Leave the settings where processes that are started from here find them."""
        os.environ[VARIABLE] = self.model_dump_json()


def inherited() -> Settings:
    """The settings that the starting process left."""
    return Settings.model_validate_json(os.environ[VARIABLE])
