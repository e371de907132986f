"""Checksums of a release, and their signature."""

from __future__ import annotations

import subprocess
from hashlib import sha256
from pathlib import Path

SUMS = "SHA256SUMS"
# What the signature is for, so that it can't be used for anything else.
NAMESPACE = "surefoot-release"


def checksums(folder: Path) -> Path:
    """Write the checksums of all files of a folder, in the form that `sha256sum --check` reads."""
    path = folder / SUMS
    files = sorted(each for each in folder.iterdir() if each.is_file() and not each.name.startswith(SUMS))
    lines = [f"{sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def signed(path: Path, key: Path) -> Path:
    """Sign a file with an SSH key; `ssh-keygen -Y verify` checks it."""
    subprocess.run(
        ["ssh-keygen", "-Y", "sign", "-q", "-n", NAMESPACE, "-f", str(key), str(path)],
        check=True,
        capture_output=True,
    )
    return path.with_name(f"{path.name}.sig")
