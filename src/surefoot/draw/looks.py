"""How things look: colours that colour-blind people can tell apart, light and dark, and patterns that survive printing."""

from __future__ import annotations

# After Okabe and Ito: told apart by everybody; sides also differ by their outline.
LIGHT = {
    "paper": "#ffffff",
    "board": "#f4f1ea",
    "ink": "#1b1b1b",
    "soft": "#6b665e",
    "side-0": "#0072b2",
    "side-1": "#d55e00",
    "side-2": "#009e73",
    "goal": "#1b1b1b",
    "wall": "#5d5a55",
    "obstacle": "#a99d88",
    "platform": "#d9d2c3",
    "stairs": "#cfc6b2",
    "lift": "#c5d4dd",
    "door": "#9c6b3f",
    "difficult": "#b9a24c",
    "dangerous": "#cc3d6e",
    "impassable": "#4a4a4a",
    "water": "#56b4e9",
    "walk": "#1b1b1b",
    "climb": "#9a4f96",
    "leap": "#007a5a",
    "drop": "#c0392b",
    "link": "#7a5a2a",
}

DARK = LIGHT | {
    "paper": "#16181b",
    "board": "#23262b",
    "ink": "#f0ede6",
    "soft": "#a8a399",
    "side-0": "#4aa8e0",
    "side-1": "#ff8f3f",
    "side-2": "#2fc797",
    "goal": "#f0ede6",
    "wall": "#8d8981",
    "obstacle": "#7a705e",
    "platform": "#3a3d42",
    "stairs": "#474a4f",
    "lift": "#3d4a53",
    "difficult": "#c9b45c",
    "dangerous": "#e8658f",
    "impassable": "#0c0d0e",
    "walk": "#f0ede6",
    "climb": "#d08fd0",
    "leap": "#3fd0a0",
    "drop": "#ff7a6b",
    "link": "#d0a868",
}

# Which entry of the palette a kind is filled with; what is not named is drawn like a platform.
FILL = {
    "wall": "wall",
    "obstacle": "obstacle",
    "platform": "platform",
    "stairs": "stairs",
    "ramp": "stairs",
    "lift": "lift",
    "door-open": "paper",
    "door-closed": "door",
    "window": "lift",
    "gap": "ink",
    "railing": "link",
    "ductway": "link",
    "link": "link",
    "refused": "drop",
}

# Areas are shown by pattern and colour together.
PATTERNS = {
    "difficult": "dots",
    "very-difficult": "dots",
    "treacherous": "dots",
    "area": "none",
    "dangerous": "stripes",
    "impassable": "cross",
    "water": "waves",
}

AREA_COLOUR = {
    "difficult": "difficult",
    "very-difficult": "difficult",
    "treacherous": "difficult",
    "area": "soft",
    "dangerous": "dangerous",
    "impassable": "impassable",
    "water": "water",
}

# How a piece of a path is dashed, so that modes differ without colour.
DASH = {
    "walk": "",
    "climb": "2 3",
    "leap": "9 4",
    "drop": "1 4",
    "ladder": "5 2 1 2",
    "set": "3 5",
    "declared": "6 6",
}

TRACK_COLOUR = {
    "walk": "walk",
    "climb": "climb",
    "leap": "leap",
    "drop": "drop",
    "ladder": "link",
    "set": "soft",
    "declared": "drop",
}
