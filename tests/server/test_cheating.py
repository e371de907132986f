"""Nobody cheats: no referee without the players, no seat in secret, no chosen dice, no cut or forged log."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import create_engine, text

import surefoot
from surefoot.files.codec import canonical
from surefoot.files.game import verify
from surefoot.files.lines import sealed
from surefoot.files.proof import Proof, mixed
from surefoot.server import game_worker
from surefoot.server.signing import Signer, new_key
from tests.cli.playing import Ended
from tests.server.players import LADDER, VAT, Club, club

PUT = {"is": "Moved", "who": "grix", "to": {"kind": "surface", "on": "board", "x": 10**6, "y": 2 * 10**6}}


def exported(here: Club, seat: dict[str, Any], file: Path) -> list[str]:
    file.write_bytes(here.as_(seat, "GET", "log").content)
    return file.read_text().splitlines()


# --- referees -----------------------------------------------------------------------------------------


def test_a_host_who_invites_himself_as_the_referee_has_no_power_until_all_others_agree(here: Club) -> None:
    orange, green, host, _ = here.two()
    orange.declare(VAT)
    orange.ask("answer", roll=True)
    taken = here.join(here.invite(host, role="referee"), "Bo")
    # Nobody passes for the opponent.
    assert taken["seat"]["name"] == "Bo (2)"
    cheat = here.sit(taken)
    for kind, fields in (("undo", {}), ("override", {"effects": [PUT], "reason": "x"}), ("finish", {})):
        assert cheat.refused(kind, **fields) == "seat/not-yours"
    assert here.as_(taken, "POST", "seats", json={"role": "spectator"}).status_code == 403
    assert orange.refused("trust", seat=host["seat"]["id"], agree=True) == "request/unknown-address"
    orange.ask("trust", seat=taken["seat"]["id"], agree=True)
    assert cheat.refused("undo") == "seat/not-yours"
    shown = here.as_(host, "GET").json()["seats"]
    (referee,) = [each for each in shown if each["role"] == "referee"]
    assert referee["doubters"] == [green.welcome["seat"]["id"]]
    green.ask("trust", seat=taken["seat"]["id"], agree=True)
    assert cheat.ask("undo")["kind"] == "done"
    # The host can't remove the referee whom others have agreed to; a player can withdraw.
    assert here.as_(host, "DELETE", f"seats/{taken['seat']['id']}").status_code == 403
    green.ask("trust", seat=taken["seat"]["id"], agree=False)
    assert cheat.refused("undo") == "seat/not-yours"
    assert here.as_(host, "DELETE", f"seats/{taken['seat']['id']}").status_code == 204


def test_who_takes_over_a_seat_has_not_agreed_to_the_referee_of_the_player_before(here: Club) -> None:
    orange, green, host, guest = here.two()
    taken = here.join(here.invite(host, role="referee"), "Rex")
    green.ask("trust", seat=taken["seat"]["id"], agree=True)
    # As long as the host must not take the referee's seat, he may give that of the guest to another player.
    again = here.as_(host, "POST", f"seats/{guest['seat']['id']}/invitation").json()
    here.join(again, "Cy")
    (referee,) = [each for each in here.as_(host, "GET").json()["seats"] if each["role"] == "referee"]
    assert referee["doubters"] == [guest["seat"]["id"]]
    assert here.sit(taken).refused("undo") == "seat/not-yours"
    assert orange.welcome["seat"]["host"]


def test_a_referee_who_was_invited_from_the_start_needs_the_agreement_of_the_others_too(here: Club) -> None:
    host = here.begin(invite=[{"sides": ["green"]}, {"role": "referee"}])
    referee = here.sit(here.join(host["invitations"][1], "Rex"))
    assert here.sit(host).declare(LADDER)["kind"] == "done"
    green = here.sit(here.join(host["invitations"][0], "Bo"))
    referee.ask("state")
    assert referee.refused("undo") == "seat/not-yours"
    green.ask("trust", seat=referee.welcome["seat"]["id"], agree=True)
    assert referee.ask("undo")["kind"] == "done"


def test_a_referee_waits_for_nobody_while_a_player_proposes_to_undo(here: Club) -> None:
    host = here.begin(host={"role": "referee"}, invite=[{"sides": ["orange"]}, {"sides": ["green"]}])
    referee = here.sit(host)
    orange, _ = (here.sit(here.join(each)) for each in host["invitations"])
    orange.declare(VAT)
    orange.ask("answer", roll=True)
    assert orange.ask("undo")["kind"] == "proposed"
    referee.ask("state")
    assert referee.ask("undo")["kind"] == "done"


# --- seats in the log ---------------------------------------------------------------------------------


def test_seats_and_their_changes_stand_in_the_log(here: Club, tmp_path: Path) -> None:
    orange, _, host, guest = here.two()
    orange.declare(LADDER)
    orange.declare({"who": "kal", "action": "move", "path": [[16.4, 6]]})
    again = here.as_(host, "POST", f"seats/{guest['seat']['id']}/invitation").json()
    other = here.sit(here.join(again, "Bo"))
    other.declare({"who": "grix", "action": "move", "path": [[20.2, 6.4]]})
    lines = [json.loads(line) for line in exported(here, host, tmp_path / "x.game")]
    entries = [line for line in lines if "n" in line]
    assert [line["by"] for line in entries][-1] == guest["seat"]["id"]
    told = [{each["id"]: each for each in line["seats"]} for line in entries if "seats" in line]
    assert len(told) == 2
    first, then = (each[guest["seat"]["id"]] for each in told)
    assert first["state"] == then["state"] == "taken"
    # Somebody else sits there now, whatever his name.
    assert first["holder"] != then["holder"]
    assert all(seat["token"] not in json.dumps(lines) for seat in (host, guest))


# --- dice ---------------------------------------------------------------------------------------------


def rolled(here: Club, file: Path, *, secrets: bool, over: bool) -> tuple[list[str], Proof]:
    orange, green, host, _ = here.two()
    if secrets:
        given = {"o" * 32: orange, "g" * 32: green}
        for secret, player in given.items():
            assert player.refused("reveal", secret=secret) == "state/not-now"
            player.ask("pledge", hash=sha256(secret.encode()).hexdigest())
            assert player.refused("pledge", hash="0" * 64) == "state/not-now"
            assert player.refused("reveal", secret="x" * 32) == "answer/unfitting"
        for secret, player in given.items():
            assert player.ask("reveal", secret=secret)["kind"] == "looked"
    orange.declare(VAT)
    orange.ask("answer", roll=True)
    if over:
        orange.ask("finish")
        green.ask("state")
        assert green.ask("finish")["kind"] == "over"
    lines = exported(here, host, file)
    proof = Proof()
    assert verify(file, proof) == ()
    return lines, proof


def test_players_add_secrets_to_the_dice_and_the_log_proves_that_nobody_chose_them(
    here: Club, tmp_path: Path
) -> None:
    lines, proof = rolled(here, tmp_path / "a.game", secrets=True, over=True)
    end = json.loads(lines[-1])["end"]
    (answer,) = [line for line in map(json.loads, lines) if line.get("kind") == "answer"]
    secrets = next(line["dice"] for line in map(json.loads, lines) if "dice" in line)
    assert sorted(secrets.values()) == ["g" * 32, "o" * 32]
    faces = surefoot.Seeded(mixed(end["seed"], secrets)).source.face(1, 6)
    assert answer["reply"]["faces"] == [faces]
    said = " ".join(str(each) for each in proof.proves)
    assert "neither they nor the server chose" in said
    _, proof = rolled(here, tmp_path / "b.game", secrets=False, over=True)
    assert any("did not pick that seed" in str(each) for each in proof.leaves_open)
    _, proof = rolled(here, tmp_path / "c.game", secrets=True, over=False)
    assert any("published when the game is over" in str(each) for each in proof.leaves_open)


@pytest.mark.parametrize("reveals", [False, True], ids=["who only pledged", "who never pledged"])
def test_two_secrets_of_one_player_prove_nothing_to_another(
    here: Club, tmp_path: Path, reveals: bool
) -> None:
    """A second seat of the host counted as a second player, and who pledged could wait and see whether to reveal."""
    orange, green, host, _ = here.two()
    second = here.sit(here.join(here.invite(host, role="player", sides=["orange"]), "Cy"))
    secrets = {"o" * 32: orange, "g" * 32: green, "c" * 32: second}
    for secret, player in secrets.items():
        player.ask("pledge", hash=sha256(secret.encode()).hexdigest())
    for secret, player in secrets.items():
        if player is not green or reveals:
            player.ask("reveal", secret=secret)
    players = [orange, green, second]
    if reveals:
        players.append(here.sit(here.join(here.invite(host, role="player", sides=["green"]), "Di")))
    orange.declare(VAT)
    orange.ask("answer", roll=True)
    for player in players:
        player.ask("state")
        player.ask("finish")
    assert json.loads(exported(here, host, tmp_path / "x.game")[-1])["end"]["over"]
    proof = Proof()
    assert verify(tmp_path / "x.game", proof) == ()
    assert any("did not pick that seed: 1 roll" in str(each) for each in proof.leaves_open)


# --- cut and forged logs ------------------------------------------------------------------------------


def resealed(lines: list[dict[str, Any]]) -> list[str]:
    """Lines with new seals, as anybody can write them."""
    found, before = [], ""
    for line in lines:
        text_, before = sealed({name: value for name, value in line.items() if name != "seal"}, before)
        found.append(text_)
    return found


def test_a_log_that_was_cut_or_forged_is_found(here: Club, tmp_path: Path) -> None:
    file = tmp_path / "x.game"
    lines, _ = rolled(here, file, secrets=True, over=True)
    header, *rest = (json.loads(line) for line in lines[:-1])
    end = json.loads(lines[-1])["end"]
    signer = Signer(new_key())
    (at,) = [number for number, line in enumerate(rest) if line["kind"] == "answer"]
    better = [dict(line) for line in rest]
    (face,) = better[at]["reply"]["faces"]
    better[at]["reply"] = {**better[at]["reply"], "faces": [face % 6 + 1]}
    forged = {
        "cut behind a line": lines[:2],
        "cut before its end": lines[:-1],
        "cut, and the old end": [*lines[:2], lines[-1]],
        "other lines, and the old end": [*resealed([header, *rest[:1]]), lines[-1]],
        "an end with another key": [
            *lines[:-1],
            signer.ending(**{name: value for name, value in end.items() if name != "key"}),
        ],
        "another seed": [*lines[:-1], canonical({"end": {**end, "seed": "0" * 64}, "signature": "00" * 64})],
        "something behind its end": [*lines, lines[-2]],
        "other dice": [*resealed([header, *better]), lines[-1]],
    }
    for name, given in forged.items():
        file.write_text("".join(f"{line}\n" for line in given))
        assert verify(file), name


def test_a_server_that_rolled_other_dice_than_it_committed_to_is_found(tmp_path: Path) -> None:
    """Even with the key of the server: the dice of each roll are rolled again."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    file = tmp_path / "x.game"
    with club(url) as here:
        lines, _ = rolled(here, file, secrets=False, over=True)
        stored = here.client.portal.call(here.client.app.state.store.fact, "key")  # type: ignore[union-attr, attr-defined]
    end = json.loads(lines[-1])["end"]
    signer = Signer(stored)
    facts = {name: value for name, value in end.items() if name != "key"}
    file.write_text("\n".join([*lines[:-1], signer.ending(**facts)]) + "\n")
    assert verify(file) == ()
    header = json.loads(lines[0])
    seed = next(
        seed
        for seed in (str(number) for number in range(99))
        if [surefoot.Seeded(seed).source.face(1, 6)] != _faces(lines)
    )
    header["game"]["commitment"] = sha256(seed.encode()).hexdigest()
    others = resealed([header, *(json.loads(line) for line in lines[1:-1])])
    facts |= {
        "seal": json.loads(others[-1])["seal"],
        "commitment": header["game"]["commitment"],
        "seed": seed,
    }
    file.write_text("\n".join([*others, signer.ending(**facts)]) + "\n")
    (problem,) = verify(file)
    assert "don't follow from the seed" in problem.message()


