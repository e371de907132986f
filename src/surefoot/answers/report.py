"""The report of a review to keep and share: Markdown, or one HTML file that needs nothing else."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from typing import Any

from surefoot.answers.review import review_data
from surefoot.draw.compose import picture
from surefoot.draw.looks import PALETTES
from surefoot.draw.standing import sides as side_colours
from surefoot.draw.svg import svg
from surefoot.hindsight.game import Review
from surefoot.language import Notation
from surefoot.language.speaker import text

# The size of a plot, and its margins, in pixels.
WIDTH, HEIGHT, LEFT, BOTTOM = 720.0, 220.0, 40.0, 24.0
# The height of a side's row in the plot of plans.
ROW = 56.0
# Bars of the plot of all games.
BARS = 41


def markdown(data: Mapping[str, Any], title: str) -> str:
    """A review as Markdown."""
    lines = [f"# {title}", "", f"{data['ruleset']}: {data['says']}.", ""]
    lines += [line for note in data["notes"] for line in (f"> {note}.", "")]
    for side in data["sides"]:
        lines += [f"## {side['name']}", "", f"**{side['says']}**. {side['exactly']}.", ""]
        lines += [f"- {detail}." for detail in side["details"]]
        lines += [""]
    if data["movement"]:
        lines += [f"## {text('Movement')}", "", *(f"- {each['says']}." for each in data["movement"]), ""]
    lines += [f"## {text('Moves')}", ""]
    for heading, moment in told_moments(data):
        if heading:
            lines += ["", f"### {heading}", ""]
        lines.append(f"{moment['n']}. {moment['declared']}  ")
        lines += [f"   {line}  " for line in moment_lines(moment)]
    return "\n".join(lines).rstrip() + "\n"


def told_moments(data: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """The moments of a review that something can be said of; the first one of each round with the name of the round."""
    known = None
    for moment in data["moments"]:
        if moment["ticks"] and not moment["story"] and not moment["graded"]:
            continue
        begins = moment["round"] != known
        known = moment["round"]
        yield (text("Round {n}", n=known) if begins else ""), moment


def moment_lines(moment: Mapping[str, Any]) -> Iterable[str]:
    """What is said of a moment, line by line."""
    if moment["story"]:
        yield f"{'. '.join(moment['story'])}."
    if moment.get("plan_says"):
        yield f"{moment['plan_says']}."
    for roll in moment.get("rolls", ()):
        faces = ", ".join(map(str, roll["rolled"]))
        told = text("{test}: rolled {faces}", test=Notation(roll["test"]), faces=Notation(faces))
        yield f"{told}; {roll['says']}." if roll["says"] else f"{told}."
    if moment.get("says"):
        yield f"{moment['says']}."
    for line in moment.get("path_says", ()):
        yield f"{line}."


def page(found: Review, data: Mapping[str, Any], title: str) -> str:
    """A review as one HTML file, with pictures of the moments on which the game turned."""
    colours = _colours(found)
    parts = [
        f"<h1>{_safe(title)}</h1>",
        f"<p class=lead>{_safe(data['ruleset'])} · {_safe(data['says'])}</p>",
        *(f"<p class=note>{_safe(note)}.</p>" for note in data["notes"]),
        "<section class=sides>",
        *(_side(side, colours.get(side["side"], PALETTES[False]["soft"])) for side in data["sides"]),
        "</section>",
    ]
    if data["sides"]:
        parts += [
            f"<h2>{_safe(text('Luck, move by move'))}</h2>",
            timeline(data, colours),
            f"<p class=quiet>{_safe(_explained())}</p>",
            f"<h2>{_safe(text('Chance of each plan'))}</h2>",
            plans(data, colours),
            f"<p class=quiet>{_safe(text('A filled bar succeeded as it was declared, an empty one did not.'))}</p>",
        ]
    if data["movement"]:
        parts += [f"<h2>{_safe(text('Movement'))}</h2>", "<ul>"]
        parts += [f"<li>{_safe(each['says'])}</li>" for each in data["movement"]]
        parts.append("</ul>")
    if data["turning_points"]:
        parts.append(f"<h2>{_safe(text('Turning points'))}</h2>")
        by_number = {each.moment.number: each for each in found.moments}
        told = {moment["n"]: moment for moment in data["moments"]}
        for number in data["turning_points"]:
            drawn = svg(picture(by_number[number].moment.before, [by_number[number].outcome]), width=640)
            parts.append(f"<figure>{drawn}<figcaption>{_moment(told[number])}</figcaption></figure>")
    parts += [f"<h2>{_safe(text('Every move'))}</h2>", "<ol>"]
    for name, moment in told_moments(data):
        if name:
            parts.append(f"</ol><h3>{_safe(name)}</h3><ol>")
        parts.append(f"<li value={moment['n']}>{_moment(moment)}</li>")
    parts.append("</ol>")
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{_safe(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{_STYLE}</style></head>\n'
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def _explained() -> str:
    return text(
        "Luck is how good a result was among all results that the same declaration could have had, less one half. A move as "
        "declared is neither lucky nor unlucky by itself; only its dice are. A game is compared with the same decisions, each "
        "rolled again from the position in which it was made."
    )


def _safe(written: str) -> str:
    return html.escape(written)


def _side(side: Mapping[str, Any], colour: str) -> str:
    details = "".join(f"<li>{_safe(detail)}</li>" for detail in side["details"])
    return (
        f'<article style="--side:{colour}"><h2>{_safe(side["name"])}</h2><p class=told>{_safe(side["says"])}</p>'
        f"<p class=quiet>{_safe(side['exactly'])}</p>{histogram(side, colour)}<ul>{details}</ul></article>"
    )


def _moment(moment: Mapping[str, Any]) -> str:
    lines = "".join(f"<p>{_safe(line)}</p>" for line in moment_lines(moment) if line)
    return f"<b>{_safe(moment['declared'])}</b>{lines}"


# ---------------------------------------------------------------------- plots

# The height of a line of text in a picture, and the space around it, in pixels.
LINE, SPACE = 22.0, 12.0


def drawn(found: Review) -> str:
    """A review as one picture, for notebooks: the luck of each side in words, move by move, and the chance of each plan."""
    data = review_data(found)
    colours = _colours(found)
    ink = PALETTES[False]["ink"]
    words = [
        f'<text x="{SPACE}" y="{LINE:.0f}" fill="{ink}">{_safe(data["ruleset"])}: {_safe(data["says"])}</text>'
    ]
    for place, side in enumerate(data["sides"], 2):
        y, colour = LINE * place, colours.get(side["side"], PALETTES[False]["soft"])
        words.append(f'<rect x="{SPACE}" y="{y - 10:.0f}" width="10" height="10" fill="{colour}"/>')
        words.append(
            f'<text x="{SPACE + 16}" y="{y:.0f}" fill="{ink}" font-weight="700">{_safe(side["says"])}</text>'
        )
    top, parts = LINE * (1 + len(data["sides"])) + SPACE, []
    if data["sides"]:
        for plot, height in ((timeline, HEIGHT), (plans, ROW * len(data["sides"]) + 4)):
            at = f'<svg x="{SPACE}" y="{top:.0f}" width="{WIDTH:.0f}" height="{height:.0f}"'
            parts.append(plot(data, colours).replace("<svg", at, 1))
            top += height + SPACE
    wide = WIDTH + 2 * SPACE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {top:.0f}" width="{wide:.0f}" height="{top:.0f}" '
        f'font-family="Archivo, system-ui, sans-serif" font-size="13" fill="{PALETTES[False]["soft"]}">'
        f'<rect width="100%" height="100%" fill="#fbfcfa"/>{"".join(words)}{"".join(parts)}</svg>'
    )


def _colours(found: Review) -> dict[str, str]:
    """The colour of each side."""
    numbers = side_colours([found.session.start])
    return {side: PALETTES[False][f"side-{number}"] for side, number in numbers.items()}


def _axis(y: float) -> str:
    return (
        f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y}" y2="{y}" class="axis" stroke="{PALETTES[False]["soft"]}"/>'
    )


def timeline(data: Mapping[str, Any], colours: Mapping[str, str]) -> str:
    """The luck of each side so far, move by move, as SVG."""
    sides = [side["side"] for side in data["sides"]]
    moments = data["moments"]
    rows = {
        side: [0.0, *(each["so_far"].get(side, {"about": 0.0})["about"] for each in moments)]
        for side in sides
    }
    most = max([0.5, *(abs(value) for row in rows.values() for value in row)])
    wide, tall = WIDTH - LEFT, HEIGHT - BOTTOM

    def at(index: int, value: float) -> str:
        x = LEFT + wide * index / max(len(moments), 1)
        return f"{x:.1f},{tall / 2 - value / most * (tall / 2 - 8):.1f}"

    lines = [
        _axis(tall / 2),
        f'<text x="0" y="14">{_safe(text("lucky"))}</text>',
        f'<text x="0" y="{tall - 4:.0f}">{_safe(text("unlucky"))}</text>',
        f'<text x="{LEFT}" y="{HEIGHT - 6:.0f}">{_safe(text("first move"))}</text>',
        f'<text x="{WIDTH}" y="{HEIGHT - 6:.0f}" text-anchor="end">{_safe(text("last move"))}</text>',
    ]
    for place, (side, row) in enumerate(rows.items()):
        points = " ".join(at(index, value) for index, value in enumerate(row))
        dashes = ("", "7 4", "2 4", "10 3 2 3")[place % 4]
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{colours.get(side, PALETTES[False]["soft"])}" stroke-width="2.5" '
            f'stroke-dasharray="{dashes}"/>'
        )
    label = _safe(text("Luck of each side, move by move"))
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" aria-label="{label}">'
        f"{''.join(lines)}</svg>"
    )


def plans(data: Mapping[str, Any], colours: Mapping[str, str]) -> str:
    """The chance of each declaration with dice to succeed as it was made, one bar each, by side, as SVG."""
    moments, sides = data["moments"], [side["side"] for side in data["sides"]]
    each = (WIDTH - LEFT) / max(len(moments), 1)
    bar = min(14.0, max(3.0, each - 2))
    bars = []
    for place, side in enumerate(sides):
        low, colour = (place + 1) * ROW, colours.get(side, PALETTES[False]["soft"])
        bars.append(_axis(low))
        for index, moment in enumerate(moments):
            if moment["side"] == side and moment.get("plan_says"):
                tall = moment["best"]["about"] * (ROW - 12)
                told = _safe(f"{moment['declared']}. {moment['plan_says']}")
                bars.append(
                    f'<rect x="{LEFT + each * (index + 0.5) - bar / 2:.1f}" y="{low - tall:.1f}" width="{bar:.1f}" '
                    f'height="{tall:.1f}" stroke="{colour}" stroke-width="1.5" '
                    f'fill="{colour if moment["came_off"] else "none"}"><title>{told}</title></rect>'
                )
    height = ROW * len(sides) + 4
    label = _safe(text("Chance of each plan, move by move"))
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH:.0f} {height:.0f}" role="img" aria-label="{label}">'
        f"{''.join(bars)}</svg>"
    )


def histogram(side: Mapping[str, Any], colour: str) -> str:
    """How lucky games like this are, and where this one stands, as SVG."""
    points = side["distribution"]
    low, high = points[0][0], points[-1][0]
    if low == high:
        return ""
    wide, tall = 320.0, 96.0
    bars = [0.0] * min(BARS, len(points) if len(points) > 1 else BARS)

    def bar(value: float) -> int:
        return min(int((value - low) / (high - low) * len(bars)), len(bars) - 1)

    for value, chance in points:
        bars[bar(value)] += chance
    most, each = max(bars), wide / len(bars)
    drawn = "".join(
        f'<rect x="{index * each + 0.5:.1f}" y="{tall - share / most * (tall - 12):.1f}" width="{each - 1:.1f}" '
        f'height="{share / most * (tall - 12):.1f}" fill="{colour}" opacity="{1 if index == bar(side["came"]) else 0.35}"/>'
        for index, share in enumerate(bars)
    )
    label = _safe(text("How lucky games like this are; the strong bar is this one"))
    return (
        f'<svg class="bars" viewBox="0 0 {wide:.0f} {tall:.0f}" role="img" aria-label="{label}">{drawn}</svg>'
    )


_STYLE = """
:root{color-scheme:light dark;--ink:#13201d;--soft:#4a5a55;--paper:#fbfcfa;--line:#d3dbd5;--raised:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#eef3f0;--soft:#aebbb6;--paper:#151d1b;--line:#2e3a37;--raised:#1e2826}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 Archivo,system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:32px 16px 64px}
h1{font-size:32px;line-height:1.15;margin:0 0 4px}h2{font-size:18px;margin:28px 0 8px}
.lead,.quiet{color:var(--soft)}.quiet{font-size:13px}.note{border-left:3px solid #ffc629;padding-left:10px}
.sides{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(280px,1fr))}
article{background:var(--raised);border:1px solid var(--line);border-top:4px solid var(--side);border-radius:12px;padding:12px 16px}
article h2{margin:0}.told{font-size:17px;font-weight:700;margin:4px 0}
ul{padding-left:18px}li{margin:6px 0}li p,figcaption p{margin:2px 0;color:var(--soft)}
figure{margin:12px 0;padding:12px;background:var(--raised);border:1px solid var(--line);border-radius:12px}
svg{max-width:100%;height:auto;display:block}.plot text{font-size:12px;fill:var(--soft)}.axis{stroke:var(--soft);stroke-width:1}
"""
