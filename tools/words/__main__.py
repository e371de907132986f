"""`python -m tools.words`: write every sentence into a template for translators (`surefoot.pot`).

A translation is a copy of it, filled in and named after its language: `de.po` in `src/surefoot/language/locales`, or in
the folder that `SUREFOOT_LOCALES` names. `--update de.po` brings an older translation up to date. Sentences of the page
go into a template of their own, because the page reads JSON: `--page page.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from babel.messages.pofile import read_po, write_po
from tools.words.gather import page_texts, sentences

USAGE = (__doc__ or "").partition("\n")[0]


def main() -> int:
    """Write a template, update a translation, or list the texts of the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.words", description=USAGE)
    parser.add_argument("--output", type=Path, default=Path("surefoot.pot"), help="the template to write")
    parser.add_argument("--update", type=Path, help="a translation to bring up to date instead")
    parser.add_argument("--page", type=Path, help="write the texts of the page as JSON instead")
    given = parser.parse_args()
    if given.page is not None:
        texts = dict.fromkeys(page_texts(), "")
        given.page.write_text(f"{json.dumps(texts, ensure_ascii=False, indent=1)}\n", encoding="utf-8")
        sys.stdout.write(f"{given.page}: {len(texts)} texts\n")
        return 0
    template, target = sentences(), given.output
    if given.update is not None:
        target = given.update
        with target.open("rb") as opened:
            translation = read_po(opened, locale=target.stem)
        translation.update(template)
        template = translation
    with target.open("wb") as opened:
        write_po(opened, template, width=110, sort_output=True, omit_header=False)
    sys.stdout.write(f"{target}: {len(template)} sentences\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
