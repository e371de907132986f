"""Surefoot can be installed without a compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_compiler_that_fails_leaves_the_kernel_interpreted(tmp_path: Path) -> None:
    search = Path("src/surefoot/geometry/search")
    sources = tmp_path / search
    sources.mkdir(parents=True)
    shutil.copy(ROOT / "setup.py", tmp_path)
    for package in (sources, *sources.parents[:2]):
        (package / "__init__.py").touch()
    # One file that needs no other stands for all of them: translating each takes a second.
    for name in ("arrays.py", "arrays.pxd"):
        shutil.copy(ROOT / search / name, sources)
    built = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--build-lib", str(tmp_path / "lib")],
        cwd=tmp_path,
        env={**os.environ, "CC": str(tmp_path / "no-compiler"), "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert "arrays is left interpreted" in built.stderr
    assert not list(tmp_path.rglob("*.so")) + list(tmp_path.rglob("*.pyd"))
