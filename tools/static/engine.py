"""The engine for browsers: a pure wheel of this source tree and the wheels it needs, compiled and packed into one file."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tools.static.fetching import CACHE, ROOT, fetched, locked, stamp_of

# What is needed at run time of packages of npm, by the beginning of their names.
FROM_NPM = {
    "pyodide-": ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    "geos-wasm-": ("build/package/geos.esm.js",),
}
# What the engine does not depend on.
NOT_ENGINE = ("/server/page/", "/__pycache__/", ".so", "/sw.js", "/site.py", "/serving.py", "/__main__.py")
PACK = "engine.pack.gz"
# What no browser needs: the page is beside it, sources are compiled, and tools need a command line.
LEFT_OUT = (".py", ".pxd", ".pyi", ".template", ".typed", ".ttf", "RECORD", "WHEEL", "INSTALLER")
FOLDERS_LEFT_OUT = (
    "surefoot/server/page/",
    "surefoot/server/explorer/",
    "surefoot/cli/",
    "surefoot/testing/mutate/",
)


def wheel(into: Path) -> Path:
    """A wheel of Surefoot without the compiled kernel, for every platform."""
    into.mkdir(parents=True)
    command = [sys.executable, "setup.py", "--quiet", "build", "--build-base", str(into / "build")]
    command += ["bdist_wheel", "--dist-dir", str(into), "--bdist-dir", str(into / "wheel")]
    subprocess.run(
        command,
        cwd=ROOT,
        check=True,
        env={**os.environ, "SUREFOOT_NO_KERNEL": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    (found,) = into.glob("surefoot-*-py3-none-any.whl")
    return found


def ready() -> Path:
    """The engine of this source tree, built if it is not in `.cache` yet."""
    sources = ROOT / "src" / "surefoot", ROOT / "conformance", Path(__file__).parent
    path = CACHE / f"engine-{stamp_of(*sources, left_out=NOT_ENGINE)}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with _one_at_a_time():
        if not path.exists():
            with tempfile.TemporaryDirectory(prefix="building-", dir=CACHE) as temporary:
                work = Path(temporary)
                built(work, work / "engine")
                (work / "engine").rename(path)
    return path


@contextlib.contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Several tests may need the engine at once: one builds it, the others wait."""
    with (CACHE / "building.lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def built(work: Path, into: Path) -> None:
    """Write the engine into a folder: Pyodide, the pack, and the answers that never change."""
    into.mkdir(parents=True)
    for start, names in FROM_NPM.items():
        with tarfile.open(fetched(_named(start))) as archive:
            for name in names:
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                (into / Path(name).name).write_bytes(member.read())
    site, compiled = work / "packages", work / "compiled"
    wheels = [fetched(name) for name in locked() if not name.startswith(tuple(FROM_NPM))]
    for each in (wheel(work / "wheels"), *wheels):
        with zipfile.ZipFile(each) as archive:
            archive.extractall(site)
    _compiled(into, site, compiled, into / "answers")
    _packed(site, compiled, into / PACK)


def _named(start: str) -> str:
    (found,) = (name for name in locked() if name.startswith(start))
    return found


def _compiled(pyodide: Path, site: Path, compiled: Path, answers: Path) -> None:
    """Let the same Python that browsers run compile all modules and answer what never changes."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit(
            "Node compiles the engine for browsers: install it (nodejs.org), version 20 or later"
        )
    for folder in (compiled, answers):
        folder.mkdir(parents=True)
    script = Path(__file__).parent / "compile.mjs"
    subprocess.run(
        [node, str(script), *(str(each.resolve()) for each in (pyodide, site, compiled, answers))],
        check=True,
    )


def _packed(site: Path, compiled: Path, path: Path) -> None:
    """One file: the length of a list of names and sizes, the list, then all files one after another."""
    chosen: dict[str, bytes] = {}
    for folder in (site, compiled):
        for each in sorted(folder.rglob("*")):
            name = each.relative_to(folder).as_posix()
            if each.is_file() and not name.endswith(LEFT_OUT) and not name.startswith(FOLDERS_LEFT_OUT):
                chosen[name] = each.read_bytes()
    listed = json.dumps([[name, len(content)] for name, content in sorted(chosen.items())]).encode()
    whole = (
        struct.pack("!I", len(listed)) + listed + b"".join(content for _, content in sorted(chosen.items()))
    )
    path.write_bytes(gzip.compress(whole, 9, mtime=0))
