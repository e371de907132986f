"""Games over the network: what is said is judged, kept, acknowledged and announced, once."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from starlette.websockets import WebSocketDisconnect

import surefoot
from surefoot.dice.responders import SeededSource
from surefoot.server.seats import now
from surefoot.server.store.engines import engine, parsed
from surefoot.server.store.tables import seats
from tests.server.players import ALLEY, LADDER, ROUND, TOWER, VAT, Club, Player, club


def caught_up(player: Player, other: Player) -> None:
    """Hear everything until a player has seen what another has."""
    while player.seq < other.seq:
        player.hear()
    assert (player.hash, player.state, player.question) == (other.hash, other.state, other.question)


# --- saying something ---------------------------------------------------------------------------


def test_what_one_player_declares_the_other_hears_and_both_stand_at_one_hash(here: Club) -> None:
    orange, green, seat, _ = here.two()
    done = orange.declare(LADDER)
    assert done["kind"] == "done"
    assert done["announced"]["outcome"]["verdict"] == "legal"
    assert done["announced"]["by"] == {"seat": seat["seat"]["id"], "role": "player", "name": ""}
    caught_up(green, orange)
    assert green.heard[-1] == done["announced"]
    assert green.declare(ALLEY)["kind"] == "done"
    caught_up(orange, green)
    answer = orange.ask("state")["answer"]
    assert (answer["state"], answer["question"]) == (orange.state, None)
    assert answer["start"]["models"]["grix"]["place"]["at"] == [20.2, 11.0, 0.0]
    assert orange.state is not None
    assert orange.state["models"]["grix"]["place"]["at"] == [20.2, 6.4, 0.0]


def test_a_question_goes_to_everybody_and_is_answered_by_the_side_that_is_asked(here: Club) -> None:
    orange, green, _, _ = here.two()
    orange.declare(VAT)
    caught_up(green, orange)
    assert green.question is not None
    assert (green.question["kind"], green.question["side"], green.question["needs"]) == (
        "roll",
        "orange",
        "3+",
    )
    assert green.refused("answer", roll=True) == "seat/not-yours"
    assert orange.refused("declare", declaration=LADDER) == "state/not-now"
    assert orange.refused("answer", faces=[4]) == "answer/unfitting"
    assert orange.refused("answer", settled=True) == "answer/unfitting"
    faces = orange.ask("answer", roll=True)["announced"]["faces"]
    caught_up(green, orange)
    assert green.heard[-1]["faces"] == faces
    assert green.question is None


def test_a_request_that_is_repeated_is_answered_and_not_repeated(here: Club) -> None:
    orange, green, seat, _ = here.two()
    first = orange.declare(LADDER, id="once")
    orange.declare(VAT)
    again = orange.declare(LADDER, id="once", seen=0)
    assert again == first
    posted = here.as_(
        seat, "POST", "requests", json={"kind": "declare", "id": "once", "seen": 0, "declaration": LADDER}
    )
    assert posted.json() == first
    caught_up(green, orange)
    assert green.seq == 2


def test_whoever_has_not_seen_the_last_line_is_told_so_and_changes_nothing(here: Club) -> None:
    orange, green, _, _ = here.two()
    orange.declare(LADDER)
    frame = green.declare(ALLEY, seen=0)
    assert frame["problem"]["code"] == "state/stale"
    assert (frame["seq"], frame["problem"]["seen"], frame["problem"]["now"]) == (1, 0, 1)
    assert green.refused("declare", declaration=ALLEY, seen=7) == "state/stale"
    assert green.declare(ALLEY)["kind"] == "done"


def test_what_the_rules_refuse_changes_nothing_and_says_why_and_what_would_do(here: Club) -> None:
    orange, _, _, _ = here.two()
    orange.declare(LADDER)
    frame = orange.declare(TOWER)
    assert frame["problem"]["code"] == "move/illegal"
    verdict = frame["problem"]["verdict"]
    assert [reason["clause"] for reason in verdict["reasons"]] == ["necromunda-classic/step.over-half-climb"]
    assert verdict["nearest"]["path"]
    assert orange.ask("state")["seq"] == 1
    assert orange.declare(verdict["nearest"])["kind"] == "done"


@pytest.mark.parametrize(
    ("declaration", "code"),
    [
        ({"who": "kal", "action": "mvoe", "path": [[1, 1]]}, "declaration/malformed"),
        ({"who": "nobody", "action": "move", "path": [[1, 1]]}, "declaration/malformed"),
        ({"who": "kal", "action": "move"}, "declaration/malformed"),
        ({}, "declaration/malformed"),
        ({"who": "kal", "action": "move", "path": [["NaN", 1]]}, "declaration/malformed"),
        ({"who": "kal", "action": "move", "path": [[1, 1]] * 501}, "limit/complexity"),
    ],
)
def test_a_declaration_that_says_nothing_is_refused_with_every_problem(
    here: Club, declaration: dict[str, Any], code: str
) -> None:
    orange, _, _, _ = here.two()
    frame = orange.declare(declaration)
    assert frame["problem"]["code"] == code
    assert frame["problem"]["problems"]


def test_in_the_mode_advise_what_breaks_the_rules_is_made_and_says_so(here: Club) -> None:
    orange, _, _, _ = here.two(mode="advise")
    orange.declare(LADDER)
    outcome = orange.declare(TOWER)["announced"]["outcome"]
    assert (outcome["verdict"], outcome["insisted"]) == ("illegal", True)
    assert orange.state is not None
    assert orange.state["models"]["kal"]["place"]["at"][:2] == [16.5, 6.0]


# --- dice ---------------------------------------------------------------------------------------


def test_the_dice_of_the_server_are_those_of_the_seed_that_it_committed_to(here: Club) -> None:
    orange, green, seat, _ = here.two()
    rolled: list[int] = []
    for _ in range(2):
        orange.declare(VAT)
        while orange.question is not None:
            rolled += orange.ask("answer", roll=True)["announced"]["faces"]
        orange.ask("undo")
        caught_up(green, orange)
        green.ask("consent", agree=True)
        caught_up(orange, green)
    assert orange.welcome["seed"] == ""
    orange.ask("finish")
    over = green.ask("finish")
    source = SeededSource(over["seed"])
    assert [source.face(1, 6) for _ in rolled] == rolled
    assert sha256(over["seed"].encode()).hexdigest() == seat["commitment"] == orange.welcome["commitment"]


def test_where_players_roll_the_server_takes_their_dice_and_rolls_none(here: Club) -> None:
    orange, _, seat, _ = here.two(dice="typed")
    assert seat["commitment"] == ""
    orange.declare(VAT)
    assert orange.refused("answer", roll=True) == "answer/unfitting"
    assert orange.refused("answer", faces=[7]) == "answer/unfitting"
    assert orange.refused("answer", faces=[]) == "answer/unfitting"
    assert orange.ask("answer", faces=[5])["announced"]["faces"] == [5]


# --- taking back, ending ------------------------------------------------------------------------


def test_a_player_takes_back_his_own_move_as_long_as_no_dice_were_shown(here: Club) -> None:
    orange, green, _, _ = here.two()
    start = orange.state
    orange.declare(LADDER)
    assert orange.ask("undo")["announced"]["entry"] == "undo"
    caught_up(green, orange)
    assert orange.state == start
    assert orange.refused("undo") == "state/not-now"


def test_once_dice_were_shown_the_other_player_must_agree(here: Club) -> None:
    orange, green, _, seat = here.two()
    start = orange.state
    orange.declare(VAT)
    orange.ask("answer", roll=True)
    proposed = orange.ask("undo")
    assert proposed["kind"] == "proposed"
    assert proposed["proposal"]["needs"] == [seat["seat"]["id"]]
    assert orange.refused("consent", agree=True) == "state/not-now"
    caught_up(green, orange)
    while not green.heard or green.heard[-1]["kind"] != "proposed":
        green.hear()
    assert green.ask("consent", agree=False)["kind"] == "declined"
    assert orange.hear()["kind"] == "declined"
    assert green.refused("consent", agree=True) == "state/not-now"
    # The player who asked may withdraw it; then there is nothing to agree to.
    orange.ask("undo")
    assert orange.ask("consent", agree=False)["kind"] == "declined"
    assert green.refused("consent", agree=True) == "state/not-now"
    orange.ask("undo")
    assert green.ask("consent", agree=True)["announced"]["entry"] == "undo"
    caught_up(orange, green)
    assert orange.state == start


def test_nobody_takes_back_what_another_has_done_without_being_allowed_to(here: Club) -> None:
    orange, green, _, _ = here.two()
    orange.declare(LADDER)
    caught_up(green, orange)
    assert green.ask("undo")["kind"] == "proposed"
    # Whoever wants the same agrees.
    assert orange.ask("undo")["announced"]["entry"] == "undo"


def test_a_proposal_is_void_once_something_else_was_said(here: Club) -> None:
    orange, green, _, _ = here.two()
    orange.declare(VAT)
    orange.ask("answer", roll=True)
    orange.ask("undo")
    caught_up(green, orange)
    green.declare(ALLEY)
    assert green.refused("consent", agree=True) == "state/not-now"


def test_a_game_ends_when_all_players_agree_and_then_only_be_looked_at(here: Club) -> None:
    orange, green, seat, other = here.two()
    assert orange.ask("finish")["kind"] == "proposed"
    assert green.ask("finish")["kind"] == "over"
    while not orange.heard or orange.heard[-1]["kind"] != "over":
        orange.hear()
    assert orange.refused("declare", declaration=LADDER) == "game/over"
    assert orange.ask("finish")["kind"] == "over"
    assert here.as_(seat, "GET").json()["over"] is True
    assert here.sit(other).welcome["seed"] == orange.heard[-1]["seed"]


def test_a_referee_sets_something_right_and_says_why(here: Club) -> None:
    orange, green, seat, _ = here.two()
    taken = here.join(here.invite(seat, role="referee"))
    referee = here.sit(taken)
    green.ask("trust", seat=taken["seat"]["id"], agree=True)
    move = {
        "is": "Moved",
        "who": "grix",
        "to": {"kind": "surface", "on": "board", "x": 1000000, "y": 2000000},
    }
    assert orange.refused("override", effects=[move], reason="mine") == "seat/not-yours"
    assert (
        referee.refused("override", effects=[move | {"who": "nobody"}], reason="gone")
        == "declaration/malformed"
    )
    assert referee.refused("override", effects=[{"is": "Flown"}], reason="why not") == "declaration/malformed"
    told = referee.ask("override", effects=[move], reason="he stood there")["announced"]
    assert (told["entry"], told["reason"], told["by"]["role"]) == ("override", "he stood there", "referee")
    caught_up(green, referee)
    assert green.state is not None
    assert green.state["models"]["grix"]["place"]["at"] == [1.0, 2.0, 0.0]
    assert referee.ask("undo")["announced"]["entry"] == "undo"
    assert referee.declare(ALLEY)["kind"] == "done"


# --- seats --------------------------------------------------------------------------------------


def test_a_seat_acts_for_its_side_alone_and_spectators_only_look(here: Club) -> None:
    orange, green, seat, _ = here.two()
    watcher = here.sit(here.join(here.invite(seat, role="spectator"), "Wil"))
    assert orange.refused("declare", declaration=ALLEY) == "seat/not-yours"
    for asked in ({"kind": "declare", "declaration": ROUND}, {"kind": "undo"}, {"kind": "finish"}):
        assert watcher.refused(**asked) == "seat/not-yours"
    assert watcher.ask("preview", declaration=LADDER)["answer"]["verdict"] == "legal"
    orange.declare(LADDER)
    caught_up(watcher, orange)
    caught_up(green, orange)
    # Kal has an action left, which is not Green's to take away.
    ending = {"tick": "end-activation"}
    assert green.refused("declare", declaration=ending) == "seat/not-yours"
    orange.declare(ending)
    caught_up(green, orange)
    assert green.declare(ROUND)["announced"]["entry"] == "tick"


def hear_all(player: Player) -> None:
    while True:
        player.hear()


def sent_away(player: Player) -> str:
    with pytest.raises(WebSocketDisconnect) as ended:
        hear_all(player)
    return f"{ended.value.code} {ended.value.reason.partition(':')[0]}"


def not_let_in(here: Club, game: str, token: str) -> str:
    with pytest.raises(WebSocketDisconnect) as ended:
        here.sit({"game": game, "token": token})
    return f"{ended.value.code} {ended.value.reason.partition(':')[0]}"


def test_forged_and_swapped_tokens_open_nothing(here: Club) -> None:
    mine, other = here.begin(), here.begin()
    forged = mine["token"][:-1] + ("a" if mine["token"][-1] != "a" else "b")
    invitation = mine["invitations"][0]["invitation"]
    for token in ("", "x", forged, other["token"], invitation):
        assert not_let_in(here, mine["game"], token) == "4401 seat/unknown"
        assert here.as_(mine | {"token": token}, "GET").json()["code"] == "seat/unknown"
    assert not_let_in(here, "nothing", mine["token"]) == "4401 seat/unknown"


def test_a_token_is_kept_as_a_hash_alone(tmp_path: Path) -> None:
    with club(f"sqlite:///{tmp_path / 'games.db'}") as here:
        begun = here.begin()
        here.join(begun["invitations"][0])
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert begun["game"].encode() in kept
    assert begun["token"].encode() not in kept
    assert begun["invitations"][0]["invitation"].encode() not in kept


def test_an_invitation_is_spent_by_the_first_who_takes_it(here: Club) -> None:
    begun = here.begin()
    here.join(begun["invitations"][0])
    spent = here.client.post("/v1/join", json={"invitation": begun["invitations"][0]["invitation"]})
    assert (spent.status_code, spent.json()["code"]) == (401, "seat/unknown")


def test_invitations_and_tokens_expire(database: str) -> None:
    with club(database) as here:
        begun = here.begin()
    made = engine(parsed(database), writing=True)
    with made.begin() as connection:
        connection.execute(update(seats), {"expires": now()})
    made.dispose()
    with club(database) as here:
        spent = here.client.post("/v1/join", json={"invitation": begun["invitations"][0]["invitation"]})
        assert spent.json()["code"] == "seat/unknown"
        assert not_let_in(here, begun["game"], begun["token"]) == "4401 seat/unknown"


def test_a_revoked_seat_is_sent_away_at_once_and_stays_away(here: Club) -> None:
    _, green, seat, other = here.two()
    assert here.as_(other, "DELETE", f"seats/{seat['seat']['id']}").json()["code"] == "seat/not-yours"
    assert here.as_(seat, "DELETE", f"seats/{other['seat']['id']}").status_code == 204
    assert sent_away(green) == "4401 seat/unknown"
    assert not_let_in(here, other["game"], other["token"]) == "4401 seat/unknown"
    again = here.as_(seat, "POST", f"seats/{other['seat']['id']}/invitation").json()
    assert here.sit(here.join(again)).declare(ALLEY)["kind"] == "done"


def test_everybody_hears_who_comes_and_goes(here: Club) -> None:
    begun = here.begin()
    host = here.sit(begun)
    here.join(begun["invitations"][0], "Bo")
    assert [(each["name"], each["taken"]) for each in host.hear()["seats"] if not each["host"]] == [
        ("Bo", True)
    ]


def test_seats_for_sides_that_are_not_there_are_refused(here: Club) -> None:
    wrong = {"bundled": "gantry", "host": {"role": "player", "sides": ["ornage"]}}
    answer = here.client.post("/v1/games", json=wrong)
    assert answer.json()["problems"] == [
        {"where": "host.sides", "says": "There is no side 'ornage'; did you mean 'orange'?"}
    ]


def test_one_player_may_play_all_sides_and_needs_nobodys_consent(here: Club) -> None:
    begun = here.begin(host={"role": "player", "sides": ["orange", "green"]})
    assert begun["invitations"] == []
    alone = here.sit(begun)
    alone.declare(VAT)
    alone.ask("answer", roll=True)
    assert alone.ask("undo")["kind"] == "done"
    assert alone.declare(ALLEY)["kind"] == "done"
    assert alone.ask("finish")["kind"] == "over"


# --- measuring beforehand -----------------------------------------------------------------------


def test_where_nobody_measures_beforehand_price_reach_and_odds_are_withheld(here: Club) -> None:
    scenario = surefoot.EXAMPLE + "options: {premeasure: false}\n"
    seat = here.begin(bundled="", scenario=scenario)
    player = here.sit(seat)
    watcher = here.sit(here.join(here.invite(seat, role="spectator")))
    referee = here.sit(here.join(here.invite(seat, role="referee")))
    leap = {"who": "kal", "action": "move", "path": [{"leap": [8.5, 4]}]}
    asked: list[dict[str, Any]] = [
        {"kind": "preview", "declaration": leap},
        {"kind": "odds", "declaration": leap},
        {"kind": "reach", "who": "kal"},
        {"kind": "route", "who": "kal", "to": [3, 4]},
    ]
    for each in asked:
        assert player.refused(**each) == "measure/withheld"
        assert watcher.refused(**each) == "measure/withheld"
        assert referee.ask(**each)["kind"] == "looked"
    player.declare(leap)
    for each in asked:
        assert player.ask(**each)["kind"] == "looked"


def test_where_measuring_is_allowed_everything_can_be_looked_at(here: Club) -> None:
    orange, _, _, _ = here.two()
    assert orange.ask("preview", declaration=VAT)["answer"]["tests"][0]["odds"] == "2/3"
    assert orange.ask("odds", declaration=VAT, ask="safe")["answer"]["answers"][0]["odds"] == "2/3"
    assert orange.ask("reach", who="kal")["answer"]["budget"] == 6.0
    levels = orange.ask("reach", who="kal", chances=True)["answer"]["levels"]
    assert {each["chance"] for level in levels for each in level["chances"]} >= {"1"}
    assert orange.ask("route", who="kal", to=[8, 6])["answer"]["found"] is True
    assert orange.ask("table")["answer"]["ruleset"] == "necromunda-classic"
    assert orange.refused("reach", who="nobody") == "question/wrong"
    assert orange.ask("state")["seq"] == 0


# --- coming back --------------------------------------------------------------------------------


def test_whoever_comes_back_hears_exactly_what_he_missed(here: Club) -> None:
    orange, green, _, seat = here.two()
    orange.declare(LADDER)
    caught_up(green, orange)
    orange.declare(VAT)
    orange.ask("answer", roll=True)
    back = here.sit(seat, green)
    assert back.welcome["resumed"] is True
    assert back.welcome["state"] is None
    assert [frame["seq"] for frame in back.heard] == [2, 3]
    caught_up(back, orange)
    caught_up(green, orange)
    assert back.heard == [frame for frame in green.heard if frame["kind"] == "announced" and frame["seq"] > 1]


def test_a_new_server_goes_on_where_the_old_one_stopped(database: str) -> None:
    with club(database) as here:
        orange, _, seat, other = here.two()
        orange.declare(VAT)
    with club(database) as here:
        back, green = here.sit(seat, orange), here.sit(other)
        assert back.question is not None
        assert back.question == green.question == green.welcome["question"]
        back.ask("answer", roll=True)
        caught_up(green, back)


# --- the log ------------------------------------------------------------------------------------


def test_the_exported_log_verifies_and_replays_to_the_same_hash(here: Club, tmp_path: Path) -> None:
    orange, green, seat, _ = here.two()
    orange.declare(LADDER)
    orange.declare(VAT)
    while orange.question is not None:
        orange.ask("answer", roll=True)
    caught_up(green, orange)
    green.declare(ALLEY)
    caught_up(orange, green)
    file = tmp_path / "exported.game"
    file.write_bytes(here.as_(seat, "GET", "log").content)
    assert surefoot.verify_game(file) == ()
    *_, (_, table) = surefoot.replay_game(file)
    assert table.digest == orange.hash
    announced = here.as_(seat, "GET", "announced?after=1&limit=2").json()
    assert [each["seq"] for each in announced] == [2, 3]
    assert orange.ask("replay", after=1, limit=2)["answer"] == {"announced": announced}


def test_every_message_has_a_published_schema(here: Club) -> None:
    found = here.client.get("/v1/messages.json").json()
    kinds = {
        group: {
            found["$defs"][each["$ref"].removeprefix("#/$defs/")]["properties"]["kind"]["const"]
            for each in found["$defs"][group]["oneOf"]
        }
        for group in ("RequestMessage", "FrameMessage")
    }
    assert {"declare", "answer", "undo", "override", "reach", "replay"} <= kinds["RequestMessage"]
    assert kinds["FrameMessage"] == {
        *("welcome", "announced", "done", "looked", "refused"),
        *("proposed", "declined", "over", "seats", "talked"),
    }


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "null",
        '{"kind": "fly"}',
        '{"kind": "declare", "id": "x"}',
        "[" * 100_000,
        '{"kind": 1e999}',
    ],
)
def test_a_frame_that_cannot_be_read_is_answered_and_the_game_goes_on(here: Club, frame: str) -> None:
    orange, _, _, _ = here.two()
    orange.wire.send_text(frame)
    answer = orange.hear()
    assert (answer["kind"], answer["problem"]["code"]) == ("refused", "frame/unreadable")
    assert orange.declare(LADDER)["kind"] == "done"


# --- what a page asks for -----------------------------------------------------------------------


def test_somebody_is_told_what_he_can_do_and_every_clause_that_forbids_the_rest(here: Club) -> None:
    orange, _, _, _ = here.two()
    found = {each["name"]: each for each in orange.ask("actions", who="kal")["answer"]["actions"]}
    assert found["move"]["allowed"] is True
    assert found["move"]["path"] == "required"
    refused = [each for each in found.values() if not each["allowed"]]
    assert refused
    assert all(why["clause"].startswith("necromunda-classic/") for each in refused for why in each["why_not"])
    ticks = [each["name"] for each in orange.ask("actions")["answer"]["actions"]]
    assert "end-round" in ticks
    assert orange.refused("actions", who="nobody") == "question/wrong"


def test_a_typed_line_becomes_the_declaration_that_it_means(here: Club) -> None:
    orange, _, _, _ = here.two()
    said = orange.ask("heard", line="kal move to 8,6")["answer"]
    assert said == {
        "heard": "declaration",
        "declaration": {"who": "kal", "action": "move", "path": [[8, 6]]},
    }
    assert orange.ask("heard", line="undo")["answer"]["order"] == "undo"
    assert orange.ask("heard", line="kal ?")["answer"] == {"heard": "query", "who": "kal", "about": ""}
    for line in ("", "kla move to 8,6", "kal move to nowhere"):
        assert orange.ask("heard", line=line)["answer"]["problems"]


def test_a_brief_preview_says_price_and_verdict_and_no_more(here: Club) -> None:
    orange, _, _, _ = here.two()
    whole = orange.ask("preview", declaration=VAT)["answer"]
    brief = orange.ask("preview", declaration=VAT, brief=True)["answer"]
    assert "ends" in whole
    assert "ends" not in brief
    assert {name: brief[name] for name in ("verdict", "cost", "ledger", "tests")} == {
        name: whole[name] for name in ("verdict", "cost", "ledger", "tests")
    }


def test_what_is_named_instead_of_measured_is_withheld_where_nobody_measures(here: Club) -> None:
    scenario = surefoot.EXAMPLE + "options: {premeasure: false}\n"
    player = here.sit(here.begin(bundled="", scenario=scenario))
    (problem,) = player.ask("heard", line="kal jump down")["answer"]["problems"]
    assert "Pre-measuring is off" in problem
