"""Environments for learning: PettingZoo (`AecEnv`, `parallel_env`) with a seat for every side, and Gymnasium (`SeatEnv`)
with one seat against an opponent. They need the extra `agents`: `pip install 'surefoot[agents]'`.

An action is a number of `State`; the mask says which are legal. Dice come from the seed of `reset`. The reward of a side is
what its lead in points has grown by.
"""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from PIL import Image

from surefoot.agents.observations import mask, observed, shapes
from surefoot.agents.opponents import Player, opponent
from surefoot.agents.state import MOST_ACTIONS, ROUNDS, State
from surefoot.draw.compose import picture
from surefoot.draw.png import png
from surefoot.draw.svg import svg
from surefoot.table.table import Table
from surefoot.table.words import instead

__all__ = ["AecEnv", "SeatEnv", "aec_env", "parallel_env"]


def _spaces(table: Table, *, raster: bool, judged: bool) -> spaces.Dict:
    """What is observed, and the mask of legal actions."""
    arrays = {
        name: spaces.Box(-np.inf, np.inf, shape, np.float32)
        for name, shape in shapes(table, raster=raster, judged=judged).items()
    }
    return spaces.Dict(
        {
            "observation": spaces.Dict(arrays),
            "action_mask": spaces.Box(0, 1, (MOST_ACTIONS,), np.int8),
        }
    )


def _seen(state: State, side: str, *, raster: bool, judged: bool) -> dict[str, Any]:
    return {
        "observation": observed(state, side, raster=raster, judged=judged),
        "action_mask": mask(state, side),
    }


RENDER_MODES = ("svg", "rgb_array")


def _mode(given: str | None) -> str | None:
    """A way to render; raises ValueError for one that there is not."""
    if given is not None and given not in RENDER_MODES:
        raise ValueError(f"there is no render_mode {given!r}{instead(given, RENDER_MODES)}")
    return given


def _rendered(state: State, mode: str | None) -> Any:
    """The table as SVG text (`svg`) or as an array of colours (`rgb_array`)."""
    drawn = picture(state.table)
    if mode == "svg":
        return svg(drawn)
    if mode == "rgb_array":
        return np.asarray(Image.open(BytesIO(png(drawn, zoom=1))).convert("RGB"))
    return None


class AecEnv(AECEnv[str, dict[str, Any], int]):
    """One agent for each side, one after another, as PettingZoo plays board games."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [*RENDER_MODES],
        "name": "surefoot_v1",
        "is_parallelizable": True,
    }

    def __init__(
        self,
        table: Table,
        *,
        rounds: int = ROUNDS,
        planned: bool = False,
        raster: bool = False,
        judged: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table, self.rounds, self.planned = table, rounds, planned
        self.raster, self.judged, self.render_mode = raster, judged, _mode(render_mode)
        self.possible_agents = list(State(table, rounds=rounds, planned=planned).sides)
        self._actions = {side: spaces.Discrete(MOST_ACTIONS) for side in self.possible_agents}
        self._observed = {side: _spaces(table, raster=raster, judged=judged) for side in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent sees."""
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of actions; the mask says which are legal."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin again; dice come from the seed."""
        self.dice = Random(f"dice/{seed}") if seed is not None else Random()
        self.state = State(self.table, rounds=self.rounds, planned=self.planned)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._roll()
        self.agent_selection = self._selected()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        return _seen(self.state, agent, raster=self.raster, judged=self.judged)

    def step(self, action: int | None) -> None:
        """Take an action of the agent whose turn it is; dice are rolled at once."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        before = self.state.returns()
        self.state.apply_action(int(action))
        self._roll()
        for number, side in enumerate(self.state.sides):
            self.rewards[side] = self.state.returns()[number] - before[number]
        if self.state.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._selected()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The table as SVG text, or as an array of colours."""
        return _rendered(self.state, self.render_mode)

    def close(self) -> None:
        """Nothing is kept open."""

    def _roll(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(self.state.roll(self.dice))

    def _selected(self) -> str:
        player = self.state.current_player()
        return self.state.sides[player] if player >= 0 else self.agents[0]


def aec_env(table: Table, **options: Any) -> AECEnv[str, dict[str, Any], int]:
    """The environment with the usual wrappers: an illegal action ends the game, calls out of order are refused."""
    env = wrappers.TerminateIllegalWrapper(AecEnv(table, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(env)


def parallel_env(table: Table, **options: Any) -> Any:
    """The environment in PettingZoo's parallel form: in each step only the side whose turn it is acts."""
    return turn_based_aec_to_parallel(AecEnv(table, **options))


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One side is yours, the others are played by opponents. An action that is not legal passes, and `info` says so."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*RENDER_MODES]}

    def __init__(
        self,
        table: Table,
        side: str = "",
        *,
        against: str = "easy",
        rounds: int = ROUNDS,
        planned: bool = False,
        raster: bool = False,
        judged: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.table, self.rounds, self.planned, self.against = table, rounds, planned, against
        self.raster, self.judged, self.render_mode = raster, judged, _mode(render_mode)
        opponent(against)  # an unknown one is refused before a game is begun
        sides = State(table, rounds=rounds, planned=planned).sides
        if side and side not in sides:
            raise ValueError(f"there is no side {side!r}: there are {', '.join(sides)}")
        self.side = side or sides[0]
        self.observation_space = _spaces(table, raster=raster, judged=judged)
        self.action_space = spaces.Discrete(MOST_ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin again; dice and opponents come from the seed."""
        super().reset(seed=seed, options=options)
        drawn = int(self.np_random.integers(2**31))
        self.dice = Random(f"dice/{drawn}")
        self.player: Player = opponent(self.against, f"opponent/{drawn}")
        self.state = State(self.table, rounds=self.rounds, planned=self.planned)
        self._until_our_turn()
        return self._told(illegal=False)

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action, then let the others play until it is your turn again."""
        number = self.state.sides.index(self.side)
        before = self.state.returns()[number]
        illegal = int(action) not in self.state.legal_actions()
        self.state.apply_action(0 if illegal else int(action))
        self._until_our_turn()
        seen, info = self._told(illegal=illegal)
        return seen, self.state.returns()[number] - before, self.state.is_terminal(), False, info

    def render(self) -> Any:
        """The table as SVG text, or as an array of colours."""
        return _rendered(self.state, self.render_mode)

    def _told(self, *, illegal: bool) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = _seen(self.state, self.side, raster=self.raster, judged=self.judged)
        return seen, {"action_mask": seen["action_mask"], "illegal": illegal, "points": self.state.points()}

    def _until_our_turn(self) -> None:
        while not self.state.is_terminal():
            if self.state.is_chance_node():
                self.state.apply_action(self.state.roll(self.dice))
            elif self.state.sides[self.state.current_player()] == self.side:
                return
            else:
                self.state.apply_action(self.player.choose(self.state).action)
