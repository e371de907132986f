"""What goes wrong around a game: a full disk, somebody who asks too much, a log that was tampered with."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from surefoot.server import game_worker
from tests.server.players import LADDER, VAT, Club, club


def in_store(here: Club, work: Any) -> Any:
    """Do something in the thread that writes, as the server itself would."""
    assert here.client.portal is not None
    return here.client.portal.call(here.client.app.state.store.writer.do, work)  # type: ignore[attr-defined]


def pages(count: int) -> Any:
    """The disk has room for so many pages and no more; for as many as it has now, if that is less."""

    def work(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={count}")

    return work


def test_on_a_full_disk_nothing_is_said_and_when_there_is_room_again_the_game_goes_on(tmp_path: Path) -> None:
    with club(f"sqlite:///{tmp_path / 'games.db'}") as here:
        orange, green, _, _ = here.two()
        in_store(here, pages(1))
        asked: dict[str, Any] = {}
        for number in range(80):
            asked = {"kind": "undo"} if number % 2 else {"kind": "declare", "declaration": LADDER}
            frame = orange.ask(id=f"line-{number}", **asked)
            if frame["kind"] == "refused":
                break
        assert frame["problem"]["code"] == "store/failed"
        assert frame["seq"] == orange.seq
        in_store(here, pages(100_000))
        state = orange.ask("state")
        assert (state["seq"], state["answer"]["state"]) == (orange.seq, orange.state)
        again = orange.ask(id=frame["id"], **asked)
        assert (again["kind"], again["seq"]) == ("done", state["seq"] + 1)
        while green.seq < orange.seq:
            green.hear()
        assert green.hash == orange.hash


def test_whoever_asks_too_much_is_told_when_to_come_again_and_others_are_not_held_up(tmp_path: Path) -> None:
    limits = {"game_rate": 0.001, "game_burst": 3, "seconds": 120, "game_seconds": 120}
    with club(f"sqlite:///{tmp_path / 'games.db'}", limits=limits) as here:
        orange, green, _, _ = here.two()
        frames = [orange.ask("state") for _ in range(5)]
        assert [frame["kind"] for frame in frames] == ["looked"] * 3 + ["refused"] * 2
        assert frames[-1]["problem"]["code"] == "limit/rate"
        assert frames[-1]["problem"]["retry_after"] > 1
        assert green.ask("state")["kind"] == "looked"


def test_a_line_that_was_changed_in_the_database_is_not_played_on(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with club(database) as here:
        orange, _, seat, _ = here.two()
        orange.declare(LADDER)
        changed = text("UPDATE entries SET line = replace(line, '8500000', '8400000')")
        in_store(here, lambda connection: connection.execute(changed) and None)
    # The worker of a new server remembers nothing.
    game_worker.forget(seat["game"])
    with club(database) as here:
        answer = here.as_(
            seat, "POST", "requests", json={"kind": "declare", "id": "x", "seen": 1, "declaration": VAT}
        )
        assert (answer.status_code, answer.json()["code"]) == (500, "game/damaged")
        other = here.begin()
        assert here.sit(other).declare(LADDER)["kind"] == "done"


def test_a_request_that_is_used_for_something_else_is_refused(tmp_path: Path) -> None:
    with club(f"sqlite:///{tmp_path / 'games.db'}") as here:
        orange, _, _, _ = here.two()
        orange.declare(LADDER, id="once")
        assert orange.refused("declare", declaration=VAT, id="once", seen=1) == "request/malformed"
        assert orange.declare(VAT)["seq"] == 2
