"""The page: one hash for all its files, and a policy that lets nothing else in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from surefoot.server.pages import AT, SAFE, page
from tests.server.serving import opened

SCRIPTS = [path for path in page().files if path.endswith(".js") and path.startswith("js/")]
SOURCE = Path(__file__).parents[2] / "src" / "surefoot" / "server" / "page"
# Ways to make markup of text, or code of it.
FORBIDDEN = (
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\(\"style\""
)


def test_the_page_is_served_with_a_strict_policy_and_asked_for_again_only_if_it_changed(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as client:
        answer = client.get("/")
        again = client.get("/", headers={"If-None-Match": answer.headers["etag"]})
    assert answer.headers["content-type"].startswith("text/html")
    assert {name: answer.headers[name] for name in SAFE} == SAFE
    assert "unsafe" not in SAFE["content-security-policy"]
    assert answer.headers["cache-control"] == "no-cache"
    assert (again.status_code, again.content) == (304, b"")


def test_whatever_the_page_loads_is_there_forever_under_its_hash(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        loaded = re.findall(r'(?:src|href)="(page/[^"]+)"', client.get("/").text)
        assert len(loaded) > 4
        for path in loaded:
            assert path.startswith(f"page/{page().hash}/")
            answer = client.get(f"/{path}")
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["other/js/app.js", "HASH/js/none.js", "HASH/../app.py", "HASH/%2e%2e/app.py"]
)
def test_nothing_else_is_served(tmp_path: Path, path: str) -> None:
    with opened(tmp_path) as client:
        assert client.get(AT + path.replace("HASH", page().hash)).status_code == 404


def test_the_page_is_whole() -> None:
    assert len(SCRIPTS) > 10
    for path in SCRIPTS:
        for wanted in re.findall(r'(?:from|import)\s*\(?"(\.[^"]+)"', page().files[path].decode()):
            target = (SOURCE / path).parent / wanted
            assert target.resolve().is_file(), f"{path} imports {wanted}"


@pytest.mark.parametrize("path", SCRIPTS)
def test_no_script_makes_markup_or_code_of_text_and_none_is_too_long(path: str) -> None:
    text = page().files[path].decode()
    assert re.findall(FORBIDDEN, text) == []
    assert text.count("\n") < 600


def test_loading_the_page_is_not_counted_as_asking(tmp_path: Path) -> None:
    with opened(tmp_path, client_rate=0.001, client_burst=2) as client:
        loaded = [client.get(f"{AT}{page().hash}/{path}").status_code for path in SCRIPTS[:9]]
        asked = [client.get("/").status_code for _ in range(3)]
    assert loaded == [200] * 9
    assert asked == [200, 200, 429]
