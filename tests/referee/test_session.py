"""A game under way: declare, answer, consent, override and undo, and an open procedure taken up again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surefoot.dice.host import Again, Asked, InLine, Reply, Unanswered, drive
from surefoot.dice.requests import Break, Do, Roll
from surefoot.dice.responders import Seeded, script
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import Malformed, Mode, odds, started
from surefoot.referee.session import Entry, NeedsConsent, NotNow, Session
from surefoot.referee.verdict import OVERRIDE, outcome
from surefoot.table.effects import Became, Counted, Moved, apply
from surefoot.table.place import on_surface
from surefoot.table.record import Record
from surefoot.table.table import Table
from tests import tiny
from tests.tiny.player import Player

NEAR, FAR = on_surface(5, 5), on_surface(20, 20)


@pytest.fixture(autouse=True)
def _tiny() -> Iterator[None]:
    with tiny.installed():
        yield


@pytest.fixture
def session() -> Session:
    return Session(tiny.table())


def die(*faces: int) -> Reply:
    return Reply(None, faces)


def asks(session: Session) -> str:
    """The question that is open."""
    assert session.open is not None
    return session.open.request.what


def snapshot(session: Session) -> tuple[Any, ...]:
    """All that a session remembers."""
    waiting = None
    if session.open is not None:
        waiting = (
            session.open.declaration,
            session.open.before,
            session.open.run.steps,
            session.open.request,
        )
    return session.now, tuple(session.entries), waiting, tuple(session._marks)


# --- declare --------------------------------------------------------------------------------------


def test_a_legal_declaration_is_carried_out_and_kept(session: Session) -> None:
    result = session.declare(tiny.walk((5, 3)))

    assert (result.verdict, result.cost) == ("legal", 2_000_000)
    assert session.now.pose("ana")[:2] == (5, 3)
    [entry] = session.entries
    assert (entry.kind, entry.declaration, entry.state) == ("declare", tiny.walk((5, 3)), session.now.digest)
    assert [step.clauses for step in entry.done] == [("move.walk",)]


def test_an_illegal_declaration_changes_nothing_and_says_why(session: Session) -> None:
    before = snapshot(session)
    result = session.declare(tiny.walk((20, 3)))

    assert result.verdict == "illegal"
    assert [each.clause for each in result.breaks] == ["move.allowance"]
    assert result.nearest is not None
    assert snapshot(session) == before


def test_a_meaningless_declaration_changes_nothing_and_names_every_problem(session: Session) -> None:
    before = snapshot(session)
    with pytest.raises(Malformed) as malformed:
        session.declare(Declaration("walk", ("anna",), target="nowhere"))

    assert [problem.where for problem in malformed.value.problems] == ["who", "path", "target"]
    assert snapshot(session) == before


def test_a_target_is_refused_where_the_action_takes_none(session: Session) -> None:
    with pytest.raises(Malformed) as malformed:
        session.declare(replace(tiny.walk((4, 3)), target="bo"))

    (problem,) = malformed.value.problems
    assert (problem.where, str(problem.says)) == ("target", "Walk takes no target")


def test_a_declaration_stops_at_its_first_question(session: Session) -> None:
    session.declare(tiny.leap(6, 3))

    assert asks(session) == "ana leaps"
    assert session.now == session.start
    assert session.entries[0].done == ()


def test_nothing_else_is_declared_while_a_question_is_open(session: Session) -> None:
    session.declare(tiny.leap(6, 3))
    before = snapshot(session)
    with pytest.raises(NotNow, match="Answer this first: ana leaps"):
        session.declare(tiny.walk((4, 3)))
    with pytest.raises(NotNow, match="Answer this first: ana leaps"):
        session.override((Counted("bo", "wounds", 1),), "forgotten")

    assert snapshot(session) == before


@pytest.mark.parametrize("mode", ["advise", "record"])
def test_outside_enforcing_a_move_against_the_rules_is_made_and_cites_them(mode: Mode) -> None:
    session = Session(tiny.table(), mode)
    result = session.declare(tiny.walk((20, 3)))

    assert (result.verdict, result.insisted) == ("illegal", True)
    assert session.now.pose("ana")[:2] == (20, 3)
    assert {step.clauses for step in session.entries[0].done} == {("move.allowance",)}


def test_happenings_and_ticks_are_entries_of_their_own_kind(session: Session) -> None:
    session.declare(tiny.SHOVE)
    session.play_out(Seeded("shove"))
    assert session.now.note("shoved", "ana") is not None
    session.declare(tiny.END_ROUND)

    assert [entry.kind for entry in session.entries] == ["happen", "answer", "answer", "tick"]
    assert session.now.note("shoved", "ana") is None
    assert session.now.clock.round == 2


# --- answer ---------------------------------------------------------------------------------------


def test_answers_lead_from_question_to_question_and_each_entry_has_only_what_is_new(session: Session) -> None:
    session.declare(tiny.leap(6, 3))
    session.answer(die(3))
    assert asks(session) == "damage to ana"
    assert session.now.models["ana"].is_("prone")
    session.answer(die(1))
    assert asks(session) == "ana saves wound 1"
    session.answer(die(4))
    assert asks(session) == "ana faces"
    result = session.answer(Reply("south"))

    assert session.open is None
    assert session.now.pose("ana").facing == 180
    assert [[type(step.effect) for step in entry.done] for entry in session.entries] == [
        [],
        [Became],
        [],
        [Counted],
        [Moved],
    ]
    assert [test.rolled for test in result.tests] == [(3,), (1,), (4,)]
    assert [test.passed for test in result.tests] == [False, None, False]


def test_dice_are_read_by_the_question_whatever_else_is_claimed(session: Session) -> None:
    session.declare(tiny.leap(6, 3))
    session.answer(Reply(True, (1,)))

    assert session.entries[-1].reply == Reply(False, (1,))
    assert session.now.models["ana"].is_("prone")


@pytest.mark.parametrize(
    ("declaration", "first", "reply", "says"),
    [
        (tiny.leap(6, 3), (), die(7), "7 is not a face of D6"),
        (tiny.leap(6, 3), (), die(3, 3), "D6 needs 1 die, 2 given"),
        (tiny.leap(6, 3), (), Reply(True), "ana leaps needs dice: D6"),
        (tiny.leap(6, 3), (die(1), die(1), die(1)), Reply("up"), "'up' does not answer: ana faces"),
        (tiny.leap(6, 3), (die(1), die(1), die(1)), die(2), "None does not answer: ana faces"),
        (tiny.CAMP, (), Reply(FAR), "too far off"),
        (tiny.CAMP, (Reply(NEAR),), Reply(object()), "does not answer: the weather"),
    ],
)
def test_an_answer_that_does_not_fit_changes_nothing_and_the_question_stays(
    session: Session, declaration: Declaration, first: tuple[Reply, ...], reply: Reply, says: str
) -> None:
    session.declare(declaration)
    for each in first:
        session.answer(each)
    before = snapshot(session)
    with pytest.raises(Unanswered, match=says):
        session.answer(reply)

    assert snapshot(session) == before


def test_a_refused_plan_says_which_clauses_it_breaks(session: Session) -> None:
    session.declare(tiny.CAMP)
    with pytest.raises(Unanswered) as refused:
        session.answer(Reply(FAR))

    assert [each.clause for each in refused.value.breaks] == ["camp.place"]


def test_faces_belong_to_dice_alone(session: Session) -> None:
    session.declare(tiny.CAMP)
    session.answer(Reply(NEAR, (6,)))
    session.answer(Reply("rain", (6,)))

    assert [entry.reply for entry in session.entries[1:]] == [Reply(NEAR), Reply("rain")]
    session.undo()  # no die was shown, so nobody has to consent


def test_a_ruling_is_kept_as_a_state_can_hold_it(session: Session) -> None:
    session.declare(tiny.CAMP)
    session.answer(Reply(NEAR))
    session.answer(Reply(["rain", "hail"]))

    assert session.entries[-1].reply == Reply(("rain", "hail"))


def test_a_plan_in_plain_data_is_kept_as_a_state_can_hold_it(session: Session) -> None:
    session.declare(tiny.CAMP)
    session.answer(Reply({"at": [4_000_000, 4_000_000]}))

    assert session.entries[-1].reply == Reply(Record(at=(4_000_000, 4_000_000)))
    assert session.now.pose("ana")[:2] == (4, 4)


def test_without_a_question_there_is_nothing_to_answer(session: Session) -> None:
    with pytest.raises(NotNow, match="There is no open question"):
        session.answer(die(3))
    session.declare(tiny.walk((4, 3)))
    with pytest.raises(NotNow, match="There is no open question"):
        session.answer(die(3))


def test_a_refusal_after_the_die_ends_the_declaration_and_keeps_the_die(session: Session) -> None:
    assert session.declare(tiny.dash(7, 3, "sprint")).verdict != "illegal"
    result = session.answer(die(3))

    assert [each.clause for each in result.breaks] == ["sprint.roll"]
    assert session.open is None
    assert session.now == session.start
    assert session.entries[-1].reply == Reply(3, (3,))


def test_an_amount_that_does_not_suffice_stops_the_move_short(session: Session) -> None:
    session.declare(tiny.dash(12, 3))
    result = session.answer(die(1))

    assert result.verdict == "stopped-short"
    assert session.now.pose("ana")[:2] == (9, 3)


def test_played_out_means_that_no_question_is_left(session: Session) -> None:
    session.declare(tiny.leap(6, 3))
    result = session.play_out(script([1, 2, 1, 6, {"hurt.roll-over": "east"}]))

    assert session.open is None
    assert result is not None
    assert result.run.result is False
    assert session.now.models["ana"].counted("wounds") == 1
    assert session.now.pose("ana").facing == 90
    assert session.play_out(script([])) is None


def test_playing_out_stops_where_answers_run_out_and_keeps_what_was_given(session: Session) -> None:
    session.declare(tiny.leap(6, 3))
    with pytest.raises(Unanswered, match=r"No dice given for: damage to ana \(D3\)"):
        session.play_out(script([1]))

    assert asks(session) == "damage to ana"
    session.play_out(script([1, 5]))
    assert session.open is None


def test_playing_out_asks_again_for_a_plan_that_is_refused_and_says_why(session: Session) -> None:
    told: list[tuple[Break, ...]] = []

    class Stubborn(InLine):
        def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
            told.append(breaks)
            return Reply(FAR if len(told) < 3 else NEAR if len(told) == 3 else "dry")

    session.declare(tiny.CAMP)
    session.play_out(Stubborn())

    assert [[each.clause for each in breaks] for breaks in told] == [[], ["camp.place"], ["camp.place"], []]
    assert session.now.models["ana"].place == NEAR


# --- keeping --------------------------------------------------------------------------------------


def test_every_entry_is_kept_before_the_session_changes(session: Session) -> None:
    kept: list[tuple[Entry, int, Table]] = []
    session.keep = lambda entry: kept.append((entry, len(session.entries), session.now))
    session.declare(tiny.leap(6, 3))
    session.answer(die(1))
    session.undo(consent=True)
    session.override((Counted("bo", "wounds", 1),), "forgotten")

    assert [entry for entry, _, _ in kept] == session.entries
    assert [count for _, count, _ in kept] == [0, 1, 2, 3]
    assert [table.digest for _, _, table in kept] == [
        session.start.digest,
        *(entry.state for entry in session.entries[:-1]),
    ]


@pytest.mark.parametrize(
    "act",
    [
        lambda session: session.declare(tiny.walk((6, 3))),
        lambda session: session.override((Counted("bo", "wounds", 1),), "forgotten"),
        lambda session: session.undo(),
    ],
    ids=["declare", "override", "undo"],
)
def test_what_cannot_be_kept_does_not_happen(session: Session, act: Callable[[Session], object]) -> None:
    session.declare(tiny.walk((5, 3)))
    _fails_to_keep(session, act)


def test_an_answer_that_cannot_be_kept_was_not_given(session: Session) -> None:
    session.declare(tiny.leap(6, 3))
    _fails_to_keep(session, lambda session: session.answer(die(1)))


def _fails_to_keep(session: Session, act: Callable[[Session], object]) -> None:
    def full(entry: Entry) -> None:
        raise OSError("no space left")

    session.keep = full
    before = snapshot(session)
    with pytest.raises(OSError, match="no space left"):
        act(session)

    assert snapshot(session) == before


# --- override -------------------------------------------------------------------------------------


def test_an_override_is_made_with_its_reason_and_cites_itself(session: Session) -> None:
    effects = (Counted("bo", "wounds", 2), Moved("cy", on_surface(1, 1), "is put"))
    session.override(effects, "as agreed")

    assert session.now.models["bo"].counted("wounds") == 2
    assert session.now.pose("cy")[:2] == (1, 1)
    [entry] = session.entries
    assert (entry.kind, entry.reason, entry.state) == ("override", "as agreed", session.now.digest)
    assert entry.done == tuple(Do(effect, (OVERRIDE,)) for effect in effects)


@pytest.mark.parametrize(
    ("effect", "reason", "says"),
    [
        (Counted("bo", "wounds", 2), " ", "A correction needs a reason"),
        (Counted("dee", "wounds", 2), "as agreed", "There is no 'dee' on the table"),
    ],
)
def test_an_override_that_cannot_be_made_changes_nothing(
    session: Session, effect: Counted, reason: str, says: str
) -> None:
    before = snapshot(session)
    with pytest.raises(NotNow, match=says):
        session.override((Counted("cy", "wounds", 1), effect), reason)

    assert snapshot(session) == before


# --- undo and consent -----------------------------------------------------------------------------


def test_undo_takes_back_the_last_declaration_whole(session: Session) -> None:
    session.declare(tiny.walk((5, 3)))
    middle = session.now
    session.declare(tiny.CAMP)
    session.answer(Reply(NEAR))
    session.answer(Reply("rain"))
    assert session.now.note("wet", "ana") is True
    session.undo()

    assert session.now == middle
    assert session.now.note("wet", "ana") is None
    session.undo()
    assert session.now == session.start
    with pytest.raises(NotNow, match="nothing to undo"):
        session.undo()


def test_an_open_declaration_can_be_taken_back(session: Session) -> None:
    session.declare(tiny.leap(6, 3))
    session.undo()

    assert session.open is None
    assert session.now == session.start
    session.declare(tiny.walk((5, 3)))
    assert session.now.pose("ana")[:2] == (5, 3)


def test_an_override_can_be_taken_back(session: Session) -> None:
    session.override((Counted("bo", "wounds", 2),), "as agreed")
    session.undo()

    assert session.now == session.start


def test_dice_that_were_shown_are_taken_back_by_consent_alone(session: Session) -> None:
    session.declare(tiny.leap(6, 3))
    session.answer(die(1))
    before = snapshot(session)
    with pytest.raises(NeedsConsent, match="the other players must agree"):
        session.undo()
    assert snapshot(session) == before
    session.undo(consent=True)

    assert session.now == session.start


def test_a_die_once_shown_is_never_forgotten(session: Session) -> None:
    session.declare(tiny.leap(6, 3))
    session.answer(die(1))
    session.undo(consent=True)
    session.declare(tiny.leap(6, 3))
    session.answer(die(6))

    assert [entry.reply.faces for entry in session.entries if entry.reply is not None] == [(1,), (6,)]
    assert [entry.kind for entry in session.entries] == ["declare", "answer", "undo", "declare", "answer"]


def test_what_came_before_shown_dice_needs_consent_too(session: Session) -> None:
    session.declare(tiny.walk((5, 3)))
    session.declare(tiny.leap(6, 3))
    session.answer(die(6))
    session.undo(consent=True)

    # The die is taken back, and still both players have seen it.
    with pytest.raises(NeedsConsent):
        session.undo()


# --- an open procedure taken up again -------------------------------------------------------------


def said_again(session: Session) -> Session:
    """A new session to which everything is said that was said to another: only faces, never what they meant."""
    again = Session(session.start, session.mode)
    for entry in session.entries:
        if entry.declaration is not None:
            again.declare(entry.declaration)
        elif entry.reply is not None:
            faces = entry.reply.faces
            again.answer(entry.reply if faces is None else Reply(None, faces))
        elif entry.kind == "override":
            again.override(tuple(step.effect for step in entry.done), entry.reason)
        else:
            again.undo(consent=True)
    return again


ACTS: tuple[Declaration, ...] = (
    tiny.walk((4, 4)),
    tiny.leap(6, 3),
    tiny.dash(12, 12),
    tiny.MARCH,
    tiny.CAMP,
    tiny.SHOVE,
    tiny.END_ROUND,
)


@given(
    st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 4), st.booleans()), max_size=6), st.integers()
)
def test_any_game_left_at_any_question_is_taken_up_again(
    acts: list[tuple[Declaration, int, bool]], seed: int
) -> None:
    session, player = Session(tiny.table()), Player(str(seed))
    for declaration, answers, taken_back in acts:
        if session.open is None:
            session.declare(declaration)
        for _ in range(answers):
            if session.open is not None:
                session.answer(player.reply(session.open.request, ()))
        if taken_back and session._marks:
            session.undo(consent=True)

    again = said_again(session)
    assert snapshot(again) == snapshot(session)
    folded = session.start
    before: list[Table] = []
    for entry in session.entries:
        if entry.kind == "undo":
            folded = before.pop()
        elif entry.kind != "answer":
            before.append(folded)
        for step in entry.done:
            folded = apply(folded, step.effect)
        assert folded.digest == entry.state
    assert folded == session.now


@given(st.lists(st.sampled_from(ACTS), max_size=4), st.integers())
def test_what_is_done_without_a_question_is_what_driving_it_would_do(
    acts: list[Declaration], seed: int
) -> None:
    session, player = Session(tiny.table()), Player(str(seed))
    for declaration in acts:
        before = session.now
        result = session.declare(declaration)
        if result.verdict != "illegal":
            run = drive(started(declaration, before), before, Again(()))
            assert session.entries[-1].done == tuple(step for step in run.steps if isinstance(step, Do))
            assert session.now == run.table
            assert (session.open is None) == (run.unanswered is None)
            assert replace(result, run=run) == outcome(declaration, before, run)
        session.play_out(player)


def fallen(request: Asked, meant: Reply) -> Reply:
    """Dice that fell as a leaf of the odds has it; other answers as they are."""
    if not isinstance(request, Roll):
        return meant
    return die(*next(faces for faces, _ in request.dice.outcomes() if request.read(faces) == meant.value))


@pytest.mark.parametrize(
    "declaration", [tiny.leap(6, 3), tiny.dash(12, 3), tiny.MARCH], ids=["leap", "dash", "march"]
)
def test_the_dice_of_each_way_it_can_go_lead_to_its_table_in_play(declaration: Declaration) -> None:
    leaves = list(odds(tiny.table(), declaration))

    assert len(leaves) > 3
    for leaf in leaves:
        session = Session(tiny.table())
        session.declare(declaration)
        for meant in leaf.run.replies:
            assert session.open is not None
            session.answer(fallen(session.open.request, meant))
        assert session.open is None
        assert session.now == leaf.run.table
