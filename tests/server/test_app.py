"""The application starts, answers and ends."""

from pathlib import Path

from starlette.testclient import TestClient

from surefoot.server.app import create_app
from surefoot.server.settings import Settings
from tests.cli.playing import Ended


def test_the_application_publishes_what_it_offers(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", workers=0))) as client:
        assert client.get("/openapi.json").json()["info"]["title"] == "Surefoot"


def test_a_second_server_on_one_file_is_told_so_and_the_first_one_goes_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with TestClient(create_app(Settings(database=url, workers=0))) as client:
        second = Ended("serve", "--database", url)
        assert second.code == 1
        assert second.said.startswith("Another server uses ")
        assert "Traceback" not in second.said
        assert client.get("/health").json()["status"] == "ok"
