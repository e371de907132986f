"""Pictures of a table, a path, a verdict: one description, drawn as SVG or PNG, on a terminal or in a notebook."""

from surefoot.draw.compose import picture
from surefoot.draw.picture import Picture
from surefoot.draw.png import png
from surefoot.draw.svg import svg

__all__ = ["Picture", "picture", "png", "svg"]
