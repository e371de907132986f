"""The layering: what 2023 takes over from classic, what it restates, what it drops, and what it lays."""

from __future__ import annotations

from dataclasses import fields

import pytest

from surefoot.files import scenario
from surefoot.files.problems import FileInvalid
from surefoot.referee.catalogue import UnknownClause
from surefoot.referee.verdict import Citer
from surefoot.rulesets.necromunda_2023 import ruleset
from surefoot.rulesets.necromunda_2023.edition import NECROMUNDA_2023
from surefoot.rulesets.necromunda_classic import ruleset as classic
from surefoot.rulesets.necromunda_classic.edition import CLASSIC

DROPPED = ("house.move-to-engage", "involuntary.no-separation-if-injured")


def test_every_clause_of_classic_is_restated_inherited_or_dropped() -> None:
    catalogue = ruleset.catalogue
    kinds = {"dropped": 0, "restated": 0, "inherited": 0}
    for clause in classic.catalogue:
        if clause.id in DROPPED:
            kinds["dropped"] += 1
            continue
        successor = catalogue[clause.id]
        inherited = clause.id not in catalogue.renamed
        kinds["inherited" if inherited else "restated"] += 1
        assert successor.inherited_from == ("necromunda-classic" if inherited else "")
        assert successor.id == (catalogue.renamed.get(clause.id) or clause.id)
    assert all(kinds.values())
    assert sum(kinds.values()) == len(classic.catalogue.clauses)


@pytest.mark.parametrize("clause", DROPPED)
def test_what_2023_dropped_cannot_be_cited(clause: str) -> None:
    assert clause in classic.catalogue
    assert clause not in ruleset.catalogue
    with pytest.raises(UnknownClause, match="has dropped"):
        _ = ruleset.catalogue[clause]


@pytest.mark.parametrize(
    ("cited", "shown"),
    [
        ("climb.cost", "necromunda-classic/climb.cost"),
        ("move.any-path", "necromunda-2023/move.fighter-any-path"),
        ("one-inch.charge", "necromunda-2023/one-inch.charge-only-exception"),
        ("toward.not-through-terrain", "necromunda-2023/toward.not-through-solid"),
        ("involuntary.separate", "necromunda-2023/involuntary.separate"),
        ("move.advance", "necromunda-2023/move.advance"),
    ],
)
def test_a_clause_is_shown_under_the_edition_that_words_it(cited: str, shown: str) -> None:
    assert Citer(ruleset.catalogue)(cited) == shown


def test_each_named_difference_differs() -> None:
    names = [field.name for field in fields(CLASSIC)]

    assert [name for name in names if getattr(CLASSIC, name) == getattr(NECROMUNDA_2023, name)] == []


def test_clauses_of_2023_alone_are_unknown_to_classic() -> None:
    own = [*NECROMUNDA_2023.advance, *NECROMUNDA_2023.action_phase, *NECROMUNDA_2023.against_its_will]

    assert own
    assert [clause for clause in own if clause not in ruleset.catalogue or clause in classic.catalogue] == []


def test_an_option_goes_with_its_clause() -> None:
    options = ruleset.catalogue.options

    assert "house_move_to_engage" not in options
    assert options["fall_threshold"] == classic.catalogue.options["fall_threshold"]
    assert (options["natural_one_fails"].default, "natural_one_fails" in classic.catalogue.options) == (
        False,
        False,
    )


def test_everything_that_classic_offers_is_offered() -> None:
    assert [name for name in classic.actions if ruleset.actions[name] is not classic.actions[name]] == []


def problems_of(**more: object) -> dict[str, str]:
    fighter = {"base": 25.4, "at": [5, 5], "side": "a", "profile": {"M": 5, "I": 4}}
    traits = more.pop("traits", None)
    if traits is not None:
        fighter["traits"] = {"necromunda-2023": traits}
    import json

    text = json.dumps({"ruleset": "necromunda-2023", "board": [20, 20], "models": {"kal": fighter}, **more})
    with pytest.raises(FileInvalid) as caught:
        scenario.loads(text)
    return {each.field: str(each.says) for each in caught.value.problems}


def test_every_wrong_trait_of_a_fighter_is_named_at_once() -> None:
    found = problems_of(
        traits={
            "ignore_one_inch": True,
            "ignores_one_inch": 1,
            "weapons": {"whip": 3, "chain": {"versatil": True, "versatile": "yes", "long": "far"}},
        }
    )

    where = "models.kal.traits.necromunda-2023"
    assert found == {
        f"{where}.ignore_one_inch": "there is no trait 'ignore_one_inch'; did you mean 'ignores_one_inch'?",
        f"{where}.ignores_one_inch": "ignores_one_inch: expected true or false, found 1",
        f"{where}.weapons.whip": "weapons: expected a mapping of versatile, long, found 3",
        f"{where}.weapons.chain.versatil": "weapons: there is no field 'versatil' here; did you mean 'versatile'?",
        f"{where}.weapons.chain.versatile": "weapons: expected true or false, found 'yes'",
        f"{where}.weapons.chain.long": "weapons: expected a number from 0 to 120, found 'far'",
    }


@pytest.mark.parametrize("long", [-1, True, [2], "nan", "inf"])
def test_a_reach_that_is_no_length_is_refused(long: object) -> None:
    found = problems_of(traits={"weapons": {"chain": {"versatile": True, "long": long}}})

    assert list(found) == ["models.kal.traits.necromunda-2023.weapons.chain.long"]


def test_weapons_have_names() -> None:
    assert list(problems_of(traits={"weapons": ["chain"]})) == ["models.kal.traits.necromunda-2023.weapons"]


def test_a_phase_that_is_not_there_is_refused_with_those_that_are() -> None:
    assert problems_of(clock={"phase": "combat"}) == {
        "clock.phase": "there is no phase 'combat'; known: priority, action, end"
    }
    assert problems_of(clock={"phase": "acting"})["clock.phase"].endswith("did you mean 'action'?")


def test_what_classic_finds_wrong_is_still_wrong() -> None:
    found = problems_of(
        models={"kal": {"base": 25.4, "at": [5, 5], "side": "a", "profile": {"M": 5, "In": 4}}}
    )

    assert "models.kal.profile.In" in found
