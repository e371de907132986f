"""The manual at /manual/: served where it was built, and linked both ways."""

from pathlib import Path

import pytest

from surefoot.server import manual
from surefoot.server.pages import page
from tests.server.serving import opened


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small manual, as the build would leave it."""
    folder = tmp_path / "site"
    (folder / "faq").mkdir(parents=True)
    (folder / "index.html").write_text(
        '<a href="http://127.0.0.1:8040/">Open the table</a>', encoding="utf-8"
    )
    (folder / "faq" / "index.html").write_text("Questions", encoding="utf-8")
    (folder / "look.css").write_text("p {}", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    monkeypatch.setattr(manual, "folder", lambda: folder)
    return folder


def test_the_manual_is_served_and_its_link_to_the_table_leads_to_this_server(
    built: Path, tmp_path: Path
) -> None:
    with opened(tmp_path) as client:
        home = client.get("/manual/")
        assert home.text == '<a href="/">Open the table</a>'
        assert "script-src 'self'" in home.headers["content-security-policy"]
        assert client.get("/manual/faq/").text == "Questions"
        assert client.get("/manual/look.css").headers["content-type"].startswith("text/css")


def test_addresses_without_a_slash_lead_to_the_page(built: Path, tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        for address in ("/manual", "/manual/faq"):
            answer = client.get(address, follow_redirects=False)
            assert (answer.status_code, answer.headers["location"]) == (307, f"{address}/")


@pytest.mark.parametrize("path", ["nothing/", "../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt"])
def test_nothing_outside_the_manual_is_served(built: Path, tmp_path: Path, path: str) -> None:
    with opened(tmp_path) as client:
        answer = client.get(f"/manual/{path}")

    assert answer.status_code == 404
    assert "secret" not in answer.text.replace("secret.txt", "")


def test_a_server_without_a_manual_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manual, "folder", lambda: None)
    with opened(tmp_path) as client:
        answer = client.get("/manual/")

    assert answer.status_code == 404
    assert "make docs" in answer.text
    assert 'href="/"' in answer.text


def test_the_page_links_to_the_manual() -> None:
    assert b'href: "manual/"' in page().files["js/app.js"]
