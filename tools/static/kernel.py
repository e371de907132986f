"""The kernel for browsers: the sources that are compiled for other machines, compiled to WebAssembly as one library.

The compiler is the Clang in Zig, which comes as one file from PyPI. It knows the calling convention of Emscripten, by which
Pyodide was made; the headers of Python come from a Linux distribution, and are configured as Pyodide is.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tools.static.fetching import CACHE, ROOT, TOOLS, fetched, locked
from tools.static.inside import run_inside

SOURCES = ROOT / "src" / "surefoot" / "geometry"
HERE = Path(__file__).parent
# Of Zig only what compiles C. Headers of musl for a machine with pointers as wide as those of WebAssembly.
CLANG, HEADERS = "ziglang/lib/include/", ("ziglang/lib/libc/include/generic-musl/",)
NARROW = "ziglang/lib/libc/include/arm-linux-musl/"
ZIG = "ziglang/zig"
# Widths are equal, but WebAssembly calls them by other names.
OTHER_NAMES = (
    ("#define _Addr int", "#define _Addr long"),
    ("typedef unsigned wchar_t", "typedef int wchar_t"),
)
FLAGS = (
    "--target=wasm32-unknown-emscripten",
    "-D__EMSCRIPTEN__",
    "-DNDEBUG",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-strict-overflow",
    "-nostdinc",
    "-w",
)
# Instead of what `setup.py` asks for: a download should be small.
SMALL = "-O2"
LINKED = ("-shared", "--experimental-pic", "--no-entry", "--strip-all", "--unresolved-symbols=import-dynamic")
# Prints what `setup.py` compiles, after Cython has written it in C.
LISTED = """
import json
from distutils.core import run_setup
made = run_setup("setup.py", ["build_ext"], stop_after="init").ext_modules
print(json.dumps([[each.name, each.sources, each.extra_compile_args] for each in made]))
"""


class Kernel(NamedTuple):
    """A library, and the names of the modules in it."""

    library: Path
    modules: tuple[str, ...]


def compiled(pyodide: Path) -> Kernel | None:
    """The kernel of this source tree, compiled if it is not in `.cache` yet; None, with a note, where that is impossible."""
    folder = CACHE / f"kernel-{_stamp()}"
    if not folder.exists():
        zig = f"{sys.platform} {platform.machine()}"
        (found, *_) = [name for name in locked(TOOLS) if name.endswith(f" {zig}")] or [""]
        try:
            if not found:
                raise SystemExit(f"there is no compiler for {zig} in {TOOLS.name}")
            with tempfile.TemporaryDirectory(prefix="building-", dir=CACHE) as temporary:
                work = Path(temporary)
                _made(work, pyodide, fetched(found, TOOLS))
                (work / "kernel").rename(folder)
        except (SystemExit, subprocess.CalledProcessError) as error:
            sys.stderr.write(f"The search is left interpreted, several times as slow: {error}\n")
            return None
    return Kernel(folder / "kernel.wasm", tuple(json.loads((folder / "modules.json").read_text())))


def _stamp() -> str:
    """One hash over everything that the library is made of."""
    types = sorted(SOURCES.rglob("*.pxd"))
    own = (Path(__file__), HERE / "headers.py", TOOLS, ROOT / "setup.py")
    read = (path.read_bytes() for path in (*types, *(each.with_suffix(".py") for each in types), *own))
    return sha256(b"\0".join(read)).hexdigest()[:16]


def _made(work: Path, pyodide: Path, wheel: Path) -> None:
    """Compile and link everything into a folder `kernel`."""
    with zipfile.ZipFile(wheel) as archive:
        wanted = (CLANG, NARROW, *HEADERS)
        archive.extractall(
            work, [name for name in archive.namelist() if name == ZIG or name.startswith(wanted)]
        )
    zig = work / ZIG
    zig.chmod(0o755)
    types = work / NARROW / "bits" / "alltypes.h"
    text = types.read_text()
    for theirs, ours in OTHER_NAMES:
        assert theirs in text
        text = text.replace(theirs, ours)
    types.write_text(text)
    (headers,) = (name for name in locked(TOOLS) if name.startswith("libpython"))
    (work / "python.deb").write_bytes(fetched(headers, TOOLS).read_bytes())
    run_inside(pyodide, HERE / "headers.py", {"/work": work})

    listing = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LISTED], cwd=ROOT, check=True, capture_output=True, text=True
    )
    listed = json.loads(listing.stdout.splitlines()[-1])
    if not listed:
        raise SystemExit("Cython is not installed")
    folders = [work / each for each in (CLANG, NARROW, *HEADERS, "include")]
    includes = [part for folder in folders for part in ("-isystem", str(folder))]

    def one(name: str, sources: list[str], flags: list[str]) -> str:
        target = str(work / f"{name}.o")
        subprocess.run(
            [zig, "clang", *FLAGS, *flags, SMALL, *includes, "-c", *sources, "-o", target],
            cwd=ROOT,
            check=True,
        )
        return target

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda each: one(*each), listed))
    names = [name for name, _, _ in listed]
    (work / "kernel").mkdir()
    exported = [f"--export=PyInit_{name.rpartition('.')[2]}" for name in names]
    library = work / "kernel" / "kernel.wasm"
    subprocess.run([zig, "wasm-ld", *LINKED, *exported, *objects, "-o", library], check=True)
    (work / "kernel" / "modules.json").write_text(json.dumps(names))
