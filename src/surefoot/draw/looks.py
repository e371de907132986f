"""Colours, patterns and legend texts. Colours suit colour-blind readers; signs also work in print."""

from __future__ import annotations

from surefoot.language import say
from surefoot.language.speaker import Speaker

# The palette of Okabe and Ito, for colour-blind readers; the first two sides also differ in lightness, for print.
LIGHT = {
    "paper": "#ffffff",
    "board": "#f6f3ec",
    "ink": "#1b1b1b",
    "soft": "#5f5a52",
    "faint": "#a39c90",
    "shadow": "#1b1b1b",
    "side-0": "#0072b2",
    "side-1": "#e69f00",
    "side-2": "#009e73",
    "side-3": "#cc79a7",
    "side-4": "#8a8a8a",
    "level-1": "#e6dfcf",
    "level-2": "#d8ceb8",
    "level-3": "#c9bca1",
    "level-4": "#b9aa8b",
    "wall": "#5d5a55",
    "obstacle": "#a4957b",
    "door": "#9c6b3f",
    "glass": "#cfe3ee",
    "wood": "#7a5a2a",
    "depth": "#3b3833",
    "difficult": "#8a7414",
    "dangerous": "#b8255c",
    "impassable": "#4a4a4a",
    "water": "#2f7fb8",
    "walk": "#1b1b1b",
    "climb": "#7b3f9e",
    "leap": "#00664b",
    "drop": "#b3261e",
    "bar": "#0072b2",
}

DARK = LIGHT | {
    "paper": "#16181b",
    "board": "#22252a",
    "ink": "#f2efe9",
    "soft": "#b4aea3",
    "faint": "#6d6a64",
    "shadow": "#000000",
    "side-0": "#3d9bd6",
    "side-1": "#f0b429",
    "side-2": "#2fc797",
    "side-3": "#e39cc4",
    "side-4": "#9a9a9a",
    "level-1": "#33373d",
    "level-2": "#424750",
    "level-3": "#525862",
    "level-4": "#626975",
    "wall": "#96928a",
    "obstacle": "#7d7361",
    "door": "#b98353",
    "glass": "#3f5866",
    "wood": "#d0a868",
    "depth": "#060708",
    "difficult": "#d6bf5c",
    "dangerous": "#f07fa6",
    "impassable": "#a0a0a0",
    "water": "#6cb8ea",
    "walk": "#f2efe9",
    "climb": "#d19be8",
    "leap": "#4bd6a8",
    "drop": "#ff8a7c",
    "bar": "#3d9bd6",
}

PALETTES = {False: LIGHT, True: DARK}

# The number of side colours; a side named after a colour gets that colour.
SIDES = 5
SIDE_NAMES = {"blue": 0, "orange": 1, "yellow": 1, "gold": 1, "green": 2, "pink": 3, "purple": 3, "grey": 4}

# Colour and pattern of ground, by its first tag in this table.
AREAS = {
    "impassable": ("impassable", "cross"),
    "dangerous": ("dangerous", "stripes"),
    "very-difficult": ("difficult", "many-dots"),
    "difficult": ("difficult", "dots"),
    "hindering": ("difficult", "dots"),
    "treacherous": ("difficult", "ticks"),
    "variable": ("difficult", "dashes"),
    "water": ("water", "waves"),
    "area": ("soft", "none"),
    "goal-zone": ("leap", "rings"),
}

# Fill and opacity of solid terrain.
SOLIDS = {
    "wall": ("wall", 1.0),
    "obstacle": ("obstacle", 1.0),
    "door-closed": ("door", 1.0),
    "door-open": ("paper", 0.9),
    "window": ("glass", 1.0),
    "railing": ("wood", 1.0),
    "ductway": ("glass", 0.4),
}

LEVELS = ("platform", "block", "lift", "stairs", "ramp", "deck")
# Terrain that is too dark for texts.
UNREADABLE = ("wall", "door-closed", "door-open", "window")
LINKS = ("ladder", "rope")

# Colour and dashes of a stretch of a path, so that modes differ without colour.
TRACKS = {
    "walk": ("walk", ""),
    "climb": ("climb", "2 4"),
    "by-ladder": ("climb", "7 3 2 3"),
    "leap": ("leap", "10 4"),
    "drop": ("drop", "1.5 5"),
    "fly": ("leap", "14 5"),
    "swim": ("water", "6 3"),
    "by-lift": ("climb", "12 3"),
    "moved": ("soft", "3 5"),
    "declared": ("drop", "6 5"),
    "nearest": ("leap", ""),
}

# Bases that mark a position other than a model's own.
GHOSTS = ("goal", "ghost", "origin")
SIGNS = ("refused", "up", "down", "gone", "object")

# The texts of the legend.
WORDS = {
    "impassable": say("impassable ground"),
    "dangerous": say("dangerous ground"),
    "difficult": say("difficult ground"),
    "very-difficult": say("very difficult ground"),
    "hindering": say("hindering ground"),
    "treacherous": say("treacherous ground"),
    "variable": say("variable ground"),
    "water": say("water"),
    "area": say("other ground"),
    "goal-zone": say("goal"),
    "platform": say("level, open below"),
    "block": say("level, solid below"),
    "lift": say("lift"),
    "stairs": say("stairs, arrow up"),
    "ramp": say("ramp, arrow up"),
    "deck": say("deck"),
    "gap": say("gap"),
    "wall": say("wall"),
    "obstacle": say("obstacle"),
    "door-open": say("open door"),
    "door-closed": say("closed door"),
    "window": say("window"),
    "railing": say("railing"),
    "ductway": say("ductway"),
    "ladder": say("ladder"),
    "rope": say("rope or grapple"),
    "walk": say("on the ground"),
    "climb": say("climb"),
    "by-ladder": say("by ladder or rope"),
    "leap": say("leap"),
    "drop": say("jump or fall"),
    "fly": say("through the air"),
    "swim": say("in the water"),
    "by-lift": say("by lift"),
    "moved": say("moved or set down"),
    "declared": say("declared path"),
    "nearest": say("legal part"),
    "goal": say("end of the move"),
    "ghost": say("nearest legal end"),
    "origin": say("start of the move"),
    "down-model": say("down"),
    "hidden-model": say("below terrain"),
    "refused": say("illegal here"),
    "up": say("up here"),
    "down": say("down here"),
    "gone": say("removed from the game"),
    "object": say("object"),
}

# Font sizes of labels, most important first.
SIZES = {
    "stage": 11.0,
    "event": 10.0,
    "name": 12.0,
    "unit": 12.0,
    "inside": 10.0,
    "status": 9.5,
    "stride": 9.0,
    "cost": 10.0,
    "height": 9.5,
    "piece": 9.5,
}
BADGES = ("stage", "event", "stride")


def word(kind: str) -> str:
    """The legend text of a kind in the reader's language."""
    return Speaker()(WORDS[kind]) if kind in WORDS else kind.replace("-", " ")


def on(colour: str) -> str:
    """Black or white, whichever reads better on a colour.

    >>> on("#0072b2"), on("#e69f00")
    ('#ffffff', '#000000')
    """
    return "#000000" if contrast(colour, "#000000") > contrast(colour, "#ffffff") else "#ffffff"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG measures it, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
