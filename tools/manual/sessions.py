"""The commands whose output the manual shows. The build runs them, and so does the test suite."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shown:
    """A command of the manual: the name of its capture, its exit code, and how many lines are shown."""

    name: str
    typed: str
    code: int = 0
    lines: int = 0
    # The picture that the command draws.
    picture: str = ""
    # Whether its output differs from machine to machine: then pages keep the one they have.
    differs: bool = False


# Each group runs in one temporary folder, in order; the folder holds the files of docs/examples.
SESSIONS: tuple[tuple[Shown, ...], ...] = (
    (Shown("play", "surefoot play --seed 7", lines=31), Shown("doctor", "surefoot doctor", differs=True)),
    (
        Shown("check", "surefoot check gap.yaml"),
        Shown("draw", "surefoot draw gap.yaml --check --ledger -o gap.svg", picture="gap.svg"),
        Shown("map", "surefoot draw gap.yaml --check"),
        Shown("refused", "surefoot check walk.yaml", code=3),
        Shown("draw-refused", "surefoot draw walk.yaml --check -o walk.svg", picture="walk.svg"),
        Shown("invalid", "surefoot check mistakes.yaml", code=4),
    ),
    (
        Shown("dice", "surefoot move gap.yaml --dice 2,1"),
        Shown("draw-dice", "surefoot draw gap.yaml --dice 2,1 -o fallen.svg", picture="fallen.svg"),
        Shown("seed", "surefoot move gap.yaml --seed 7"),
        Shown("named", "surefoot move gap.yaml --dice 'leap=2, wound roll=5, injury dice=6'"),
        Shown("choice", "surefoot move gap.yaml --dice 'leap or stay at the edge=stay'"),
    ),
    (
        Shown("odds", "surefoot odds gap.yaml"),
        Shown("odds-clauses", "surefoot odds gap.yaml --ask damage --clauses"),
        Shown("odds-given", "surefoot odds gap.yaml --given 2 --ask status"),
        Shown("odds-choose", "surefoot odds gap.yaml --choose least:damage"),
        Shown("draw-odds", "surefoot odds gap.yaml -o odds.svg", picture="odds.svg"),
        Shown("simulate", "surefoot simulate gap.yaml -n 100000 --ask status"),
        Shown("venture", "surefoot venture pit.yaml --who kal --to 9,5"),
        Shown("venture-down", "surefoot venture gantry.yaml --who kal --to 15,8 --on board --actions 3"),
        Shown("draw-venture", "surefoot venture pit.yaml --who kal -o chances.svg", picture="chances.svg"),
        Shown("venture-levels", "surefoot venture gantry.yaml --who kal --actions 3"),
        Shown(
            "draw-levels",
            "surefoot venture gantry.yaml --who kal --actions 3 -o heights.svg",
            picture="heights.svg",
        ),
    ),
    (
        Shown("keep", "surefoot move gap.yaml -o friday.game", code=5),
        Shown("answer", "surefoot move friday.game --dice 5"),
        Shown("replay", "surefoot replay friday.game --verify"),
    ),
    (
        Shown("clause", "surefoot rules show necromunda-classic/leap.test"),
        Shown("rules", "surefoot rules necromunda-classic --topic leap"),
        Shown("json", "surefoot check walk.yaml --json", code=3),
        Shown("compare", "surefoot compare compare.yaml --rulesets necromunda-classic,wh40k-10e,gemini-arap"),
    ),
    (
        Shown("works", "surefoot check works.yaml", code=3),
        Shown("squad", "surefoot check squad.yaml"),
        Shown("draw-squad", "surefoot draw squad.yaml --check -o squad.svg", picture="squad.svg"),
    ),
    (
        Shown("necromunda-check", "surefoot check scrapyard.yaml"),
        Shown(
            "draw-necromunda",
            "surefoot draw scrapyard.yaml --check -o scrapyard.svg",
            picture="scrapyard.svg",
        ),
        Shown("necromunda-refused", "surefoot check too-close.yaml", code=3),
        Shown("necromunda-move", "surefoot move scrapyard.yaml --dice 'leap=2, wound roll=5, injury dice=6'"),
        Shown("necromunda-odds", "surefoot odds scrapyard.yaml --who Vex --ask status"),
        Shown(
            "necromunda-editions",
            "surefoot compare skimmer.yaml --rulesets necromunda-classic,necromunda-2023",
        ),
    ),
    (
        Shown("wh40k-check", "surefoot check ruins.yaml"),
        Shown("draw-wh40k", "surefoot draw ruins.yaml --check -o ruins.svg", picture="ruins.svg"),
        Shown("wh40k-move", "surefoot move ruins.yaml --dice 4 -o saturday.game"),
        Shown("wh40k-ask", "surefoot ask saturday.game --who Intercessors may_shoot"),
        Shown("wh40k-odds", "surefoot odds fall-back.yaml --ask losses"),
    ),
    (
        Shown("dark-heresy-check", "surefoot check rooftops.yaml"),
        Shown(
            "draw-dark-heresy", "surefoot draw rooftops.yaml --check -o rooftops.svg", picture="rooftops.svg"
        ),
        Shown("dark-heresy-move", "surefoot move rooftops.yaml --dice 38"),
        Shown("dark-heresy-odds", "surefoot odds rooftops.yaml --who Sela --ask damage"),
        Shown("dark-heresy-feat", "surefoot feat leap 4 --who 'Sela: S 30 Ag 52' --run-up 8"),
        Shown("dark-heresy-travel", "surefoot travel --who 'Vex: Ag 41 T 35 WP 33' --leg 14h"),
    ),
    (
        Shown("gemini-check", "surefoot check alley.yaml"),
        Shown("draw-gemini", "surefoot draw alley.yaml --check -o alley.svg", picture="alley.svg"),
        Shown("gemini-move", "surefoot move alley.yaml --dice 5"),
        Shown("gemini-odds", "surefoot odds alley.yaml --who Bo"),
        Shown("gemini-ask", "surefoot ask alley.yaml --who Bo jump"),
    ),
    (
        Shown("army", "surefoot army gang.json --ruleset necromunda-2023", code=5),
        Shown("map-read", "surefoot map cellar.dd2vtt --height wall=4"),
        Shown(
            "table-new",
            "surefoot table new --ruleset necromunda-2023 --army gang.csv --army gang.json --assume"
            " --map works.tmj --square 3 -o docks.yaml",
        ),
    ),
)


@dataclass(frozen=True)
class Played:
    """A game at the terminal: the name of its capture, its command, and the lines typed at each prompt."""

    name: str
    typed: str
    lines: tuple[str, ...]


GAMES: tuple[Played, ...] = (
    Played(
        "game",
        "surefoot play gantry --seed 7 -o friday.game",
        (
            "kal ?",
            "kal move to rungs then up rungs",
            "y",
            "vex mvoe to 11.5,11.5",
            "vex move to 11.5,11.5",
            "y",
            "3",
            "vex jump down",
            "end round",
            "y",
            "quit",
        ),
    ),
)
