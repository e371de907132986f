"""Install the archives of dist/ as players would, and put the whole conformance corpus to each installation.

    python -m tools.release.trial --python python3.11 --python python3.13

For each Python: the wheel, if there is one for it, and the source distribution with and without a compiler, each in an
environment of its own. Prints how long each took to install and how many cases it answered; ends with 1 if one failed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
# A compiler that fails, as on a machine that has none.
WITHOUT_COMPILER = {"CC": "false", "CXX": "false", "LDSHARED": "false"}


def main() -> int:
    """Try every archive with every Python; return 1 if one can't be installed or answers a case wrongly."""
    parser = argparse.ArgumentParser(prog="python -m tools.release.trial", description=__doc__)
    parser.add_argument("--archives", type=Path, default=ROOT / "dist", help="the folder of the archives")
    parser.add_argument("--python", action="append", help="a Python to try; several times for several")
    given = parser.parse_args()
    right = True
    with tempfile.TemporaryDirectory(prefix="surefoot-trial-") as temporary:
        cases = Path(temporary) / "cases.json"
        subprocess.run(
            [sys.executable, "-m", "surefoot", "corpus", "export", "-o", str(cases)], check=True, cwd=ROOT
        )
        for python in given.python or [sys.executable]:
            for name, archive, env in archives(given.archives, python):
                right &= tried(python, name, archive, env, Path(temporary), cases)
    return 0 if right else 1


def archives(folder: Path, python: str) -> list[tuple[str, Path, dict[str, str]]]:
    """What can be installed with a Python: a name, the archive, and what the environment says."""
    tag = subprocess.run(
        [python, "-c", "import sys; print('cp%d%d' % sys.version_info[:2])"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    (source,) = folder.glob("surefoot-*.tar.gz")
    wheels: list[tuple[str, Path, dict[str, str]]] = [
        ("wheel", each, {}) for each in folder.glob(f"surefoot-*-{tag}-*.whl")
    ]
    return [
        *wheels,
        ("source", source, {}),
        ("source without a compiler", source, WITHOUT_COMPILER),
    ]


def tried(python: str, name: str, archive: Path, env: dict[str, str], folder: Path, cases: Path) -> bool:
    """Install an archive into an environment of its own and run the corpus with it; prints what came of it."""
    home = Path(tempfile.mkdtemp(dir=folder))
    subprocess.run([python, "-m", "venv", str(home)], check=True)
    began = time.monotonic()
    pip = [
        str(home / "bin" / "python"),
        "-m",
        "pip",
        "--quiet",
        "--disable-pip-version-check",
        "install",
        str(archive),
    ]
    # Nothing of this checkout may help.
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    if subprocess.run(pip, env=clean | env, cwd=folder, check=False).returncode:
        sys.stdout.write(f"{Path(python).name}, {name}: NOT INSTALLED\n")
        return False
    installed = time.monotonic() - began
    surefoot = str(home / "bin" / "surefoot")
    kernel = subprocess.run(
        [surefoot, "doctor", "--json"], check=True, capture_output=True, text=True, env=clean, cwd=folder
    ).stdout
    engine = ["corpus", "run", "--file", str(cases), "--engine", f"{surefoot} corpus engine", "--json"]
    ran = subprocess.run(
        [surefoot, *engine], capture_output=True, text=True, env=clean, cwd=folder, check=False
    )
    answer = json.loads(ran.stdout) if ran.stdout.strip() else {}
    how = "compiled" if '"compiled"' in kernel else "interpreted"
    counts = ", ".join(f"{key} {value}" for key, value in answer.items() if isinstance(value, int))
    sys.stdout.write(
        f"{Path(python).name}, {name}: installed in {installed:.0f} s, kernel {how}, corpus: "
        f"{'right' if ran.returncode == 0 else 'WRONG'} ({counts})\n"
    )
    sys.stdout.flush()
    return ran.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
