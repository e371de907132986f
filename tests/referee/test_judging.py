"""What is refused before it is made: only what no choice and no ruling could save."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from surefoot.dice.explore import Policy
from surefoot.dice.host import Asked, Game, Reply
from surefoot.dice.pool import D6
from surefoot.dice.readings import Row, Total
from surefoot.dice.requests import Break, Choice, Procedure, Refused, Roll, Ruling, choose, do, roll, rule
from surefoot.dice.responders import Seeded, script, settled
from surefoot.files.game import create, open_game, verify
from surefoot.files.scenario import loads
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Action, Declaration
from surefoot.referee.referee import Malformed, check, judge, legal_actions, move
from surefoot.referee.session import Session
from surefoot.table.effects import Became, Removed, Stopped
from tests import tiny


def cross(game: Game, declaration: Declaration) -> Procedure[None]:
    """Over the bridge, which is closed, or through the ford; and only with a torch."""
    way = yield from choose(Choice("which way", ("bridge", "ford"), "red", ("move.walk",), declaration.actor))
    light = yield from choose(
        Choice("light", ("none", "lamp", "torch"), "red", ("move.walk",), declaration.actor)
    )
    if way == "bridge" or light != "torch":
        raise Refused(Break("move.walk", f"not over the {way} with {light}"))
    yield from do(Became(declaration.actor, gains=("across",)), "move.walk")


def beg(game: Game, declaration: Declaration) -> Procedure[None]:
    """Only if the game master says so."""
    if (yield from rule(Ruling("may it", "yes or no", "no", ("move.walk",), declaration.actor))) != "yes":
        raise Refused(Break("move.walk", "it may not"))
    yield from do(Became(declaration.actor, gains=("lucky",)), "move.walk")


def wade(game: Game, declaration: Declaration) -> Procedure[None]:
    """On a 1 into the current, on a 2 or 3 back to the bank, from 4 on further, but never across."""
    rolled = yield from roll(
        Roll("current", D6, Row(((1, "swept"), (3, "back"), (6, "further"))), "ana", CITED)
    )
    if rolled == "swept":
        yield from do(Removed(declaration.actor, "swept away"), *CITED)
        return
    yield from do(Became(declaration.actor, gains=(rolled,)), *CITED)
    yield from do(Stopped(declaration.actor, "the current is too strong"), *CITED)


@dataclass(frozen=True, slots=True)
class Far(Total):
    """Inches beyond 4: a test whose degrees count."""

    plus: int = -4

    def passes(self, inches: int) -> bool:
        return inches > 0


def hurl(game: Game, declaration: Declaration) -> Procedure[None]:
    """Far or near: a test that is seldom passed, and whose failure stops nothing."""
    far = yield from roll(Roll("hurl", D6, Far(), "ana", CITED))
    yield from do(Became(declaration.actor, gains=("far" if far > 0 else "near",)), *CITED)


CITED = ("move.walk",)
CROSS = Declaration("cross", ("ana",))
WADE = Declaration("wade", ("ana",))
HURL = Declaration("hurl", ("ana",))
BEG = Declaration("beg", ("ana",))


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    more = {
        "cross": Action("cross", cross, "Cross"),
        "beg": Action("beg", beg, "Beg"),
        "wade": Action("wade", wade, "Wade"),
        "hurl": Action("hurl", hurl, "Hurl"),
    }
    with tiny.installed(replace(tiny.RULESET, actions={**tiny.RULESET.actions, **more})):
        yield


def test_what_happens_is_shown_by_a_fork_that_the_actor_survives() -> None:
    """The likeliest of those that are no worse than others."""
    judged = check(tiny.table(), WADE)

    assert judged.verdict == "stopped-short"
    assert judged.run.table.models["ana"].statuses == ("further",)
    assert [fork.verdict for fork in judged.forks] == ["stopped-short"] * 3


def test_what_happens_is_shown_by_a_fork_whose_tests_are_passed() -> None:
    """Also where every fork goes all the way, and failing is likelier."""
    judged = check(tiny.table(), HURL)

    assert judged.verdict == "legal"
    assert judged.run.table.models["ana"].statuses == ("far",)


def test_whoever_dies_on_the_way_has_stopped_short() -> None:
    swept = move(tiny.table(), WADE, script([1]))

    assert swept.verdict == "stopped-short"
    assert swept.lost


def granted() -> Policy:
    def policy(request: Asked, breaks: tuple[Break, ...]) -> Reply:
        return Reply("yes") if isinstance(request, Ruling) else settled(request, breaks)

    return policy


def test_a_declaration_is_refused_only_if_no_choice_would_save_it() -> None:
    assert check(tiny.table(), CROSS).verdict == "illegal"
    assert judge(tiny.table(), CROSS).verdict == "legal"
    assert judge(tiny.table(), tiny.walk((20, 20))).verdict == "illegal"


def test_a_game_asks_for_the_choice_instead_of_making_it() -> None:
    session = Session(tiny.table())
    session.declare(CROSS)
    result = session.play_out(script([{"which way": "ford"}, {"light": "torch"}]))

    assert result is not None
    assert (result.verdict, session.now.models["ana"].statuses) == ("legal", ("across",))
    assert move(tiny.table(), CROSS, script([{"which way": "ford"}, {"light": "torch"}])).verdict == "legal"


def test_whoever_then_chooses_what_is_forbidden_has_changed_nothing() -> None:
    session = Session(tiny.table())
    session.declare(CROSS)
    result = session.play_out(script([{"which way": "bridge"}]))

    assert result is not None
    assert (result.verdict, [each.says for each in result.breaks]) == (
        "illegal",
        ["not over the bridge with none"],
    )
    assert session.now == tiny.table()


def test_a_ruling_that_is_foreseen_is_counted_on_and_the_log_is_judged_the_same_again(tmp_path: Path) -> None:
    session = Session(tiny.table())
    create(tmp_path / "game", session)

    assert session.declare(BEG).verdict == "illegal"
    assert session.entries == []
    session.declare(BEG, granted)
    session.play_out(script([{"may it": "yes"}]))
    session.declare(CROSS)
    session.play_out(script([{"which way": "ford"}, {"light": "torch"}]))

    assert session.now.models["ana"].statuses == ("across", "lucky")
    assert verify(tmp_path / "game") == ()
    assert open_game(tmp_path / "game").now == session.now


def test_seeded_dice_go_on_behind_those_that_a_game_has_seen(tmp_path: Path) -> None:
    def rolled(session: Session) -> list[tuple[int, ...] | None]:
        return [entry.reply.faces for entry in session.entries if entry.reply is not None]

    whole = Session(tiny.table())
    dice = Seeded("7")
    for _ in range(4):
        whole.declare(tiny.dash(3, 4))
        whole.play_out(dice)
    left = Session(tiny.table())
    create(tmp_path / "game", left)
    for _ in range(4):
        left = open_game(tmp_path / "game")
        left.declare(tiny.dash(3, 4))
        left.play_out(Seeded("7", left.dice_shown))

    assert left.dice_shown == 4
    assert rolled(left) == rolled(whole)
    assert len(set(rolled(whole))) > 1
    left.undo(consent=True)
    assert left.dice_shown == 4


def test_a_beginning_that_leads_nowhere_is_not_offered() -> None:
    laid = loads("""
ruleset: necromunda-classic
board: [24, 14]
terrain: [{id: tower, platform: {rect: [6, 0, 6, 14]}, z: 3, under: solid}]
models: [{id: kal, base: 25.4, at: [5.5, 6], side: a, profile: {M: 6, I: 4}}]
declare:
  - {who: kal, action: move, path: [[8, 6]]}
  - {who: kal, action: move, path: [[5.5, 9], [8, 9]]}
""")
    straight, round_the_corner = (check(laid.table, each) for each in laid.declarations)

    assert (straight.verdict, straight.nearest) == ("illegal", None)
    assert round_the_corner.nearest is not None
    assert round_the_corner.nearest.legs[-1].to == (5_500_000, 9_000_000)


def test_names_and_lengths_that_cannot_be_meant_are_told_at_once() -> None:
    with pytest.raises(TypeError, match=r"Leg\.at\(8\.5, 4\.0\)"):
        Leg((8.5, 4.0))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"a tuple of names: \('ana',\)"):
        Declaration("go", "ana")  # type: ignore[arg-type]
    with pytest.raises(Malformed, match="There is no model or unit 'an'; did you mean 'ana'"):
        legal_actions(tiny.table(), "an")
