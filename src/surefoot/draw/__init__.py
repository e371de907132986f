"""Pictures of a table, a path, a verdict: one description, drawn as SVG or PNG."""

from surefoot.draw.compose import picture
from surefoot.draw.svg import svg

__all__ = ["picture", "svg"]
