"""The application starts, answers and ends."""

from pathlib import Path

from starlette.testclient import TestClient

from surefoot.server.app import create_app
from surefoot.server.settings import Settings


def test_the_application_publishes_what_it_offers(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", workers=0))) as client:
        assert client.get("/openapi.json").json()["info"]["title"] == "Surefoot"
