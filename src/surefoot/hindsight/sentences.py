"""What a review says, in a player's words."""

from __future__ import annotations

from fractions import Fraction

from surefoot.hindsight.game import Journey, Review
from surefoot.hindsight.luck import MomentLuck, RollLuck, SideLuck
from surefoot.hindsight.paths import Alternative, Alternatives
from surefoot.language import Chance, Length, Notation, Quantity, Sentence, Who, count, say
from surefoot.language.speaker import READABLE

CERTAIN = Fraction(1)


def of_side(luck: SideLuck) -> Sentence:
    """How lucky a side was among games like this."""
    who = side_name(luck.side)
    if luck.unluckier == luck.luckier:
        return say("{side} was neither lucky nor unlucky", side=who)
    if luck.unluckier > luck.luckier:
        return say(
            "{side} was luckier than {n} of 100 games like this", side=who, n=_of_hundred(luck.unluckier)
        )
    return say("{side} was unluckier than {n} of 100 games like this", side=who, n=_of_hundred(luck.luckier))


def _of_hundred(share: Fraction) -> int:
    """A share in whole games of a hundred; never all of them, unless it is exactly all."""
    return min(round(share * 100), 99) if share < 1 else 100


def side_name(side: str) -> Sentence:
    """A side as players call it; models without a side are the game's own."""
    return say("{side}", side=Who(side)) if side else say("The game")


def tests(luck: SideLuck) -> Sentence | None:
    """How many tests a side passed, and how many were to be expected; none if it made no tests."""
    if not luck.tests_made:
        return None
    passed, mean = luck.tests_passed, luck.tests.mean
    if passed < mean:
        share = luck.tests.below(passed + 1)
        return count(
            "Passed {passed} of {n} test, {mean} expected; this few or fewer: {chance}",
            "Passed {passed} of {n} tests, {mean} expected; this few or fewer: {chance}",
            luck.tests_made,
            passed=passed,
            mean=Quantity(float(mean)),
            chance=Chance(share),
        )
    return count(
        "Passed {passed} of {n} test, {mean} expected; this many or more: {chance}",
        "Passed {passed} of {n} tests, {mean} expected; this many or more: {chance}",
        luck.tests_made,
        passed=passed,
        mean=Quantity(float(mean)),
        chance=Chance(luck.tests.above(passed - 1)),
    )


def harm(luck: SideLuck) -> Sentence | None:
    """The damage that a side took, and what was to be expected; none if it could take none."""
    if not luck.harm_came and not luck.harm.mean:
        return None
    came, mean = luck.harm_came, luck.harm.mean
    if came > mean:
        return say(
            "Took {came} damage on its own moves, {mean} expected; this much or more: {chance}",
            came=came,
            mean=Quantity(float(mean)),
            chance=Chance(luck.harm.above(came - 1)),
        )
    return say(
        "Took {came} damage on its own moves, {mean} expected; this much or less: {chance}",
        came=came,
        mean=Quantity(float(mean)),
        chance=Chance(luck.harm.below(came + 1)),
    )


def of_plan(luck: MomentLuck) -> Sentence | None:
    """The chance that a declaration succeeds as it was made, and whether it did; none if its dice decided nothing."""
    if luck.hoped == CERTAIN:
        return None
    chance = Chance(luck.hoped)
    if luck.came_off:
        return say("As declared: {chance} to succeed. It did", chance=chance)
    return say("As declared: {chance} to succeed. It did not", chance=chance)


def exactly(luck: SideLuck) -> Sentence:
    """The exact shares of games like this that were unluckier and luckier."""
    if luck.equal == CERTAIN:
        return say("Its dice made no difference")
    return say(
        "Of games like this {unluckier} are unluckier, {equal} as lucky and {luckier} luckier",
        unluckier=_share(luck.unluckier),
        equal=_share(luck.equal),
        luckier=_share(luck.luckier),
    )


