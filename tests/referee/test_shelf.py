"""The digests of shelves: the same on every way to the same entries, and made of texts that logs depend on."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from surefoot.files.scenario import loads
from surefoot.table.record import Record
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table

SEEN = ("id", "base", "place", "side", "unit", "height", "keywords", "statuses", "decks")


@pytest.fixture(name="table")
def _table() -> Table:
    return loads(
        """
        ruleset: necromunda-classic
        board: [24, 16]
        models:
          kal: {base: 25, at: [8, 6], side: a, profile: {M: 5, I: 4}, statuses: [pinned], labels: [the boss]}
          vex: {base: 32, at: [2, 2], facing: 90, side: b, height: 3, profile: {M: 4, I: 3}}
        """
    ).table


@pytest.mark.parametrize("seed", range(20))
def test_a_changed_shelf_has_the_digests_of_one_filled_at_once(table: Table, seed: int) -> None:
    random, shelf, kept = Random(seed), table.models, dict(table.models)
    for number in range(30):
        name = random.choice(["kal", "vex", "rig"])
        if random.random() < 0.2 and name in kept:
            shelf = shelf.without(name)
            del kept[name]
        else:
            kept[name] = replace(table.models["kal"], id=name, height=number, counters=Record(wounds=number))
            shelf = shelf.with_(name, kept[name])
        if random.random() < 0.3:
            whole = Shelf(kept.items())
            assert (shelf.scene, shelf.rest) == (whole.scene, whole.rest)
    assert shelf == Shelf(kept.items())
    assert list(shelf) == list(kept)


def test_the_text_behind_a_digest_is_that_of_a_tuple(table: Table) -> None:
    """Logs keep digests: they must not change."""
    for model in table.models.values():
        seen = [getattr(model, name) for name in SEEN]
        assert model.scene_token() == repr(tuple(seen))
        unseen = repr((model.profile, model.counters, model.traits))
        assert model.rest_token().startswith(unseen)
