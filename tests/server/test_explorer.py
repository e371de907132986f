"""The interactive documentation loads nothing from elsewhere, and runs under a policy."""

import re
from pathlib import Path

from surefoot.server.explorer import FILES, _content
from tests.server.serving import opened


def test_its_files_have_a_policy_and_name_no_other_server(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        for name in ("", *(f"/{each}" for each in FILES)):
            answer = client.get(f"/docs{name}")
            assert answer.status_code == 200
            policy = answer.headers["content-security-policy"]
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy
        assert client.get("/docs/__init__.py").status_code == 404
        assert client.get("/redoc").status_code == 404
    for name in FILES:
        assert not re.search(rb"https?://|innerHTML|eval\(", _content(name))