def _faces(lines: list[str]) -> list[int]:
    (answer,) = [line for line in map(json.loads, lines) if line.get("kind") == "answer"]
    found: list[int] = answer["reply"]["faces"]
    return found


def test_the_command_says_in_words_what_is_proven_and_what_is_not(here: Club, tmp_path: Path) -> None:
    file = tmp_path / "x.game"
    lines, _ = rolled(here, file, secrets=True, over=True)
    ended = Ended("replay", str(file), "--verify")
    assert ended.code == 0
    key = json.loads(lines[-1])["end"]["key"]
    assert here.client.get("/v1/key").json() == {"key": key}
    for words in (
        "same result",
        f"the key {key} has signed its 2 entries",
        "nor the server chose",
        "Not proven:",
    ):
        assert words in " ".join(ended.said.split()), words
    file.write_text("".join(f"{line}\n" for line in lines[:-1]))
    cut = Ended("replay", str(file), "--verify")
    assert (cut.code, "signed end is missing" in cut.said) == (1, True)


def test_a_log_of_the_first_format_verifies_as_what_it_is(tmp_path: Path) -> None:
    """Neither its dice nor its end can be proven, and a game that began with it goes on as it began."""
    url, file = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "old.game"
    with club(url) as here:
        host = here.begin()
        here.sit(host).declare(LADDER)
        lines = [json.loads(line) for line in exported(here, host, file)[:-1]]
    header = {name: value for name, value in lines[0].items() if name != "game"} | {"surefoot": 1}
    entry = {name: value for name, value in lines[1].items() if name not in ("by", "seats", "dice")}
    old = resealed([header, entry])
    file.write_text("".join(f"{line}\n" for line in old))
    proof = Proof()
    assert verify(file, proof) == ()
    assert any("not signed" in str(each) for each in proof.leaves_open)
    made = create_engine(url)
    with made.begin() as connection:
        connection.execute(text("UPDATE games SET header = :h"), {"h": old[0]})
        connection.execute(text("UPDATE entries SET line = :l"), {"l": old[1]})
    made.dispose()
    game_worker.forget(host["game"])
    with club(url) as here:
        player = here.sit(host)
        assert player.declare({"tick": "end-round"})["kind"] == "done"
        lines = [json.loads(line) for line in exported(here, host, file)]
        assert "by" not in lines[2]
        assert verify(file) == ()
        # The server vouches from now on for the whole of it.
        assert lines[-1]["end"]["lines"] == 2


