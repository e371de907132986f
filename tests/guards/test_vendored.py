"""Libraries that the page ships: pinned, with their licence, and byte for byte what was looked at."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

VENDOR = Path(__file__).parents[2] / "src" / "surefoot" / "server" / "page" / "vendor"
LISTED = json.loads((VENDOR / "vendor.json").read_text(encoding="utf-8"))


def test_every_vendored_file_is_listed_and_unchanged() -> None:
    there = {
        path.relative_to(VENDOR).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(VENDOR.rglob("*"))
        if path.is_file() and path.name != "vendor.json"
    }
    listed = {path: wanted for each in LISTED.values() for path, wanted in each["sha256"].items()}

    assert there
    assert there == listed


def test_every_vendored_library_is_pinned_with_licence_and_reason() -> None:
    assert LISTED
    for name, each in LISTED.items():
        version = name.rpartition("-")[2]
        assert f"-{version}.tgz" in each["from"]
        assert each["integrity"].startswith("sha512-")
        assert each["licence"]
        assert each["why"]
        assert f"{name}/LICENSE" in each["sha256"]
