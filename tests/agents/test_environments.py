"""The environments pass the checkers of PettingZoo and Gymnasium in every ruleset; the same seed gives the same game."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from surefoot.agents.state import TABLES, reference_table

pytest.importorskip("pettingzoo")
from gymnasium.utils.env_checker import check_env

with warnings.catch_warnings():
    # Where the games of PettingZoo can be imported too (`make bench` measures its chess), they warn of themselves.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, parallel_api_test

from surefoot.agents.environments import AecEnv, SeatEnv, aec_env, parallel_env

RULESETS = sorted(path.stem for path in TABLES.glob("*.yaml"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_checkers_of_others_accept_the_environments(ruleset: str) -> None:
    table = reference_table(ruleset).table
    with warnings.catch_warnings():
        # They warn of what is meant: observations have no bounds, and are dictionaries.
        warnings.simplefilter("ignore")
        api_test(aec_env(table, rounds=1), num_cycles=6)
        parallel_api_test(parallel_env(table, rounds=1), num_cycles=4)
        check_env(SeatEnv(table, rounds=1, render_mode="svg"), skip_render_check=True)


def _played(seed: int, **options: Any) -> list[Any]:
    env = AecEnv(reference_table("dark-heresy-2e").table, rounds=2, **options)
    env.reset(seed=seed)
    found: list[Any] = []
    for agent in env.agent_iter(40):
        seen, reward, over, _, _ = env.last()
        legal = np.flatnonzero(seen["action_mask"])
        action = None if over else int(legal[len(found) % len(legal)])
        found.append((agent, reward, action, *(array.tobytes() for array in seen["observation"].values())))
        env.step(action)
    return found


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert _played(5) == _played(5)


def test_a_raster_shows_models_and_goals_and_a_picture_has_colours() -> None:
    env = AecEnv(reference_table("necromunda-classic").table, raster=True, render_mode="rgb_array")
    env.reset(seed=1)
    raster = env.observe("blue")["observation"]["raster"]

    assert raster[2].sum() == raster[3].sum() == 2
    assert (raster[0] > 0).any()
    assert (raster[4] > 0).any()
    assert env.render().shape[2] == 3


def test_an_illegal_action_of_a_seat_passes_and_is_told() -> None:
    env = SeatEnv(reference_table("dark-heresy-2e").table, rounds=1)
    env.reset(seed=1)

    assert env.step(np.int64(127))[4]["illegal"] is True
    with pytest.raises(ValueError, match="there is no side 'bleu'"):
        SeatEnv(env.table, "bleu")
