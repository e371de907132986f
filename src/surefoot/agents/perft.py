"""Counts of distinct positions by depth on the reference tables, as chess programs count moves ("perft").

Another engine, or a later version of this one, that counts otherwise offers or judges other moves. The files
`tables/*.perft.json` hold the counts; `python -m surefoot.agents.perft RULESET DEPTH` counts again.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b

from surefoot.agents.state import TABLES, State, reference_table
from surefoot.records import dataclass
from surefoot.referee.verdict import declaration_data

ENDING = ".perft.json"


@dataclass(frozen=True)
class Counted:
    """The distinct positions after so many actions: how many, and the hash of all their digests."""

    depth: int
    positions: int
    hash: str


def perft(ruleset: str, depth: int) -> list[Counted]:
    """The positions after 1, 2, … actions; dice and answers count as actions. Paths are straight, none is planned."""
    level = [State(reference_table(ruleset).table, planned=False)]
    found: list[Counted] = []
    for number in range(1, depth + 1):
        reached: dict[str, State] = {}
        for state in level:
            for action in state.legal_actions():
                state.apply_action(action)
                key = f"{state.table.digest} {state.current_player()} {hash_of_question(state)}"
                if key not in reached:
                    reached[key] = state.clone()
                state.undo_action()
        level = list(reached.values())
        joined = blake2b("\n".join(sorted(reached)).encode(), digest_size=16).hexdigest()
        found.append(Counted(number, len(reached), joined))
    return found


def hash_of_question(state: State) -> str:
    """What is asked and was answered so far in a declaration that is not over, as files have it: classes may change."""
    if state.session.open is None:
        return ""
    declared = declaration_data(state.session.open.declaration, state.table.ruleset)
    replies = [[str(reply.value), reply.faces] for reply in state.session.open.run.replies]
    return json.dumps([declared, replies], sort_keys=True)


def published() -> dict[str, list[Counted]]:
    """The counts of the file, by ruleset."""
    return {
        path.name.removesuffix(ENDING): [
            Counted(**each) for each in json.loads(path.read_text(encoding="utf-8"))
        ]
        for path in sorted(TABLES.glob(f"*{ENDING}"))
    }


if __name__ == "__main__":
    for each in perft(sys.argv[1], int(sys.argv[2])):
        sys.stdout.write(
            json.dumps({"depth": each.depth, "positions": each.positions, "hash": each.hash}) + "\n"
        )
