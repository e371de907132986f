"""Whoever has no compiler installs Surefoot all the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_compiler_that_fails_leaves_the_kernel_interpreted(tmp_path: Path) -> None:
    sources = tmp_path / "src" / "surefoot" / "geometry"
    sources.mkdir(parents=True)
    shutil.copy(ROOT / "setup.py", tmp_path)
    (sources.parent / "__init__.py").touch()
    (sources / "__init__.py").touch()
    # One file of the kernel that needs no other stands for all of them: translating each takes a second.
    for name in ("kernel_room.py", "kernel_room.pxd"):
        shutil.copy(ROOT / "src" / "surefoot" / "geometry" / name, sources)
    built = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--build-lib", str(tmp_path / "lib")],
        cwd=tmp_path,
        env={**os.environ, "CC": str(tmp_path / "no-compiler"), "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert "kernel_room is left interpreted" in built.stderr
    assert not list(tmp_path.rglob("*.so")) + list(tmp_path.rglob("*.pyd"))
