"""The source distribution and the wheel of this platform, the same bytes for the same commit."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path


def build(root: Path, into: Path, *, epoch: str) -> tuple[Path, ...]:
    """Build both archives from a clean copy of what is committed; returns their paths."""
    with tempfile.TemporaryDirectory(prefix="surefoot-release-") as temporary:
        source, made = Path(temporary) / "source", Path(temporary) / "dist"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(root), str(source)], check=True)
        _dated(source, int(epoch))
        for what in ("--sdist", "--wheel"):
            subprocess.run(
                [sys.executable, "-m", "build", "--no-isolation", what, "--outdir", str(made), str(source)],
                check=True,
                env={**os.environ, "SOURCE_DATE_EPOCH": epoch},
                stdout=subprocess.DEVNULL,
            )
        (archive,) = made.glob("*.tar.gz")
        repacked(archive, int(epoch))
        found = []
        for each in sorted(made.iterdir()):
            shutil.copyfile(each, into / each.name)
            found.append(into / each.name)
    return tuple(found)


def _dated(folder: Path, epoch: int) -> None:
    """Give every file one time: wheels keep the times of their files."""
    for path in (each for each in folder.rglob("*") if ".git" not in each.parts):
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def repacked(archive: Path, epoch: int) -> None:
    """Write a source distribution again, sorted, with one time and without names of users."""
    with tarfile.open(archive) as old:
        held = [(member, old.extractfile(member)) for member in sorted(old, key=lambda each: each.name)]
        content = [(member, stream.read() if stream is not None else b"") for member, stream in held]
    with (
        archive.open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, mtime=epoch) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member, data in content:
            member.mtime, member.uid, member.gid, member.uname, member.gname = epoch, 0, 0, "", ""
            member.pax_headers = {}
            new.addfile(member, BytesIO(data))
