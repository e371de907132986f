"""The computer plays a side of a game: the server chooses and makes its moves, answers its questions, and says why."""

from tests.server.players import Club, Player


def _begun(here: Club) -> Player:
    both = {"sides": ["orange", "green"]}
    return here.sit(here.begin(bundled="silos", host=both, invite=[]))


def test_the_computer_waits_for_its_turn_then_moves_and_says_why(here: Club) -> None:
    orange = _begun(here)
    assert orange.refused("play", side="green", strength="medium") == "computer/waits"
    for path in ([[7, 8]], [[11, 8]]):
        assert orange.declare({"who": "bly", "action": "move", "path": path})["kind"] == "done"
    moved = orange.ask("play", side="green", strength="medium")["announced"]

    assert moved["outcome"]["declaration"]["who"] in ("dex", "eel", "fox")
    assert "towards" in moved["why"]
    assert orange.refused("play", side="red") == "seat/not-yours"
    lines = orange.ask("replay")["answer"]["announced"]
    assert lines[-1]["why"] == moved["why"]


def test_a_seat_lets_the_computer_play_only_its_own_sides(here: Club) -> None:
    orange, *_ = here.two()

    assert orange.refused("play", side="green") == "seat/not-yours"
