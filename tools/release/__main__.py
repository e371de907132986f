"""Build the release into dist/: source distribution, wheel, bill of materials, licences and checksums.

    python -m tools.release            # signed too, if SUREFOOT_SIGNING_KEY names an SSH key

Archives depend on the commit alone: times come from it, so that two builds on one platform are the same bytes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tools.release.archives import build
from tools.release.materials import bill, licences
from tools.release.sums import checksums, signed

ROOT = Path(__file__).parent.parent.parent


def main() -> int:
    """Write everything that a release has; return 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="the folder to write to")
    given = parser.parse_args()
    into: Path = given.into.resolve()
    into.mkdir(parents=True, exist_ok=True)
    committed = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    for archive in build(ROOT, into, epoch=os.environ.get("SOURCE_DATE_EPOCH", committed)):
        sys.stderr.write(f"built {archive.name}\n")
    (into / "sbom.cdx.json").write_text(bill(ROOT), encoding="utf-8")
    (into / "LICENCES.md").write_text(licences(ROOT), encoding="utf-8")
    sums = checksums(into)
    key = os.environ.get("SUREFOOT_SIGNING_KEY")
    sys.stderr.write(
        f"signed {signed(sums, Path(key)).name}\n" if key else "not signed: no SUREFOOT_SIGNING_KEY\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