def test_a_signature_under_a_log_from_elsewhere_says_that_it_came_from_there(
    here: Club, tmp_path: Path
) -> None:
    """Anybody could have a forged log signed by any server: send it, fetch it again."""
    file = tmp_path / "x.game"
    lines, _ = rolled(here, file, secrets=False, over=False)
    host = here.begin(bundled="", log="".join(f"{line}\n" for line in lines))
    exported(here, host, file)
    proof = Proof()
    assert verify(file, proof) == ()
    said = " ".join(str(each) for each in proof.leaves_open)
    assert "begun there with a log from elsewhere" in said
    assert "some may be from elsewhere" in said
    assert "players typed them" not in said


def test_keys_are_made_once_and_never_shown(here: Club) -> None:
    public = here.client.get("/v1/key").json()["key"]
    Ed25519PrivateKey.generate()
    assert len(bytes.fromhex(public)) == 32
    assert here.client.get("/v1/key").json()["key"] == public


@pytest.mark.parametrize("line", [b'{"end":{}}', b'{"end":[]}', b'{"end": {}}', b'{"end":'])
def test_ends_that_make_no_sense_are_problems_not_tracebacks(tmp_path: Path, line: bytes) -> None:
    file = tmp_path / "x.game"
    with club(f"sqlite:///{tmp_path / 'games.db'}") as here:
        lines = exported(here, here.begin(), file)
    file.write_bytes(lines[0].encode() + b"\n" + line + b"\n")
    assert verify(file)
