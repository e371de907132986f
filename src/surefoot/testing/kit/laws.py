"""Laws that hold for every ruleset on every table. Each looks at one declaration and raises LawBroken if it breaks one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from pathlib import Path

from surefoot.dice.branches import faces_apart
from surefoot.dice.explore import Explorer, Leaf
from surefoot.dice.host import Again, Asking, Unanswered, drive
from surefoot.dice.requests import Choice
from surefoot.dice.responders import Seeded
from surefoot.files import game
from surefoot.records import dataclass, replace
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, legal_actions, odds, problems_of, ruleset_of, started
from surefoot.referee.session import Session
from surefoot.referee.verdict import Outcome, outcome
from surefoot.referee.vocabulary import problems as unknown_words
from surefoot.table.record import Record, Value
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table

# Declarations with more outcomes are not checked for their odds.
MOST_LEAVES = 300
# The tolerance between two ways of splitting a path.
ROUNDING = 300
QUARTER_TURN = 90_000_000
FULL_TURN = 4 * QUARTER_TURN


class LawBroken(AssertionError):
    """A law that a ruleset has broken."""


def hold(law: bool, says: str) -> None:
    """Raise LawBroken unless a law holds."""
    if not law:
        raise LawBroken(says)


# --- a verdict ------------------------------------------------------------------------------------


def never_stumbles(table: Table, declaration: Declaration, seed: str = "x") -> Outcome | None:
    """Any declaration is judged, refused or malformed; a refusal changes nothing; whatever happens cites a clause."""
    before = table.digest
    if problems_of(declaration, table):
        return None
    result = _made(table, declaration, seed)
    hold(table.digest == before, "a table was changed in place")
    _cites(result, table)
    if result.verdict == "illegal":
        hold(bool(result.breaks), "illegal, and no clause is broken")
        hold(result.run.table.digest == before, "a refused declaration changed the table")
    for action, breaks in legal_actions(table, declaration.actor) if declaration.who else ():
        hold(
            all(each.clause and each.says for each in breaks), f"{action.name} is forbidden without a reason"
        )
    return result


def _made(table: Table, declaration: Declaration, seed: str) -> Outcome:
    """As `move` makes it, without looking for the nearest legal move, which asks the same questions many times."""
    judged = check(table, declaration, nearest=False)
    if judged.verdict == "illegal":
        return judged
    return outcome(declaration, table, drive(started(declaration, table), table, Seeded(seed)))


def _cites(result: Outcome, table: Table) -> None:
    catalogue = ruleset_of(table).catalogue
    for event in result.events:
        hold(bool(event.clauses), f"{event.what} cites no clause")
    for test in result.tests:
        hold(bool(test.clauses), f"the test {test.what} cites no clause")
    for line in result.ledger:
        hold(bool(line.clause) or not line.cost, f"{line.what} is paid for by no clause")
    for each in result.breaks:
        hold(bool(each.clause and each.says), "a refusal names no clause or says nothing")
    unknown = [clause for clause in result.clauses if clause not in catalogue]
    hold(not unknown, f"cites what is no clause in force: {', '.join(unknown)}")


# --- where a table lies ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Motion:
    """A motion of a table: maps points and bearings."""

    name: str
    point: Callable[[int, int, int], tuple[int, int]]
    bearing: Callable[[int], int]
    # A mirror turns left into right.
    mirrors: bool = False


SHIFTED = Motion("shifted", lambda x, y, _: (x + 3_000_000, y - 2_000_000), lambda bearing: bearing)
MIRRORED = Motion("mirrored", lambda x, y, span: (span - x, y), lambda bearing: -bearing % FULL_TURN, True)
TURNED = Motion(
    "turned", lambda x, y, span: (y, span - x), lambda bearing: (bearing + QUARTER_TURN) % FULL_TURN
)
MOTIONS = (SHIFTED, MIRRORED, TURNED)


def elsewhere(table: Table, motion: Motion) -> Table:
    """The table with every point and every bearing moved; its board must be square and its edge far away."""
    span = table.board.width if table.board is not None else 0

    def flat(values: tuple[int, ...]) -> tuple[int, ...]:
        pairs = [motion.point(values[i], values[i + 1], span) for i in range(0, len(values), 2)]
        return tuple(value for pair in pairs for value in pair)

    pieces = [
        (piece.id, replace(piece, outline=flat(piece.outline), line=flat(piece.line)))
        for piece in table.pieces.values()
    ]
    models = []
    for model in table.models.values():
        if not model.place.on_table:
            models.append((model.id, model))
            continue
        if table.deck(model.place.on) is not None:
            # The place of a rider is relative to its carrier.
            x, facing = (
                (-model.place.x, -model.place.facing)
                if motion.mirrors
                else (model.place.x, model.place.facing)
            )
            place = replace(model.place, x=x, facing=facing % FULL_TURN)
            models.append((model.id, replace(model, place=place)))
            continue
        x, y = motion.point(model.place.x, model.place.y, span)
        place = replace(model.place, x=x, y=y, facing=motion.bearing(model.place.facing))
        models.append((model.id, replace(model, place=place)))
    return table.changed(pieces=Shelf(pieces), models=Shelf(models))


def declared_elsewhere(table: Table, declaration: Declaration, motion: Motion) -> Declaration | None:
    """The same declaration on that table; None if it holds data that only the ruleset could move."""
    span = table.board.width if table.board is not None else 0
    legs = tuple(
        replace(
            leg,
            to=None if leg.to is None else motion.point(*leg.to, span),
            turn=-leg.turn if motion.mirrors else leg.turn,
        )
        for leg in declaration.legs
    )
    kinds = {detail.name: detail.kind for detail in ruleset_of(table).actions[declaration.action].details}
    details: dict[str, Value] = {}
    for name, value in declaration.details.items():
        if kinds.get(name) in ("data", "plan") or (kinds.get(name) == "angle" and motion is TURNED):
            # Only the ruleset knows whether an angle is a bearing or a turn.
            return None
        details[name] = _moved(value, kinds.get(name, "text"), motion, span)
    return replace(declaration, legs=legs, details=Record(details))


def _moved(value: Value, kind: str, motion: Motion, span: int) -> Value:
    if kind == "point" and isinstance(value, tuple):
        x, y = (int(str(each)) for each in value[:2])
        return (*motion.point(x, y, span), *value[2:])
    if kind == "angle" and isinstance(value, int) and motion.mirrors:
        return -value
    return value


def noticed(result: Outcome) -> tuple[object, ...]:
    """The visible parts of a verdict, without coordinates."""
    return (
        result.verdict,
        sorted(each.clause for each in result.breaks),
        round(result.cost / (ROUNDING - 100)),
        [(test.what, test.odds, test.needs) for test in result.tests],
        [(event.what, event.who, event.clauses) for event in result.events],
    )


def lies_anywhere(table: Table, declaration: Declaration, motion: Motion) -> None:
    """Moving or turning a table changes no verdict."""
    other = declared_elsewhere(table, declaration, motion)
    if other is None:
        return
    judged = check(table, declaration, nearest=False)
    if _names_a_bearing(judged) or (motion.mirrors and _rolls_for_a_side(judged)):
        return
    here = noticed(judged)
    there = noticed(check(elsewhere(table, motion), other, nearest=False))
    hold(here == there, f"{motion.name}, it is judged differently: {here} and {there}")


def _names_a_bearing(result: Outcome) -> bool:
    """Whether a choice was among numbers or points: its first option differs on a moved table."""
    choices = [
        step.request
        for step in result.run.steps
        if isinstance(step, Asking) and isinstance(step.request, Choice)
    ]
    return any(not isinstance(value, str) for choice in choices for value in choice.among)


def _rolls_for_a_side(result: Outcome) -> bool:
    """Whether dice say left or right: the same roll leads to the other side on a mirrored table."""
    read = [step.reply.value for step in result.run.steps if isinstance(step, Asking)]
    return any(value in ("left", "right") for value in read if isinstance(value, str))


def splits(table: Table, declaration: Declaration, share: float) -> None:
    """A straight leg that is declared in two parts costs what it costs in one."""
    first = declaration.legs[0] if declaration.legs else None
    mover = table.models.get(declaration.actor)
    if first is None or first.to is None or first.by != "walk" or mover is None or not mover.place.on_table:
        return
    pose = table.pose(declaration.actor)
    start = round(pose.x * 1_000_000), round(pose.y * 1_000_000)
    middle = tuple(round(a + (b - a) * share) for a, b in zip(start, first.to, strict=True))
    split = replace(declaration, legs=(replace(first, to=(middle[0], middle[1])), *declaration.legs))
    whole, parts = check(table, declaration, nearest=False), check(table, split, nearest=False)
    hold(whole.verdict == parts.verdict, f"{whole.verdict} in one, {parts.verdict} in two parts")
    hold(abs(whole.cost - parts.cost) <= ROUNDING, f"costs {whole.cost} in one, {parts.cost} in two parts")


# --- chance ---------------------------------------------------------------------------------------


def _mass(leaves: list[Leaf]) -> dict[str, Fraction]:
    """The chance of each state that a declaration can lead to."""
    found: dict[str, Fraction] = {}
    for leaf in leaves:
        digest = leaf.run.table.digest
        found[digest] = found.get(digest, Fraction(0)) + leaf.chance
    return found


def odds_add_up(table: Table, declaration: Declaration) -> None:
    """The chances of all ends sum to one, merging equal readings changes none of them, and no end has unknown words."""
    leaves = list(islice(odds(table, declaration), MOST_LEAVES))
    if len(leaves) == MOST_LEAVES:
        return
    merged = _mass(leaves)
    hold(sum(merged.values()) == 1, f"the odds sum to {sum(merged.values())}")
    apart = Explorer(branch=faces_apart).leaves(started(declaration, table), table)
    single = list(islice(apart, MOST_LEAVES))
    if len(single) < MOST_LEAVES:
        hold(_mass(single) == merged, "merging equal readings changes the odds")
    _knows_its_words(table, leaves)


def _knows_its_words(table: Table, leaves: list[Leaf]) -> None:
    """No end has a status, a counter or another word that the vocabulary of the ruleset does not have."""
    vocabulary = ruleset_of(table).vocabulary
    if vocabulary is None:
        return
    before = tuple(unknown_words(table, vocabulary))
    for leaf in leaves:
        strange = [str(each) for each in unknown_words(leaf.run.table, vocabulary) if each not in before]
        hold(not strange, f"leaves a word that the vocabulary does not have: {', '.join(strange)}")


def asks_the_same(table: Table, declaration: Declaration, seed: str = "again") -> None:
    """A move run again over its replies asks the same and ends the same: there is no hidden state."""
    first = _made(table, declaration, seed)
    if first.verdict == "illegal":
        return
    second = drive(started(declaration, table), table, Again(first.run.replies))
    hold(second.steps == first.run.steps, "run again over its replies, it asks or does something else")
    hold(second.table.digest == first.run.table.digest, "run again over its replies, it ends differently")


# --- the log --------------------------------------------------------------------------------------


def kept(table: Table, declaration: Declaration, path: Path, seed: str = "log") -> None:
    """A game that was written down is the same game: its effects fold to its state, and it is judged the same again."""
    if check(table, declaration, nearest=False).verdict == "illegal":
        return
    session = Session(table)
    game.create(path, session)
    try:
        session.declare(declaration)
        session.play_out(Seeded(seed))
    except Unanswered:
        # A plan without a proposal stays open; the log must store that, too.
        pass
    entries = list(game.replay(path))
    last = entries[-1][1] if entries else table
    hold(last == session.now, "the effects in the log lead elsewhere")
    problems = game.verify(path)
    hold(
        not problems,
        f"judged again, the log comes out differently: {'; '.join(str(each.says) for each in problems)}",
    )
