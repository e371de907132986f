"""What needs the consent of others: taking back what dice have followed, and ending a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from surefoot.server.seats import opens
from surefoot.server.store.rows import SeatRow


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed by which seat at which line, who agrees, and who has to be asked yet."""

    what: str
    by: str
    seq: int
    agreed: tuple[str, ...]
    needs: tuple[str, ...]

    @classmethod
    def new(cls, what: str, seat: SeatRow, number: int, seated: Sequence[SeatRow]) -> Proposal:
        """A proposal; every other player is asked, unless a referee proposes it."""
        others = tuple(
            each.id for each in seated if each.role == "player" and each.id != seat.id and opens(each)
        )
        return cls(what, seat.id, number, (seat.id,), () if seat.role == "referee" else others)

    def text(self) -> str:
        """As it is kept."""
        return json.dumps(asdict(self))

    def data(self) -> dict[str, Any]:
        """As it is told."""
        return asdict(self)


def proposal_of(text: str, number: int) -> Proposal | None:
    """The proposal that was kept, if nothing was said since."""
    if not text:
        return None
    found = json.loads(text)
    if found["seq"] != number:
        return None
    return Proposal(found["what"], found["by"], number, tuple(found["agreed"]), tuple(found["needs"]))


def agreed(proposal: Proposal, seat: str) -> Proposal:
    """The proposal with one more who agrees."""
    if seat in proposal.agreed:
        return proposal
    return replace(
        proposal,
        agreed=(*proposal.agreed, seat),
        needs=tuple(each for each in proposal.needs if each != seat),
    )
