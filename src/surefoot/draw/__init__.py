"""Pictures of tables, paths, verdicts and odds, as SVG, PNG, terminal text or in notebooks."""

from surefoot.draw.chances import bar_chart, chances
from surefoot.draw.compose import picture
from surefoot.draw.picture import Picture
from surefoot.draw.png import png
from surefoot.draw.svg import svg
from surefoot.draw.terminal import terminal

__all__ = ["Picture", "bar_chart", "chances", "picture", "png", "svg", "terminal"]
