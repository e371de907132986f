"""The bytes of a file from elsewhere, and what they hold: text, JSON, or the one file of an archive."""

from __future__ import annotations

import io
import json
import os
import zipfile
import zlib
from pathlib import Path
from typing import Any, NoReturn

from surefoot.intake.problems import refused
from surefoot.language import Notation, Quoted, say
from surefoot.records import dataclass

# Limits of files from elsewhere, as the documentation states them. Maps carry their picture, so they may be large.
MOST_BYTES = 64_000_000
MOST_VALUES = 1_000_000
MOST_ENTRIES = 50
MOST_RATIO = 200
# A JSON number of more digits is no measure of anything.
LONGEST_NUMBER = 60


@dataclass(frozen=True)
class Content:
    """A file from elsewhere: its name and its bytes."""

    name: str
    data: bytes

    @property
    def start(self) -> bytes:
        """Its first characters without blanks and without a byte-order mark."""
        return self.data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()

    @property
    def is_archive(self) -> bool:
        """Whether it is a zip archive."""
        return self.data.startswith(b"PK\x03\x04")


def read(path: str | os.PathLike[str]) -> Content:
    """The content of a file; refused if it is missing or too large."""
    name = str(path)
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise refused(name, say("there is no such file")) from None
    except IsADirectoryError:
        raise refused(name, say("this is a folder, not a file")) from None
    except (OSError, ValueError) as error:
        raise refused(name, say("the file can't be read: {why}", why=Notation(str(error)))) from None
    return limited(Content(name, data))


def limited(content: Content) -> Content:
    """The same content; refused if it is too large."""
    if len(content.data) > MOST_BYTES:
        raise refused(
            content.name, say("the file has more than {most} bytes", most=Notation(f"{MOST_BYTES:,}"))
        )
    return content


def text_of(content: Content) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark."""
    encoding = "utf-16" if content.data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return content.data.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.data.count(b"\n", 0, error.start) + 1
        raise refused(content.name, say("this is not text in UTF-8"), line) from None


def json_of(content: Content) -> Any:
    """The JSON value of a file; refused if it is none, too deep or too large."""
    values = sum(content.data.count(sign) for sign in (b",", b"[", b"{"))
    if values > MOST_VALUES:
        raise refused(
            content.name, say("the file holds more than {most} values", most=Notation(f"{MOST_VALUES:,}"))
        )
    text = text_of(content)
    try:
        return json.loads(text, parse_constant=_no_constant, parse_int=_whole, parse_float=_number)
    except json.JSONDecodeError as error:
        says = say("this is not JSON: {why}", why=Notation(error.msg))
        raise refused(content.name, says, error.lineno) from None
    except RecursionError:
        raise refused(content.name, say("lists and objects are nested too deep")) from None
    except ValueError as error:
        raise refused(content.name, say("{what} is not a number", what=Quoted(str(error)[:40]))) from None


def _no_constant(text: str) -> NoReturn:
    raise ValueError(text)


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(text)
    return int(text)


def _number(text: str) -> float:
    found = float(text) if len(text) <= LONGEST_NUMBER else float("inf")
    if found in (float("inf"), float("-inf")):
        raise ValueError(text)
    return found


def unpacked(content: Content, *endings: str) -> Content:
    """The one file with one of these endings in an archive; a content that is no archive as it is."""
    if not content.is_archive:
        return content
    try:
        with zipfile.ZipFile(io.BytesIO(content.data)) as archive:
            return Content(content.name, _only(archive, content.name, endings))
    # Everything that `zipfile` raises for a file that is no sound archive; it documents no common class.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError, KeyError):
        raise refused(content.name, say("the archive is damaged")) from None
    except RuntimeError:
        # The only one that `zipfile` raises while reading: a password is needed.
        raise refused(content.name, say("the archive is encrypted")) from None


def _only(archive: zipfile.ZipFile, name: str, endings: tuple[str, ...]) -> bytes:
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise refused(name, say("the archive holds more than {most} files", most=Notation(str(MOST_ENTRIES))))
    wanted = [each for each in entries if each.filename.lower().endswith(endings)]
    if len(wanted) != 1:
        says = say(
            "the archive should hold one file {ending}; it holds {count}",
            ending=Notation(" / ".join(endings)),
            count=Notation(str(len(wanted))),
        )
        raise refused(name, says)
    entry = wanted[0]
    if entry.file_size > MOST_BYTES or entry.file_size > MOST_RATIO * max(entry.compress_size, 1_000):
        raise refused(name, say("the archive is too large once it is unpacked"))
    with archive.open(entry) as stream:
        # What the archive says of itself may be wrong.
        data = stream.read(min(MOST_BYTES, entry.file_size) + 1)
    if len(data) > entry.file_size:
        raise refused(name, say("the archive is too large once it is unpacked"))
    return data
