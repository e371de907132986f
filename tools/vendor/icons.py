"""Write the icons that the page uses as one ES module, from the SVG files of the lucide-static package.

    python tools/vendor/icons.py <unpacked package> <folder in vendor>

Prints the SHA-256 of the module, which belongs in `vendor.json`.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

# Only these are shipped: the page loads all of them at once.
NAMES = """
activity align-center-horizontal align-center-vertical anchor armchair arrow-big-up arrow-down arrow-down-to-line
arrow-left arrow-right arrow-up arrow-up-from-line bell book-open bot box car check chevron-down chevron-left
chevron-right chevron-up chevrons-up circle-question-mark clipboard-paste clock compass construction copy corner-up-right
crosshair dices door-open download ellipsis eye eye-off feather fence file-up flag flame flip-horizontal-2
footprints gauge git-fork grid-3x3 group hand hand-grab history image info keyboard layers link list-checks lock
log-in log-out map-pin maximize menu message-circle minus moon mountain mouse-pointer-2 move move-up-right pause
pencil person-standing play plus printer qr-code rabbit redo-2 rotate-ccw rotate-cw route ruler save scaling search
send settings share-2 shield skip-back skip-forward skull sliders-horizontal sparkles square star sun swords target
trash-2 trending-up triangle-alert truck type undo-2 lock-open upload user-plus users volume-2 volume-x waves wrench x
zap zoom-in zoom-out
"""


def parts(file: Path) -> list[tuple[str, dict[str, str]]]:
    """The shapes of an icon: their tags and attributes."""
    return [(each.tag.rpartition("}")[2], dict(each.attrib)) for each in ElementTree.parse(file).getroot()]


def module(package: Path) -> str:
    """The module: each icon as a list of [tag, attributes]."""
    found = {name: parts(package / "icons" / f"{name}.svg") for name in NAMES.split()}
    lines = [f'  "{name}": {json.dumps(each, separators=(",", ":"))},' for name, each in found.items()]
    head = "// Lucide icons, ISC licence (see LICENSE). Written by tools/vendor/icons.py."
    return "\n".join((head, "export default {", *lines, "};", ""))


def main(package: str, folder: str) -> None:
    text = module(Path(package))
    (Path(folder) / "icons.js").write_text(text, encoding="utf-8")
    sys.stdout.write(f"{sha256(text.encode()).hexdigest()}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
