"""The words and numbers of each ruleset: unknown ones are problems with their place and what was probably meant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.files.written import problems_of
from tests.samples import sample

import surefoot
from surefoot.files.problems import FileInvalid
from surefoot.referee import protocol
from surefoot.referee.protocol import Declaration, Ruleset, find
from surefoot.referee.referee import Malformed, check
from surefoot.referee.values import Amount, Either, Fields, ListOf, NearlyFree, OneOf, Switch, Whole
from surefoot.referee.vocabulary import Vocabulary
from surefoot.table.record import Record
from surefoot.table.words import near

PROFILES: dict[str, dict[str, Any]] = {
    "dark-heresy-2e": {"S": 40, "T": 35, "Ag": 40},
    "gemini-arap": {"M": 4, "I": 4, "ap": 3},
    "necromunda-2023": {"M": 5, "I": 4},
    "necromunda-classic": {"M": 5, "I": 4},
    "wh40k-10e": {"M": 6, "W": 2},
}
RULESETS = tuple(PROFILES)
MOVES = {"dark-heresy-2e": "half-move", "wh40k-10e": "normal"}


def table(ruleset: str, **more: Any) -> dict[str, Any]:
    """A small table with one model."""
    scale = {"scale": 1} if ruleset == "dark-heresy-2e" else {}
    model = {"base": 32, "at": [5, 5], "side": "a", "height": 1.5, "profile": PROFILES[ruleset]}
    return {"ruleset": ruleset, "board": [20, 20], **scale, "models": {"kal": model}, **more}


def changed(ruleset: str, **fields: Any) -> dict[str, Any]:
    """The same with other fields of its model."""
    data = table(ruleset)
    data["models"]["kal"] |= fields
    return data


def problems(data: dict[str, Any]) -> dict[str, str]:
    """What is wrong with a table, by field."""
    try:
        surefoot.loads(json.dumps(data))
    except FileInvalid as invalid:
        return {each.field: str(each.says) for each in invalid.problems}
    return {}


def ground(ruleset: str, *tags: str, **more: Any) -> dict[str, Any]:
    """The table with ground of some tags."""
    piece = {"area": {"rect": [8, 8, 4, 4]}, "tags": list(tags), **more}
    return table(ruleset, terrain={"mire": piece})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_table_itself_has_nothing_wrong_with_it(ruleset: str) -> None:
    assert problems(table(ruleset)) == {}
    assert problems(ground(ruleset, "difficult")) == {}


# --- tags -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "tag", "meant"),
    [
        ("dark-heresy-2e", "mudd", "mud"),
        ("dark-heresy-2e", "Mud", "mud"),
        ("dark-heresy-2e", "thick_snow", "thick-snow"),
        ("gemini-arap", "Marsh", "marsh"),
        ("gemini-arap", "jungle", "dense-jungle"),
        ("gemini-arap", "river", "fast-fordable-river"),
        ("necromunda-classic", "Dangerous", "dangerous"),
        ("necromunda-2023", "dificult", "difficult"),
        ("wh40k-10e", "IMPASSABLE", "impassable"),
    ],
)
def test_an_unknown_tag_is_a_problem_with_what_was_meant(ruleset: str, tag: str, meant: str) -> None:
    assert problems(ground(ruleset, tag)) == {
        "terrain.mire.tags": f"there is no tag {tag!r}; did you mean {meant!r}?",
    }


@pytest.mark.parametrize(
    "tag", ["fog", "smoke", "thick-fog", "deep-snow", "soft-sand", "dense-underbrush", "refuse"]
)
def test_words_of_the_source_are_known(tag: str) -> None:
    assert problems(ground("dark-heresy-2e", tag)) == {}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_word_that_is_like_none_is_told_what_there_is_and_where_free_words_go(ruleset: str) -> None:
    (says,) = problems(ground(ruleset, "xyzzy-quux")).values()

    assert says.startswith("there is no tag 'xyzzy-quux'; known: ")
    assert says.endswith("; other words go under labels")


def test_a_tag_on_a_piece_that_no_rule_reads_it_on_is_a_problem() -> None:
    data = table(
        "dark-heresy-2e", terrain={"slab": {"platform": {"rect": [8, 8, 4, 4]}, "z": 2, "tags": ["mud"]}}
    )

    assert problems(data) == {
        "terrain.slab.tags": "'mud' is a tag of an area, and no rule reads it on a platform: write it under labels"
    }


def test_a_likely_word_is_answered_with_what_to_write() -> None:
    (says,) = problems(ground("wh40k-10e", "ruins")).values()

    assert says == "there is no tag 'ruins'; write traits: {wh40k-10e: {type: ruins}}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_labels_are_free_kept_and_read_by_no_rule(ruleset: str) -> None:
    data = ground(ruleset, "difficult", labels=["mossy", "painted red"])
    data["models"]["kal"]["labels"] = ["the tall one"]
    data["objects"] = {}
    laid = surefoot.loads(json.dumps(data)).table

    assert laid.pieces["mire"].labels == ("mossy", "painted red")
    assert laid.models["kal"].labels == ("the tall one",)
    bare = surefoot.loads(json.dumps(ground(ruleset, "difficult"))).table
    assert bare.pieces["mire"].tags == laid.pieces["mire"].tags
    assert bare.digest != laid.digest
    assert bare.models.scene == laid.models.scene


# --- models ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "status", "meant"),
    [
        ("wh40k-10e", "battle_shocked", "battle-shocked"),
        ("wh40k-10e", "Battle-shocked", "battle-shocked"),
        ("necromunda-classic", "Pinned", "pinned"),
        ("necromunda-2023", "seriously_injured", "seriously-injured"),
        ("dark-heresy-2e", "PRONE", "prone"),
        ("gemini-arap", "knocked_down", "knocked-down"),
    ],
)
def test_an_unknown_status_is_a_problem_with_what_was_meant(ruleset: str, status: str, meant: str) -> None:
    found = problems(changed(ruleset, status=[status]))

    assert found == {"models.kal.status": f"there is no status {status!r}; did you mean {meant!r}?"}


@pytest.mark.parametrize(
    ("ruleset", "keyword", "meant"),
    [
        ("wh40k-10e", "FLY", "Fly"),
        ("wh40k-10e", "infantry", "Infantry"),
        ("necromunda-classic", "Mounted", "mounted"),
        ("gemini-arap", "independent_character", "independent-character"),
    ],
)
def test_an_unknown_keyword_is_a_problem_with_what_was_meant(ruleset: str, keyword: str, meant: str) -> None:
    found = problems(changed(ruleset, keywords=[keyword]))

    assert found == {"models.kal.keywords": f"there is no keyword {keyword!r}; did you mean {meant!r}?"}


def test_a_keyword_that_a_transport_lists_is_known_on_its_table() -> None:
    data = changed("wh40k-10e", keywords=["Infantry", "Hearthkyn"])
    assert list(problems(data)) == ["models.kal.keywords"]

    capacity = {"wh40k-10e": {"capacity": {"maximum": 5, "allowed": ["Hearthkyn"]}}}
    data["models"]["rig"] = {
        "base": 60, "at": [12, 12], "side": "a", "profile": {"M": 10},
        "keywords": ["Vehicle", "Transport"], "traits": capacity,
    }  # fmt: skip  # one model
    assert problems(data) == {}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_unknown_counter_and_an_unknown_trait_are_problems(ruleset: str) -> None:
    found = problems(changed(ruleset, counters={"xyzzy": 1}, traits={ruleset: {"xyzzy": 1}}))

    assert sorted(found) == ["models.kal.counters.xyzzy", f"models.kal.traits.{ruleset}.xyzzy"]


def test_what_a_unit_is_made_of_may_be_any_word_but_no_slip() -> None:
    unit = {"count": 2, "base": 32, "at": [5, 5], "gap": 0.2, "side": "a", "profile": {"M": 6}}
    data = table("wh40k-10e", models={}, units={"squad": {**unit, "of": "sister"}})
    laid = surefoot.loads(json.dumps(data)).table
    assert (laid.models["squad.1"].keywords, laid.models["squad.1"].labels) == ((), ("sister",))

    data["units"]["squad"]["of"] = "Infantry"
    assert surefoot.loads(json.dumps(data)).table.models["squad.2"].keywords == ("Infantry",)
    data["units"]["squad"]["of"] = "infantry"
    assert problems(data) == {"units.squad.of": "there is no keyword 'infantry'; did you mean 'Infantry'?"}


def test_what_is_wrong_with_a_whole_unit_is_told_once() -> None:
    unit = {
        "count": 5,
        "base": 32,
        "at": [3, 5],
        "gap": 0.2,
        "side": "a",
        "profile": {"M": 6},
        "status": ["shy"],
    }
    found = problems(table("wh40k-10e", models={}, units={"squad": unit}))

    assert list(found) == ["units.squad.status"]


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "profile"),
    [
        ("wh40k-10e", {"M": 9999}),
        ("wh40k-10e", {"M": "99D99"}),
        ("dark-heresy-2e", {"Ag": 1_000_000_000_000}),
        ("dark-heresy-2e", {"unnatural": {"T": 240}}),
        ("gemini-arap", {"M": 100_000}),
        ("necromunda-classic", {"M": 100_000}),
        ("necromunda-2023", {"I": "fast"}),
    ],
)
def test_numbers_that_no_profile_of_the_game_has_are_problems(ruleset: str, profile: dict[str, Any]) -> None:
    found = problems(changed(ruleset, profile={**PROFILES[ruleset], **profile}))
    name = next(iter(profile))

    assert [field.split(".")[:4] for field in found] == [["models", "kal", "profile", name]]


def test_hull_points_have_bounds() -> None:
    car = {"keywords": ["vehicle"], "profile": {"M": 6, "handling": 4, "hp": 9999}}
    found = problems(changed("necromunda-classic", **car))

    assert found == {"models.kal.profile.hp": "hp: expected a whole number from 1 to 20, found 9999"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_bases_heights_and_boards_have_bounds(ruleset: str) -> None:
    data = changed(ruleset, base=9999, height=5000)
    data["board"] = [9000, 9000]
    data["models"]["kal"]["at"] = [4500, 4500]
    data["terrain"] = {"tower": {"platform": {"rect": [1, 1, 4, 4]}, "z": 9999}}
    found = problems(data)

    assert sorted(found) == [
        "board.depth",
        "board.width",
        "models.kal.base",
        "models.kal.height",
        "terrain.tower.z",
    ]


# --- declarations ---------------------------------------------------------------------------------


def declared(ruleset: str, **fields: Any) -> dict[str, str]:
    """What is wrong with a declaration of the only model."""
    return problems(table(ruleset, declare=[{"who": "kal", **fields}]))


def test_values_of_the_wrong_kind_are_problems_at_their_place() -> None:
    plan = {"paths": {"kal": [[6, 5]]}}
    assert list(declared("wh40k-10e", action="normal", plan=plan, finish="no")) == ["declare[0].finish"]
    assert declared("wh40k-10e", action="advance", plan=plan, advance_roll={"plus": "x"}) == {
        "declare[0].advance_roll.plus": "expected a whole number from -10 to 20, found 'x'"
    }
    assert declared("wh40k-10e", action="advance", plan=plan, advance_roll={"pluss": 1}) == {
        "declare[0].advance_roll.pluss": "there is no field 'pluss' here; did you mean 'plus'?"
    }
    assert declared("wh40k-10e", happen="mortal-wounds", count=-2) == {
        "declare[0].count": "expected a whole number from 0 to 100, found -2"
    }


def test_a_switch_in_quotes_is_a_text_and_a_bare_word_is_not() -> None:
    text = (
        json.dumps(table("wh40k-10e"))[:-1]
        + ', "declare": [{who: kal, action: normal, path: [[6, 5]], finish: %s}]}'
    )

    assert surefoot.loads(text % "no").declarations[0].details["finish"] is False
    with pytest.raises(FileInvalid, match="did you mean 'false'"):
        surefoot.loads(text % "'no'")


@pytest.mark.parametrize(("ruleset", "action"), [("wh40k-10e", "normal"), ("gemini-arap", "move")])
def test_a_plan_beside_a_path_is_a_problem(ruleset: str, action: str) -> None:
    found = declared(ruleset, action=action, path=[[6, 5]], plan={"shift": [1, 0]})

    assert found == {"declare[0].path": "'plan' replaces 'path': give only one of them"}


@pytest.mark.parametrize("ruleset", ["dark-heresy-2e", "necromunda-classic", "necromunda-2023", "wh40k-10e"])
def test_a_manner_that_the_rules_do_not_know_is_a_problem(ruleset: str) -> None:
    found = declared(ruleset, action=MOVES.get(ruleset, "move"), path=[{"to": [6, 5], "manner": "crawl"}])

    assert found == {"declare[0].path[0].manner": "There is no manner 'crawl'"}


@pytest.mark.parametrize(
    ("leg", "says"),
    [
        ({"to": [6, 5], "manner": "backward"}, "There is no manner 'backward'; did you mean 'backwards'?"),
        (
            {"to": [6, 5], "manner": "open"},
            "There is no manner 'open'; known: crawl, forward, sideways, sidestep, backwards",
        ),
        (
            {"to": [6, 5], "through": "gate", "manner": "crawl sidestep"},
            "A leg has one manner of moving, not 'crawl' and 'sidestep'",
        ),
        (
            {"to": [6, 5], "through": "gate", "manner": "unlock opn"},
            "There is no manner 'opn'; did you mean 'open'?",
        ),
    ],
)
def test_a_manner_has_to_fit_its_leg(leg: dict[str, Any], says: str) -> None:
    found = declared("gemini-arap", action="move", path=[leg])

    assert found["declare[0].path[0].manner"] == says


def test_declarations_made_in_python_are_checked_as_well() -> None:
    laid = surefoot.loads(json.dumps(table("wh40k-10e"))).table
    wrong = Declaration("normal", ("kal",), details=Record(finish="no", plan=Record(shift=(1, 0))))
    with pytest.raises(Malformed, match="finish: Expected true or false"):
        check(laid, wrong)
    with pytest.raises(FileInvalid, match="did you mean 'finish'"):
        surefoot.declaration(laid, who="kal", action="normal", path=[[6, 5]], finnish=True)


# --- rulesets that state nothing, and files for several --------------------------------------------


def test_a_ruleset_without_a_vocabulary_accepts_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = replace(find("necromunda-classic"), words=lambda: None)
    monkeypatch.setattr(protocol, "find", lambda name: silent if name == silent.name else find(name))

    assert problems(ground("necromunda-classic", "xyzzy")) == {}


def test_a_file_for_several_rulesets_may_use_the_words_of_each() -> None:
    data = ground("necromunda-classic", "mud")
    assert list(problems(data)) == ["terrain.mire.tags"]

    data["models"]["kal"]["profiles"] = {"dark-heresy-2e": PROFILES["dark-heresy-2e"]}
    assert problems(data) == {}


# --- laws -----------------------------------------------------------------------------------------


def known_words() -> Iterator[tuple[str, str, str]]:
    """Every tag, status and keyword that is long enough to be misspelt: its ruleset, its kind, itself."""
    for name in RULESETS:
        vocabulary = _vocabulary(find(name))
        for tag in vocabulary.tags:
            if not tag.sorts or "area" in tag.sorts:
                yield name, "tags", tag.name
        yield from ((name, "status", word.name) for word in vocabulary.sheets[-1].statuses)
        yield from ((name, "keywords", word.name) for word in vocabulary.keywords)


def _vocabulary(ruleset: Ruleset) -> Vocabulary:
    found = ruleset.vocabulary
    assert found is not None
    return found


LONG = [each for each in known_words() if len(each[2]) >= 4]


def test_there_are_words_to_be_misspelt() -> None:
    assert {(ruleset, kind) for ruleset, kind, _ in LONG} >= {
        (ruleset, kind) for ruleset in RULESETS for kind in ("tags", "status", "keywords")
    }


@settings(max_examples=sample(60))
@given(st.sampled_from(LONG), st.data())
def test_one_changed_letter_is_a_problem_with_did_you_mean(
    word: tuple[str, str, str], data: st.DataObject
) -> None:
    ruleset, kind, right = word
    place = data.draw(st.integers(0, len(right) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    wrong = right[:place] + letter + right[place + 1 :]
    if wrong in [each for one, which, each in known_words() if (one, which) == (ruleset, kind)]:
        return
    found = problems(ground(ruleset, wrong) if kind == "tags" else changed(ruleset, **{kind: [wrong]}))

    assert any("did you mean" in says for says in found.values()), (wrong, found)


@settings(max_examples=sample(40))
@given(st.sampled_from(RULESETS), st.data())
def test_every_number_within_its_bounds_is_accepted_and_the_next_is_not(
    ruleset: str, data: st.DataObject
) -> None:
    sheet = _vocabulary(find(ruleset)).sheets[-1]
    entry = data.draw(st.sampled_from([each for each in sheet.profile if isinstance(each.kind, Whole)]))
    assert isinstance(entry.kind, Whole)
    low, high = entry.kind.low, entry.kind.high
    good = data.draw(st.sampled_from([low, high, (low + high) // 2]))
    bad = data.draw(st.sampled_from([low - 1, high + 1, True, "x"]))
    profile = PROFILES[ruleset]

    assert problems(changed(ruleset, profile={**profile, entry.name: good})) == {}
    assert list(problems(changed(ruleset, profile={**profile, entry.name: bad}))) == [
        f"models.kal.profile.{entry.name}"
    ]


# --- kinds of values ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "value", "wrong"),
    [
        (Whole(1, 3), 4, [("", "expected a whole number from 1 to 3, found 4")]),
        (Amount(0, 1), "0.5", []),
        (Amount(0, 1), "inf", [("", "expected a number from 0 to 1, found 'inf'")]),
        (Switch(), 1, [("", "expected true or false, found 1")]),
        (
            OneOf(("half", "free")),
            "haf",
            [("", "expected one of half, free, found 'haf'; did you mean 'half'?")],
        ),
        (OneOf(("known",), any_case=True), "Known", []),
        (ListOf(Whole(0, 9)), (1, 10), [("1", "expected a whole number from 0 to 9, found 10")]),
        (ListOf(Switch(), bare=True), True, []),
        (Fields({"a": Switch()}, ("a",)), Record(), [("", "is missing: a, true or false")]),
        (Fields({"a": Switch()}), Record(a=1), [("a", "expected true or false, found 1")]),
        (
            Either((Switch(), OneOf(("mud",)))),
            "mudd",
            [("", "expected mud, found 'mudd'; did you mean 'mud'?")],
        ),
        (
            Either((Switch(), Fields({"a": Switch()}))),
            Record(a=1),
            [("a", "expected true or false, found 1")],
        ),
        (NearlyFree(("shield",)), "sheild", [("", "there is no 'sheild'; did you mean 'shield'?")]),
        (NearlyFree(("shield",)), "map", []),
    ],
)
def test_a_kind_says_what_is_wrong(kind: Any, value: Any, wrong: list[tuple[str, str]]) -> None:
    assert [(each.where, str(each.says)) for each in kind.wrongs(value)] == wrong
    assert json.dumps(kind.schema())


def test_case_blanks_and_underscores_are_seen_through() -> None:
    assert near("Deep_Strike", ["Deep Strike", "Fly"]) == "Deep Strike"


@pytest.mark.parametrize(("written", "meant"), [("4+", "4"), ('4"', "4"), ("5″", "5")])
def test_a_number_written_as_in_the_rulebook_gets_the_one_that_files_have(written: str, meant: str) -> None:
    (wrong,) = Whole(1, 10).wrongs(written)
    assert str(wrong.says).endswith(f"; did you mean '{meant}'?")
    (too_high,) = Whole(1, 3).wrongs(written)
    assert "did you mean" not in str(too_high.says)


def test_the_foot_of_a_ladder_may_be_the_board_and_a_misspelt_one_gets_it() -> None:
    pieces = {
        "roof": {"platform": {"rect": [8, 8, 4, 4]}, "z": 3},
        "rungs": {"ladder": [8, 10], "from": "bord", "to": "roof"},
    }
    with pytest.raises(FileInvalid) as wrong:
        surefoot.loads(json.dumps(table("necromunda-classic", terrain=pieces)))
    assert "there is no 'bord' in this file; did you mean 'board'?" in str(wrong.value)


@pytest.mark.parametrize("ruleset", ["necromunda-classic", "gemini-arap", "dark-heresy-2e", "wh40k-10e"])
def test_a_door_is_open_or_closed(ruleset: str) -> None:
    text = f"ruleset: {ruleset}\nboard: [24, 24]\nterrain: {{gate: {{door: [[1, 1], [2, 1]], height: 2, state: STATE}}}}\n"
    assert problems_of(text.replace("STATE", "[open, closed]")) == [
        "3 terrain.gate.state: a door is open or closed, not both"
    ]
    assert problems_of(text.replace("STATE", "open")) == []
