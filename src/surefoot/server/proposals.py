"""Proposals that need the consent of other players: undo after dice were rolled, and ending a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from surefoot.records import dataclass, replace
from surefoot.server.seats import opens
from surefoot.server.store.failures import log
from surefoot.server.store.rows import SeatRow


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal: its kind, the proposing seat, the line, the seats that agree, and those that still have to."""

    what: str
    by: str
    seq: int
    agreed: tuple[str, ...]
    needs: tuple[str, ...]

    @classmethod
    def new(cls, what: str, seat: SeatRow, number: int, seated: Sequence[SeatRow]) -> Proposal:
        """A new proposal; all other players have to agree, unless a referee proposes it."""
        others = tuple(
            each.id for each in seated if each.role == "player" and each.id != seat.id and opens(each)
        )
        return cls(what, seat.id, number, (seat.id,), () if seat.role == "referee" else others)

    def text(self) -> str:
        """The proposal as stored."""
        return json.dumps(asdict(self))

    def data(self) -> dict[str, Any]:
        """The proposal as plain data."""
        return asdict(self)


def proposal_of(text: str, number: int) -> Proposal | None:
    """The stored proposal; None if there is none, or if the game has moved on."""
    if not text:
        return None
    try:
        found = json.loads(text)
        if found["seq"] != number:
            return None
        return Proposal(found["what"], found["by"], number, tuple(found["agreed"]), tuple(found["needs"]))
    except (ValueError, TypeError, KeyError):
        # It can be proposed again.
        log.error("a stored proposal can't be read: %r", text[:200])
        return None


def agreed(proposal: Proposal, seat: str) -> Proposal:
    """The proposal with the consent of one more seat."""
    if seat in proposal.agreed:
        return proposal
    return replace(
        proposal,
        agreed=(*proposal.agreed, seat),
        needs=tuple(each for each in proposal.needs if each != seat),
    )