def _share(share: Fraction) -> Notation:
    """A share exactly, or in percent with two decimals where the fraction is too long to read."""
    exact = str(share)
    return Notation(exact if len(exact) <= READABLE else f"{100 * float(share):.2f} %")


def of_journey(each: Journey) -> Sentence:
    """How far a model or a unit moved in a game, what it wasted, and the tests that it passed."""
    who, used = Who(each.who), Length.of(each.used)
    wasted = say(", {wasted} of it wasted", wasted=Length.of(each.wasted)) if each.wasted else say("")
    passed = say("")
    if each.tests:
        passed = count(
            "; passed {passed} of {n} test", "; passed {passed} of {n} tests", each.tests, passed=each.passed
        )
    return say(
        "{who} used {used} of movement{wasted}{passed}", who=who, used=used, wasted=wasted, passed=passed
    )


def of_moment(luck: MomentLuck) -> Sentence:
    """How likely something at least as good was; or as bad, if it went badly."""
    if luck.luck > 0:
        return say("A result this good or better: {chance}", chance=Chance(luck.as_good))
    if luck.luck < 0:
        return say("A result this bad or worse: {chance}", chance=Chance(luck.worse + luck.equal))
    return say("The dice made no difference, or were exactly average")


def of_roll(luck: RollLuck) -> Sentence | None:
    """How likely a roll at least as good was; none if it made no difference."""
    if not luck.luck or luck.as_good is None or luck.as_bad is None:
        return None
    if luck.luck > 0:
        return say("a roll this good or better: {chance}", chance=Chance(luck.as_good))
    return say("a roll this bad or worse: {chance}", chance=Chance(luck.as_bad))


def path(found: Alternatives) -> tuple[Sentence, ...]:
    """What else there was: a cheaper path, a surer one; empty if nothing beat what was declared."""
    told = []
    if found.cheapest is not None:
        told.append(
            say(
                "{waste} wasted: a path of {cost} leads to the same place",
                waste=Length.of(found.wasted),
                cost=Length.of(found.cheapest.cost),
            )
        )
    if found.surest is not None:
        told.append(_surer(found.surest, found.chance))
    return tuple(told)


def _surer(best: Alternative, declared: Fraction) -> Sentence:
    links = tuple(dict.fromkeys(taken.link.label for taken in best.route.links))
    over = say(" ({links})", links=Notation(", ".join(links))) if links else say("")
    if best.chance == CERTAIN:
        return say(
            "There was a certain path: {cost}{links}; this one: {chance}",
            cost=Length.of(best.cost),
            links=over,
            chance=Chance(declared),
        )
    return say(
        "There was a surer path: {cost}{links} at {surer}; this one: {chance}",
        cost=Length.of(best.cost),
        links=over,
        surer=Chance(best.chance),
        chance=Chance(declared),
    )


def summary(found: Review) -> Sentence:
    """The size of the game that was reviewed."""
    rolled = sum(each.luck is not None for each in found.moments)
    made = sum(each.moment.declaration.kind != "tick" for each in found.moments)
    return count(
        "{n} declaration, {rolled} with dice",
        "{n} declarations, {rolled} with dice",
        made,
        rolled=rolled,
    )


def caveats(found: Review) -> tuple[Sentence, ...]:
    """What the figures leave out."""
    told = []
    if found.ungraded:
        told.append(
            count(
                "{n} declaration with dice is not graded: it has too many outcomes, or the rules have changed since",
                "{n} declarations with dice are not graded: they have too many outcomes, or the rules have changed since",
                found.ungraded,
            )
        )
    hurried = sum(each.hurried for each in found.moments)
    if hurried:
        told.append(
            count(
                "For {n} move there was no time to look for other paths",
                "For {n} moves there was no time to look for other paths",
                hurried,
            )
        )
    if found.cut:
        told.append(say("The review was stopped before its end: later moves are missing"))
    return tuple(told)
