"""What a case is given, and the one input that a twin changes."""

import pytest

from surefoot.testing.given import NoSuchPath, by_name, changed, merged


def test_mappings_are_merged_and_lists_replaced() -> None:
    base = {"board": [24, 24], "models": {"kal": {"at": [1, 1], "profile": {"M": 5, "I": 4}}}}

    over = {"board": [48, 48], "models": {"kal": {"profile": {"M": 6}}, "foe": {"at": [2, 2]}}}

    assert merged(base, over) == {
        "board": [48, 48],
        "models": {"kal": {"at": [1, 1], "profile": {"M": 6, "I": 4}}, "foe": {"at": [2, 2]}},
    }


def test_null_takes_something_of_the_base_away() -> None:
    assert merged({"models": {"kal": {}, "foe": {}}}, {"models": {"foe": None}}) == {"models": {"kal": {}}}


def test_merging_changes_neither_of_the_two() -> None:
    base, over = {"models": {"kal": {"at": [1, 1]}}}, {"models": {"kal": {"at": [2, 2]}}}

    merged(base, over)

    assert base == {"models": {"kal": {"at": [1, 1]}}}


def test_a_list_of_named_entries_becomes_a_mapping() -> None:
    assert by_name({"models": [{"id": "kal", "at": [1, 1]}], "board": [2, 2]}) == {
        "models": {"kal": {"at": [1, 1]}},
        "board": [2, 2],
    }


@pytest.mark.parametrize("entries", [[{"at": [1, 1]}], [{"id": "a"}, {"id": "a"}], [3]])
def test_a_list_that_cannot_be_a_mapping_is_left_to_the_scenario_reader(entries: list[object]) -> None:
    assert by_name({"models": entries}) == {"models": entries}


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("a.b", 2, {"a": {"b": 2}, "list": [1, [2, 3]]}),
        ("a.b", None, {"a": {}, "list": [1, [2, 3]]}),
        ("a.c", 2, {"a": {"b": 1, "c": 2}, "list": [1, [2, 3]]}),
        ("new.way.down", 2, {"a": {"b": 1}, "list": [1, [2, 3]], "new": {"way": {"down": 2}}}),
        ("list.1.0", 9, {"a": {"b": 1}, "list": [1, [9, 3]]}),
        ("list.0", None, {"a": {"b": 1}, "list": [[2, 3]]}),
        ("list.2", 4, {"a": {"b": 1}, "list": [1, [2, 3], 4]}),
    ],
)
def test_one_dotted_path_is_changed(path: str, value: object, expected: object) -> None:
    fields = {"a": {"b": 1}, "list": [1, [2, 3]]}

    assert changed(fields, path, value) == expected
    assert fields == {"a": {"b": 1}, "list": [1, [2, 3]]}


def test_a_name_with_dots_in_it_is_found_whole() -> None:
    fields = {"models": {"squad.1": {"at": 1}, "squad": {"1": {"at": 2}}}, "dice": [{"leap.test": 4}]}

    assert changed(fields, "models.squad.1.at", 3)["models"]["squad.1"] == {"at": 3}
    assert changed(fields, "dice.0.leap.test", 5)["dice"] == [{"leap.test": 5}]


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("", "empty"),
        ("a.x", "has no 'x' to remove"),
        ("list.7", "none of its positions (0 to 1)"),
        ("list.2", "it ends at 1"),
        ("list.at", "none of its positions"),
        ("a.b.c", "a.b is 1"),
    ],
)
def test_a_path_that_leads_nowhere_says_so(path: str, says: str) -> None:
    with pytest.raises(NoSuchPath) as nowhere:
        changed({"a": {"b": 1}, "list": [1, 2]}, path, None)

    assert says in str(nowhere.value)
