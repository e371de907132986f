"""A mistake hides no other one: what was probably meant is assumed for the rest of the file."""

import pytest
from tests.files.written import problems_of, small

import surefoot
from surefoot.files.source import MOST_TWICE

pytestmark = pytest.mark.usefixtures("tiny_rulesets")


def fields(text: str) -> list[str]:
    """The fields that have a problem."""
    return [each.partition(" ")[2].partition(":")[0] for each in problems_of(text)]


WRONG = [
    "  - {id: bob, base: 32, at: [9, 9], profile: {M: 5, Q: 3}}",
    "declare: [{who: kal, action: mvoe, path: [[5, 5]]}]",
]
FOUND = ["models.bob.profile.Q", "declare[0].action"]


@pytest.mark.parametrize("ruleset", ["tinny", "Tiny", "tinny(premeasure=on)"])
def test_a_misspelt_ruleset_hides_no_word(ruleset: str) -> None:
    text = small(*WRONG, ruleset=ruleset)
    assert fields(text) == ["ruleset", *FOUND]
    assert "did you mean 'tiny'?" in problems_of(text)[0]


@pytest.mark.parametrize("key", ["Ruleset", "rulset", "rule-set"])
def test_a_misspelt_field_for_the_ruleset_hides_no_word(key: str) -> None:
    text = small(*WRONG).replace("ruleset", key)
    assert fields(text) == [key, *FOUND]
    assert "did you mean 'ruleset'?" in problems_of(text)[0]


def test_without_a_ruleset_that_could_be_meant_nothing_is_assumed() -> None:
    assert fields(small(*WRONG, ruleset="chess")) == ["ruleset"]


def test_an_unknown_action_hides_no_field_beside_it() -> None:
    text = small("declare: [{who: kal, action: mvoe, path: [[5, 5]], spead: 3, times: many}]")
    assert fields(text) == ["declare[0].action", "declare[0].spead", "declare[0].times"]


def test_a_file_with_very_many_keys_given_twice_is_refused_at_once():
    with pytest.raises(surefoot.FileInvalid) as wrong:
        surefoot.loads("ruleset: wh40k-10e\n" + "models: [1, 2, 3]\n" * 50_000)
    assert len(wrong.value.problems) == MOST_TWICE
