"""The folder that a static host serves: the page, the engine, and a service worker that keeps both for later."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from tools.static import engine
from tools.static.fetching import ROOT, locked, stamp_of

from surefoot.server import manual
from surefoot.server.pages import FOREVER, SAFE, page

# The policy of the page, and what Python in a browser needs besides: WebAssembly, and nothing else.
POLICY = SAFE["content-security-policy"].replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
HEAD = b"<head>"
# As `make docs` builds it; without it the folder has no manual.
MANUAL = ROOT / "site"


def written(into: Path) -> None:
    """Write the whole folder anew."""
    shown = page()
    with tempfile.TemporaryDirectory(prefix="surefoot-static-") as temporary:
        fresh = Path(temporary) / "site"
        ready = engine.ready()
        stamp = stamp_of(ready)
        shutil.copytree(ready, fresh / "engine" / stamp)
        for path, content in shown.files.items():
            target = fresh / "page" / shown.hash / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        (fresh / "index.html").write_bytes(_index(shown.index, f"engine/{stamp}/"))
        if (MANUAL / "index.html").exists():
            _manual(fresh / "manual")
        (fresh / "surefoot.json").write_text(json.dumps({"engine": f"engine/{stamp}/"}), encoding="utf-8")
        (fresh / "embed.js").write_text(
            f'export * from "./page/{shown.hash}/js/embed/element.js";\n', encoding="utf-8"
        )
        (fresh / "_headers").write_text(_headers(), encoding="utf-8")
        (fresh / "LICENCES.txt").write_text(_licences(), encoding="utf-8")
        (fresh / "sw.js").write_text(service_worker(fresh), encoding="utf-8")
        shutil.rmtree(into, ignore_errors=True)
        into.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(fresh, into)


def _index(index: bytes, at: str) -> bytes:
    """The start page with its policy, which a static host may not be able to send, and with the place of the engine."""
    # A policy in the page can't say who may frame it; `_headers` does, where a host reads it.
    policy = "; ".join(each for each in POLICY.split("; ") if not each.startswith("frame-ancestors"))
    more = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"><meta name="engine" content="{at}">'
    )
    return index.replace(HEAD, HEAD + more.encode(), 1)


def service_worker(folder: Path) -> str:
    """The service worker with the list of all files, and a version that changes with any of them."""
    files = [
        "./",
        *(
            f"{each.relative_to(folder).as_posix()}"
            for each in sorted(folder.rglob("*"))
            if _kept(each, folder)
        ),
    ]
    text = (Path(__file__).parent / "sw.js").read_text(encoding="utf-8")
    return text.replace("{version}", stamp_of(folder)).replace("/* {files} */ []", json.dumps(files))


def _kept(path: Path, folder: Path) -> bool:
    """Whether a visit without a network needs it: the manual is too large to be kept, and source maps are for developers."""
    name = path.relative_to(folder).as_posix()
    return (
        path.is_file()
        and name not in ("index.html", "_headers", "sw.js")
        and not name.startswith("manual/")
        and not name.endswith(".map")
    )


def _headers() -> str:
    """Headers for hosts that read such a file (Netlify, Cloudflare Pages)."""
    safe = {**SAFE, "content-security-policy": POLICY}
    forever = {**safe, "cache-control": FOREVER}
    fresh = {**safe, "cache-control": "no-cache"}
    rules = dict.fromkeys(("/", "/index.html", "/sw.js", "/embed.js", "/surefoot.json"), fresh)
    rules |= {"/page/*": forever, "/engine/*": forever, "/manual/*": manual.HEADERS}
    return "".join(
        "".join((f"{address}\n", *(f"  {name}: {value}\n" for name, value in headers.items())))
        for address, headers in rules.items()
    )


def _manual(into: Path) -> None:
    """The manual beside the page; its link to the table leads there."""
    shutil.copytree(MANUAL, into)
    for each in into.rglob("*.html"):
        back = "../" * len(each.relative_to(into).parts)
        each.write_bytes(each.read_bytes().replace(manual.TABLE, f'href="{back}"'.encode()))


def _licences() -> str:
    """What is in the folder besides Surefoot, where it comes from and under which licence."""
    lines = [
        f"{name}: {each['licence']}\n  {each['why']}\n  {each['from']}" for name, each in locked().items()
    ]
    return "\n".join(["Surefoot is under the Apache licence 2.0. With it come:", "", *lines, ""])
