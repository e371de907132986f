"""Widths of texts, from the fonts of the pictures, and line breaking."""

from __future__ import annotations

import struct
from functools import lru_cache

FONTS = {False: "font.ttf", True: "font-bold.ttf"}

# Line height and baseline, as shares of the font size.
LINE = 1.25
BASELINE = 0.97

# The assumed width of signs that the font lacks.
_UNKNOWN = 1.0

# Characters that XML can't contain, and line breaks.
_FORBIDDEN: dict[int, str] = dict.fromkeys([*range(32), *range(127, 160), 0xFFFE, 0xFFFF], "\ufffd")
_FORBIDDEN |= {ord(blank): " " for blank in "\t\n\r\x85\u2028\u2029"}


@lru_cache(maxsize=2)
def widths(bold: bool) -> dict[int, float]:
    """The width of every letter of a font, in shares of its size."""
    # Imported here: many pictures and all bars of a terminal need no font.
    from importlib.resources import files

    data = (files("surefoot.draw") / FONTS[bold]).read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {
        data[at : at + 4].decode("ascii"): struct.unpack_from(">I", data, at + 8)[0]
        for at in range(12, 12 + 16 * count, 16)
    }
    (per_em,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (measured,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    advances = [struct.unpack_from(">H", data, tables["hmtx"] + 4 * i)[0] for i in range(measured)]
    # Glyphs beyond the last measured one are as wide as that one.
    return {
        code: advances[min(glyph, measured - 1)] / per_em
        for code, glyph in _glyphs(data, tables["cmap"]).items()
    }


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """The glyph of each letter, from the font's segment table (format 4)."""
    (offset,) = struct.unpack_from(">I", data, cmap + 8)
    at = cmap + offset
    (doubled,) = struct.unpack_from(">H", data, at + 6)
    segments = doubled // 2
    ends, starts, deltas, ranges = (
        at + 14,
        at + 16 + doubled,
        at + 16 + 2 * doubled,
        at + 16 + 3 * doubled,
    )
    found = {}
    for i in range(segments):
        (end,), (start,), (delta,), (jump,) = (
            struct.unpack_from(">H", data, column + 2 * i) for column in (ends, starts, deltas, ranges)
        )
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code
            if jump:
                (glyph,) = struct.unpack_from(">H", data, ranges + 2 * i + jump + 2 * (code - start))
            if glyph or not jump:
                found[code] = (glyph + delta) % 65536
    return found


def covered(text: str) -> bool:
    """Whether our fonts have every letter of a text."""
    return all(ord(letter) in widths(False) and ord(letter) in widths(True) for letter in text)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is."""
    known = widths(bold)
    return sum(known.get(ord(letter), _UNKNOWN) for letter in text) * size


def clean(text: str) -> str:
    """A text on one line, without characters that a picture can't contain.

    >>> clean("kal\\nthe\\x07bold")
    'kal the\ufffdbold'
    """
    return "".join(
        "\ufffd" if 0xD800 <= ord(letter) <= 0xDFFF else letter for letter in text.translate(_FORBIDDEN)
    )


def shortened(text: str, most: int = 24) -> str:
    """A text cut to at most this many letters.

    >>> shortened("the-one-with-the-long-name-of-all", 12)
    'the-one-wit…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def wrapped(text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    """A text in lines that fit; a word that is too long by itself is broken."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if text_width(longer, size, bold=bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        *parts, line = _broken(word, room, size, bold=bold)
        lines += parts
    return [*lines, line]


def _broken(word: str, room: float, size: float, *, bold: bool) -> list[str]:
    parts = [""]
    for letter in word:
        if parts[-1] and text_width(parts[-1] + letter, size, bold=bold) > room:
            parts.append("")
        parts[-1] += letter
    return parts
