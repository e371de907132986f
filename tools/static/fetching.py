"""Fetches what `lock.json` and `tools.json` list, and checks every byte of it by its hash. What was fetched once is kept in `.cache`."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
LOCK = Path(__file__).parent / "lock.json"
# What compiles the kernel; nothing of it goes into the folder.
TOOLS = Path(__file__).parent / "tools.json"
CACHE = ROOT / ".cache" / "static"


def locked(lock: Path = LOCK) -> dict[str, dict[str, str]]:
    """Everything that is fetched: where from, with which hash, under which licence and why."""
    found: dict[str, dict[str, str]] = json.loads(lock.read_text(encoding="utf-8"))
    return found


def fetched(name: str, lock: Path = LOCK) -> Path:
    """A file of the lock, fetched if it is not here yet; ends the program if it is not what was locked."""
    entry = locked(lock)[name]
    path = CACHE / f"{entry['sha256'][:16]}-{entry['from'].rpartition('/')[2]}"
    if not path.exists() or _hash(path.read_bytes()) != entry["sha256"]:
        CACHE.mkdir(parents=True, exist_ok=True)
        try:
            with urlopen(entry["from"], timeout=120) as answer:
                content: bytes = answer.read()
        except (URLError, TimeoutError) as error:
            raise SystemExit(f"{entry['from']} can't be fetched: {error}") from None
        if _hash(content) != entry["sha256"]:
            raise SystemExit(f"{entry['from']} is not what tools/static/{lock.name} lists: its hash differs")
        # Renamed when complete: two builds may run at once.
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(content)
        fresh.replace(path)
    return path


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def stamp_of(*folders: Path, left_out: tuple[str, ...] = ()) -> str:
    """One hash over all files of some folders."""
    whole = sha256()
    for folder in folders:
        for each in sorted(folder.rglob("*")):
            name = each.relative_to(folder).as_posix()
            if each.is_file() and not any(part in f"/{name}" for part in left_out):
                content = each.read_bytes()
                whole.update(f"{name}\0{len(content)}\0".encode())
                whole.update(content)
    return whole.hexdigest()[:16]
