"""Colours and patterns of one palette."""

from __future__ import annotations

from dataclasses import field

from surefoot.draw.looks import PALETTES
from surefoot.records import dataclass

PATTERNS = {
    "dots": '<circle cx="3" cy="3" r="1.3" fill="{0}"/>',
    "many-dots": '<circle cx="2" cy="2" r="1.4" fill="{0}"/><circle cx="6" cy="6" r="1.4" fill="{0}"/>',
    "rings": '<circle cx="4" cy="4" r="1.6" fill="none" stroke="{0}" stroke-width="0.7" stroke-opacity="0.5"/>',
    "ticks": '<path d="M1 6L4 2L7 6" fill="none" stroke="{0}" stroke-width="1.2"/>',
    "dashes": '<path d="M1 3H5M5 7H8" stroke="{0}" stroke-width="1.4"/>',
    "stripes": '<path d="M-1 1L1 -1M0 8L8 0M7 9L9 7" stroke="{0}" stroke-width="1.7"/>',
    "cross": '<path d="M0 0L8 8M0 8L8 0" stroke="{0}" stroke-width="1.3"/>',
    "waves": '<path d="M0 4q2-3 4 0t4 0" fill="none" stroke="{0}" stroke-width="1.3"/>',
    "planks": '<path d="M0 2.5H8M0 6.5H8" stroke="{0}" stroke-width="0.6" stroke-opacity="0.6"/>',
    "depth": '<path d="M0 0L8 8" stroke="{0}" stroke-width="2.6"/>',
}


@dataclass
class Pen:
    """Draws with one palette; remembers which patterns it has used."""

    dark: bool
    patterns: dict[tuple[str, str], None] = field(default_factory=dict)

    def __call__(self, colour: str) -> str:
        """A colour of the palette."""
        return PALETTES[self.dark][colour]

    def pattern(self, name: str, colour: str) -> str:
        """A fill with a pattern. Pictures with the same palette share pattern names, so several fit on one page."""
        self.patterns[name, colour] = None
        return f"url(#{self._id(name, colour)})"

    def _id(self, name: str, colour: str) -> str:
        return f"surefoot-{'dark' if self.dark else 'light'}-{name}-{colour}"

    def definitions(self) -> str:
        """The patterns that were used."""
        found = [
            f'<pattern id="{self._id(name, colour)}" width="8" height="8" patternUnits="userSpaceOnUse">'
            f"{PATTERNS[name].format(self(colour))}</pattern>"
            for name, colour in self.patterns
        ]
        return f"<defs>{''.join(found)}</defs>" if found else ""
