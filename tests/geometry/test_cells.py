"""The index of boxes finds what looking at everything finds, in the same order."""

from __future__ import annotations

import random
from math import inf

import pytest

from surefoot.geometry.cells import Boxed, Cells, in_window


def boxes(dice: random.Random, count: int) -> list[Boxed[int]]:
    found: list[Boxed[int]] = []
    for number in range(count):
        x, y = dice.uniform(-50, 50), dice.uniform(-50, 50)
        wide, tall = dice.choice([(0.0, 0.0), (1.0, 2.0), (9.0, 0.5), (90.0, 90.0)])
        found.append((x, y, x + wide, y + tall, number))
    return found


@pytest.mark.parametrize("count", [0, 1, 32, 33, 400])
def test_what_meets_a_window_is_found_in_order(count: int) -> None:
    dice = random.Random(count)
    known = boxes(dice, count)
    cells = Cells(known)
    windows = [(-inf, -inf, inf, inf), (-200.0, -200.0, 200.0, 200.0)]
    for _ in range(200):
        x, y, far = dice.uniform(-60, 60), dice.uniform(-60, 60), dice.choice([0.0, 0.5, 6.0, 30.0])
        windows.append((x, y, x + far, y + far))
    windows += [(west, south, west, south) for west, south, *_ in known[:20]]
    for window in windows:
        assert cells.within(window) == in_window(known, window)


def test_more_places_than_are_kept_give_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cells, "KEPT", 3)
    known = boxes(random.Random(1), 400)
    cells = Cells(known)
    windows = [(4.0 * k, 4.0 * k, 4.0 * k + 1.0, 4.0 * k + 9.0) for k in range(-9, 9)]
    for window in (*windows, *windows):
        assert cells.within(window) == in_window(known, window)
        assert len(cells.blocks) <= Cells.KEPT
