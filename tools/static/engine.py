"""The engine for browsers: a pure wheel of this source tree and the wheels it needs, compiled and packed into one file."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from tools.static import kernel
from tools.static.fetching import CACHE, ROOT, fetched, locked, stamp_of
from tools.static.inside import run_inside

# What is needed at run time of packages of npm, by the beginning of their names.
FROM_NPM = {
    "pyodide-": ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    "geos-wasm-": ("build/package/geos.esm.js",),
}
# What the engine does not depend on.
NOT_ENGINE = ("/server/page/", "/__pycache__/", ".so", "/sw.js", "/site.py", "/serving.py", "/__main__.py")
PACK = "engine.pack.gz"
# Where packages lie in the file system of Pyodide.
SITE = "/lib/python3.14/site-packages"
# How it names compiled modules.
SUFFIX = ".cpython-314-wasm32-emscripten.so"
# What no browser needs: the page is beside it, and tools need a command line.
LEFT_OUT = (
    ".pxd",
    ".pyi",
    ".template",
    ".typed",
    ".ttf",
    "RECORD",
    "WHEEL",
    "INSTALLER",
    "pydantic/mypy.py",
    "surefoot/testing/laws.py",
    "surefoot/testing/stress.py",
    "sboms/pydantic-core.cyclonedx.json",
)
FOLDERS_LEFT_OUT = (
    "pydantic/v1/",
    "surefoot/server/page/",
    "surefoot/server/explorer/",
    "surefoot/cli/",
    "surefoot/testing/kit/",
    "surefoot/testing/mutate/",
    "surefoot/testing/scaffold/",
    "surefoot/studies/",
)
# A module that was compiled, beside its source.
COMPILED_SUFFIX = ".cpython-314.pyc"
COMPILED = re.compile(rf"(?P<folder>.*)__pycache__/(?P<name>[^/.]+){re.escape(COMPILED_SUFFIX)}")
# How many engines of earlier sources are kept.
EARLIER = 2


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
            for old in sorted(CACHE.glob("engine-*"), key=lambda each: each.stat().st_mtime)[: -1 - EARLIER]:
                shutil.rmtree(old)
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
    site = work / "packages"
    wheels = [fetched(name) for name in locked() if not name.startswith(tuple(FROM_NPM))]
    for each in (wheel(work / "wheels"), *wheels):
        with zipfile.ZipFile(each) as archive:
            shipped = (name for name in archive.namelist() if not name.startswith(FOLDERS_LEFT_OUT))
            archive.extractall(site, [name for name in shipped if not name.endswith(LEFT_OUT)])
    with _compiled_before(site):
        # The same Python that browsers run compiles the other modules, and answers what never changes.
        run_inside(into, Path(__file__).parent / "compile.py", {"/site": site, "/engine": into})
    _libraries(site, into)
    _packed(site, into / PACK)


@contextlib.contextmanager
def _compiled_before(site: Path) -> Iterator[None]:
    """Take modules that an earlier build has compiled from `.cache`; afterwards it holds those of this build."""
    shelf = CACHE / "modules"
    shelf.mkdir(exist_ok=True)
    named = {}
    for source in site.rglob("*.py"):
        key = sha256(f"{source.relative_to(site)}\0".encode() + source.read_bytes()).hexdigest()
        named[source.parent / "__pycache__" / f"{source.stem}{COMPILED_SUFFIX}"] = shelf / key
    for target, known in named.items():
        target.parent.mkdir(exist_ok=True)
        if known.exists():
            shutil.copyfile(known, target)
    yield
    for target, known in named.items():
        if not known.exists():
            shutil.copyfile(target, known)
    for old in set(shelf.iterdir()) - set(named.values()):
        old.unlink()


def _libraries(site: Path, into: Path) -> None:
    """Compiled libraries as files of their own, which browsers compile while they load, and a list of them."""
    listed = {}
    for each in sorted(site.rglob("*.so")):
        name = f"{each.name.partition('.')[0].lstrip('_')}.wasm"
        (into / name).write_bytes(each.read_bytes())
        listed[each.relative_to(site).as_posix()] = name
    found = kernel.compiled(into)
    if found is not None:
        (into / found.library.name).write_bytes(found.library.read_bytes())
        for module in found.modules:
            path = module.replace(".", "/")
            folder, _, name = path.rpartition("/")
            listed[f"{path}{SUFFIX}"] = found.library.name
            # Nobody reads these sources.
            for pattern in (f"{path}.py", f"{folder}/__pycache__/{name}.*.pyc"):
                for source in site.glob(pattern):
                    source.unlink()
    for path in listed:
        # Python has to find a file there, but it is loaded already.
        (site / path).write_bytes(b"")
    named = {f"{SITE}/{path}": name for path, name in listed.items()}
    text = f"export const SITE = {json.dumps(SITE)};\nexport const LIBRARIES = {json.dumps(named)};\n"
    (into / "libraries.mjs").write_text(text, encoding="utf-8")


def _named(start: str) -> str:
    (found,) = (name for name in locked() if name.startswith(start))
    return found


def _packed(site: Path, path: Path) -> None:
    """One file: the length of a list of names and sizes, the list, then all files one after another."""
    chosen: dict[str, bytes] = {}
    for each in sorted(site.rglob("*")):
        name = each.relative_to(site).as_posix()
        if each.is_file() and not name.endswith(".py"):
            # Python finds a compiled module without a source where the source would be.
            chosen[COMPILED.sub(r"\g<folder>\g<name>.pyc", name)] = each.read_bytes()
    listed = json.dumps([[name, len(content)] for name, content in sorted(chosen.items())]).encode()
    whole = (
        struct.pack("!I", len(listed)) + listed + b"".join(content for _, content in sorted(chosen.items()))
    )
    path.write_bytes(gzip.compress(whole, 9, mtime=0))
