"""Attacks with work: long calculations, from one address or from many, and tables that take all memory they can get."""

from __future__ import annotations

from typing import Any

from benchmarks.serving.heavy import endless, exploding
from tools.siege.strangers import Stranger

# A model that can go anywhere, on a table with many obstacles.
MAZE: dict[str, Any] = {
    "ruleset": "necromunda-classic",
    "options": {"premeasure": True},
    "board": [72, 48],
    "terrain": {
        f"w{number}": {"area": [[x, y], [x + 1.5, y], [x + 0.5, y + 1.5]], "tags": ["difficult"]}
        for number, (x, y) in enumerate((x, y) for x in range(2, 70, 3) for y in range(2, 46, 3))
    },
    "models": {"kal": {"base": 25, "at": [1, 1], "side": "orange", "profile": {"M": 10, "I": 4}}},
}
REACH = {"kind": "reach", "id": "r", "who": "kal", "budget": 900, "actions": 9}
# A table that takes all memory it can get.
STRONG = {
    "ruleset": "dark-heresy-2e",
    "models": {"kal": {"at": [1, 1], "profile": {"Ag": 1_000_000_000_000}}},
}


def heavy_and_gone(by: Stranger) -> None:
    """Long calculations in several games of one address, whose client hangs up at once."""
    games = [game for _ in range(8) if (game := by.game(scenario=MAZE, bundled="")) is not None]

    def one() -> None:
        while by.goes_on and games:
            game = by.chance.choice(games)
            by.hang_up(f"/v1/games/{game['game']}/requests", REACH, game["token"])
            by.hang_up("/v1/odds", endless(9))

    by.together(one, 8)
    for game in games:
        by.delete(game)


def heavy_and_waiting(by: Stranger) -> None:
    """Long calculations whose client waits, over eight connections at once: of half a second, so that the next attack comes in time."""

    def one() -> None:
        while by.goes_on:
            by.ask("POST", "/v1/odds", {"scenario": exploding(by.chance.randint(6, 9))})

    by.together(one, 8)


def heavy_from_many(by: Stranger) -> None:
    """Long calculations from twelve addresses at once: more than there are processes for slow work."""
    others = iter([by.at(f"127.0.1.{by.chance.randint(1, 250)}") for _ in range(12)])

    def one() -> None:
        other = next(others)
        while other.goes_on:
            if other.chance.random() < 0.5:
                other.ask("POST", "/v1/odds", {"scenario": exploding(9)})
            else:
                other.hang_up("/v1/odds", endless(9))

    by.together(one, 12)


def memory_hogs(by: Stranger) -> None:
    """Tables and numbers that take as much memory as they can get."""
    corners = [[i / 40, 1 + i % 2] for i in range(499)]
    saws = {
        f"s{n}": {"area": [[x + 2 * n, y] for x, y in corners] + [[2 * n + 6, 30]], "tags": ["rubble"]}
        for n in range(10)
    }
    jagged = {"ruleset": "necromunda-classic", "board": [72, 48], "terrain": saws, "models": MAZE["models"]}
    asked = (
        ("/v1/reach", {"scenario": STRONG, "who": "kal"}),
        ("/v1/reach", {"scenario": jagged, "who": "kal", "budget": 400}),
        ("/v1/check", {"scenario": jagged}),
        ("/v1/check", {"scenario": "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(50))}),
        ("/v1/check", {"scenario": "x" * 900_000}),
    )

    def one() -> None:
        while by.goes_on:
            by.ask("POST", *by.chance.choice(asked))

    by.together(one, 4)
