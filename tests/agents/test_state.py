"""A game as a tree: numbered actions, exact chances, copies, undo, and text that leads back to the same position."""

from __future__ import annotations

from random import Random

import pytest

import surefoot
from surefoot.agents.moves import moves
from surefoot.agents.opponents import GreedyPlayer, RandomPlayer, SearchPlayer, opponent, play
from surefoot.agents.state import CHANCE, TABLES, TERMINAL, State, reference_table
from surefoot.referee.speaking import speaker
from surefoot.referee.turns import actors, side_of

RULESETS = sorted(path.stem for path in TABLES.glob("*.yaml"))

GAP = surefoot.loads(
    surefoot.EXAMPLE + "goals: [{id: far, reach: {rect: [8, 2, 5, 4]}, on: far-roof}, {id: time, last: 2}]\n"
)


def _to_the_dice() -> State:
    """The gap, at the roll for the leap."""
    state = State(GAP.table)
    leaps = [
        number
        for number, move in enumerate(state.moves(), 1)
        if any(leg.by == "leap" for leg in move.declaration.legs)
    ]
    state.apply_action(leaps[0])
    while not state.is_chance_node():
        state.apply_action(0)
    return state


def test_moves_are_planned_over_gaps_and_chances_are_exact() -> None:
    state = _to_the_dice()

    assert state.current_player() == CHANCE
    assert sorted(str(chance) for _, chance in state.chance_outcomes()) == ["1/2", "1/2"]
    points = set()
    for action, _ in state.chance_outcomes():
        twin = state.clone()
        twin.apply_action(action)
        points.add(twin.points()["blue"])
    assert points == {0, 1}


def test_undo_and_clone_leave_the_position_as_it_was() -> None:
    state = _to_the_dice()
    before, text, key = state.table, state.serialize(), hash(state)
    twin = state.clone()
    state.apply_action(0)
    state.undo_action()

    assert (state.table, state.serialize(), hash(state)) == (before, text, key)
    assert twin == state
    assert State.deserialize(GAP.table, text) == state
    with pytest.raises(ValueError, match="action 99 is not legal here"):
        state.apply_action(99)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_games_come_to_an_end_and_can_be_played_again(ruleset: str) -> None:
    table = reference_table(ruleset).table
    state = State(table, rounds=2, planned=False)
    players = {"blue": GreedyPlayer(), "red": RandomPlayer("7")}
    told = play(state, players, Random(3))
    again = State.deserialize(table, state.serialize(), rounds=2, planned=False)

    assert state.current_player() == TERMINAL
    assert state.legal_actions() == []
    assert sum(state.returns()) == 0
    assert again.table == state.table
    assert all(speaker(state.table)(why) for _, why in told)


def test_the_search_looks_at_dice_and_replies() -> None:
    state = State(GAP.table)
    found = SearchPlayer(depth=1, seconds=600, most=25).choose(state)

    assert found.action in state.legal_actions()
    assert SearchPlayer(depth=1, seconds=600, most=25).choose(State(GAP.table)) == found


def test_an_unknown_strength_is_named() -> None:
    with pytest.raises(ValueError, match="did you mean 'medium'"):
        opponent("medum")


@pytest.mark.parametrize("ruleset", sorted(path.stem for path in TABLES.glob("*.yaml")))
def test_a_reference_table_is_the_same_from_both_seats_and_every_model_can_move(ruleset: str) -> None:
    table = reference_table(ruleset).table
    assert table.board is not None
    width, depth = table.board.width, table.board.depth

    def turned(ring: tuple[int, ...]) -> set[tuple[int, int]]:
        return {(width - x, depth - y) for x, y in zip(ring[0::2], ring[1::2], strict=True)}

    def corners(ring: tuple[int, ...]) -> set[tuple[int, int]]:
        return set(zip(ring[0::2], ring[1::2], strict=True))

    places = {(m.side, *_thousandths(m.place.x, m.place.y)) for m in table.models.values()}
    other = {"blue": "red", "red": "blue", "": ""}
    assert places == {
        (other[m.side], *_thousandths(width - m.place.x, depth - m.place.y)) for m in table.models.values()
    }
    outlines = [corners(piece.outline) for piece in table.pieces.values()]
    assert all(turned(piece.outline) in outlines for piece in table.pieces.values())
    goals = [(goal.kind, goal.side, goal.points, corners(goal.outline)) for goal in table.goals]
    assert all((g.kind, other[g.side], g.points, turned(g.outline)) in goals for g in table.goals)
    for side in ("blue", "red"):
        clock = table.clock.changed(side=side) if table.clock.side else table.clock
        now = table.changed(clock=clock)
        able = {each for each in actors(now) if side_of(now, each) == side}
        assert able == {
            move.declaration.actor for move in moves(now, side, planned=False) if move.end or move.shift
        }


def _thousandths(x: int, y: int) -> tuple[int, int]:
    return round(x, -3), round(y, -3)


def test_a_unit_that_passes_leaves_the_turn_to_the_others_of_its_side() -> None:
    state = State(reference_table("gemini-arap").table, rounds=1, planned=False)
    walk = next(n for n in state.legal_actions() if " move " in state.action_to_string(n))
    state.apply_action(walk)
    first = state.table.clock.active
    state.apply_action(0)

    assert state.sides[state.current_player()] == "blue"
    assert {move.declaration.actor for move in state.moves()} == {"ash", "bly"} - {first}
    state.apply_action(0)
    assert state.sides[state.current_player()] == "red"
