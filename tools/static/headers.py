"""Runs inside Pyodide: unpacks the headers of Python from a Debian package in /work, and configures them as Pyodide is."""

import io
import re
import sysconfig
import tarfile
from pathlib import Path

WORK = Path("/work")
HEAD = 60  # bytes of the head of each file in such a package, which begins with 8 bytes of its own


def contents(package: bytes) -> bytes:
    """The files of a Debian package, as a tar archive."""
    at = 8
    while at < len(package):
        name, size = package[at : at + 16].decode().strip(), int(package[at + 48 : at + 58])
        if name.startswith("data.tar"):
            return package[at + HEAD : at + HEAD + size]
        at += HEAD + size + size % 2
    raise ValueError("there are no files in it")


(deb,) = WORK.glob("*.deb")
include = WORK / "include"
include.mkdir()
template = ""
with tarfile.open(fileobj=io.BytesIO(contents(deb.read_bytes()))) as archive:
    for each in archive:
        folder, _, name = each.name.partition("/python3.14/")
        if not each.isfile():
            continue
        text = archive.extractfile(each).read()  # type: ignore[union-attr]  # it is a file
        if name == "pyconfig.h":
            # One for each kind of machine; any of them lists all names.
            template += text.decode()
        elif folder == "./usr/include":
            (include / name).parent.mkdir(parents=True, exist_ok=True)
            (include / name).write_bytes(text)

known = sysconfig.get_config_vars()
names = dict.fromkeys(re.findall(r"^(?:#define|/\* #undef) (\w+)", template, re.MULTILINE))
lines = [f"#define {name} {known[name]}" for name in names if known.get(name)]
(include / "pyconfig.h").write_text("\n".join([*lines, ""]))
