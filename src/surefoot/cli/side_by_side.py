"""Short texts side by side in a column: a line breaks between them, never within one."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

GAP = "  "


class SideBySide:
    """Texts such as `M 6` and `base 32 mm`, which stay whole in a narrow terminal."""

    def __init__(self, parts: Sequence[str]) -> None:
        self.parts = [part for part in parts if part]

    def lines(self, width: int) -> list[str]:
        """The texts in lines of this width; a text that is wider has a line of its own.

        >>> SideBySide(["M 6", "Sv 3", "base 32 mm"]).lines(10)
        ['M 6  Sv 3', 'base 32 mm']
        """
        found: list[str] = []
        for part in self.parts:
            joined = f"{found[-1]}{GAP}{part}" if found else part
            if found and cell_len(joined) <= width:
                found[-1] = joined
            else:
                found.append(part)
        return found

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """As Rich asks for it, in the width that is left."""
        yield from (Text(line) for line in self.lines(options.max_width))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """From its longest text to all of them in one line."""
        widths = [cell_len(part) for part in self.parts] or [0]
        whole = sum(widths) + len(GAP) * (len(widths) - 1)
        return Measurement(max(widths), whole).with_maximum(options.max_width)
