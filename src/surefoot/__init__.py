"""A movement referee for tabletop games.

Set up a table, declare a move, and see what it costs, which tests it needs and which clause says so:

>>> import surefoot
>>> gap = surefoot.loads(surefoot.EXAMPLE)
>>> judged = surefoot.check(gap.table, gap.declarations[0])
>>> judged.verdict, surefoot.data(judged)["cost"], [str(test.odds) for test in judged.tests]
('legal', 3.5, ['1/2'])

Everything in `__all__` is public, everything else may change. Importing this package loads no geometry and no
ruleset: each name is imported when it is first used, so that the command line starts quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from surefoot.dice.planner import Planner, register
from surefoot.table import showing

if TYPE_CHECKING:
    from surefoot.answers.frames import to_frame
    from surefoot.answers.planning import reach, route, threat, venture
    from surefoot.answers.questions import ask
    from surefoot.dice.host import Unanswered
    from surefoot.dice.responders import Seeded, script
    from surefoot.draw.compose import picture
    from surefoot.draw.png import png
    from surefoot.draw.svg import svg
    from surefoot.files.declarations import declaration
    from surefoot.files.game import create as create_game
    from surefoot.files.game import open_game
    from surefoot.files.game import replay as replay_game
    from surefoot.files.game import verify as verify_game
    from surefoot.files.problems import FileInvalid
    from surefoot.files.scenario import Scenario, load, loads
    from surefoot.files.schema import scenario_schema
    from surefoot.forecast.odds import Odds, odds
    from surefoot.forecast.simulate import simulate
    from surefoot.hindsight.game import review
    from surefoot.referee.itinerary import Leg
    from surefoot.referee.protocol import Declaration, NoSuchRuleset, find
    from surefoot.referee.referee import Malformed, check, checks, legal_actions, move
    from surefoot.referee.session import NeedsConsent, NotNow, Session
    from surefoot.referee.turns import Turn, turn
    from surefoot.referee.verdict import Outcome
    from surefoot.table.table import Table

__version__ = "0.2.0"

__all__ = [
    "EXAMPLE",
    "Declaration",
    "FileInvalid",
    "Leg",
    "Malformed",
    "NeedsConsent",
    "NoSuchRuleset",
    "NotNow",
    "Odds",
    "Outcome",
    "Scenario",
    "Seeded",
    "Session",
    "Table",
    "Turn",
    "Unanswered",
    "ask",
    "check",
    "checks",
    "create_game",
    "data",
    "declaration",
    "find",
    "legal_actions",
    "load",
    "loads",
    "move",
    "odds",
    "open_game",
    "picture",
    "png",
    "reach",
    "replay_game",
    "review",
    "route",
    "ruleset_names",
    "scenario_schema",
    "script",
    "simulate",
    "svg",
    "threat",
    "to_frame",
    "turn",
    "venture",
    "verify_game",
]

EXAMPLE = """\
name: The gap
ruleset: necromunda-classic
board: [16, 8]
terrain:
  - {id: near-roof, platform: {rect: [1, 2, 5, 4]}, z: 3}
  - {id: far-roof, platform: {rect: [8, 2, 5, 4]}, z: 3}
models:
  - {id: kal, base: 25.4, at: [4, 4], on: near-roof, side: blue,
     profile: {M: 6, I: 4, T: 3, W: 1}}
declare:
  - {who: kal, action: move, path: [{leap: [8.5, 4]}]}
"""


def _planner() -> Planner:
    from surefoot.routes import for_rules

    return for_rules


def _drawn(value: object) -> str:
    from surefoot.draw.notebook import svg_of
    from surefoot.hindsight.game import Review

    if isinstance(value, Review):
        from surefoot.answers.report import drawn

        return drawn(value)
    return svg_of(value)


def _written(value: object) -> str:
    # By its name, as everything that is fetched late: the rooms below the command line import this module.
    found: str = import_module(f"{__name__}.cli.as_text").text_of(value)
    return found


# Rules that need the planner find it there: a ruleset may not import it. So do tables and outcomes that show themselves.
register(_planner)
showing.register(_drawn, _written)


def data(outcome: Outcome) -> dict[str, Any]:
    """An outcome as plain data, ready for JSON: lengths in the table's unit, clauses by their full ids.

    >>> import surefoot
    >>> gap = surefoot.loads(surefoot.EXAMPLE)
    >>> [line["clause"] for line in surefoot.data(surefoot.check(gap.table, gap.declarations[0]))["ledger"]]
    ['necromunda-classic/move.any-path', 'necromunda-classic/leap.enough-movement']
    """
    from surefoot.expected import demand
    from surefoot.referee import verdict
    from surefoot.referee.referee import ruleset_of

    demand("data", 0, "outcome", "Outcome", outcome)
    return verdict.data(outcome, verdict.Citer(ruleset_of(outcome.run.table).catalogue))


def ruleset_names() -> tuple[str, ...]:
    """The names of all installed rulesets.

    >>> import surefoot
    >>> "necromunda-classic" in surefoot.ruleset_names()
    True
    """
    from surefoot.referee.protocol import installed

    return tuple(installed())


# Where each name lives, and what it is called there.
_HOMES = {
    "Declaration": ("referee.protocol", "Declaration"),
    "FileInvalid": ("files.problems", "FileInvalid"),
    "Leg": ("referee.itinerary", "Leg"),
    "Malformed": ("referee.referee", "Malformed"),
    "NeedsConsent": ("referee.session", "NeedsConsent"),
    "NoSuchRuleset": ("referee.protocol", "NoSuchRuleset"),
    "NotNow": ("referee.session", "NotNow"),
    "Odds": ("forecast.odds", "Odds"),
    "Outcome": ("referee.verdict", "Outcome"),
    "Scenario": ("files.scenario", "Scenario"),
    "Seeded": ("dice.responders", "Seeded"),
    "Session": ("referee.session", "Session"),
    "Table": ("table.table", "Table"),
    "Turn": ("referee.turns", "Turn"),
    "Unanswered": ("dice.host", "Unanswered"),
    "ask": ("answers.questions", "ask"),
    "check": ("referee.referee", "check"),
    "checks": ("referee.referee", "checks"),
    "create_game": ("files.game", "create"),
    "declaration": ("files.declarations", "declaration"),
    "find": ("referee.protocol", "find"),
    "legal_actions": ("referee.referee", "legal_actions"),
    "load": ("files.scenario", "load"),
    "loads": ("files.scenario", "loads"),
    "move": ("referee.referee", "move"),
    "odds": ("forecast.odds", "odds"),
    "open_game": ("files.game", "open_game"),
    "picture": ("draw.compose", "picture"),
    "png": ("draw.png", "png"),
    "reach": ("answers.planning", "reach"),
    "replay_game": ("files.game", "replay"),
    "review": ("hindsight.game", "review"),
    "route": ("answers.planning", "route"),
    "scenario_schema": ("files.schema", "scenario_schema"),
    "script": ("dice.responders", "script"),
    "simulate": ("forecast.simulate", "simulate"),
    "svg": ("draw.svg", "svg"),
    "threat": ("answers.planning", "threat"),
    "to_frame": ("answers.frames", "to_frame"),
    "turn": ("referee.turns", "turn"),
    "venture": ("answers.planning", "venture"),
    "verify_game": ("files.game", "verify"),
}

# How each of them is used; `help()` at the prompt shows this too.
_EXAMPLES = {
    "Declaration": """
        >>> import surefoot
        >>> surefoot.Declaration("move", ("kal",), (surefoot.Leg((2_000_000, 4_000_000)),)).actor
        'kal'
    """,
    "FileInvalid": """
        >>> import surefoot
        >>> try:
        ...     surefoot.loads("ruleset: necromunda-clasic")
        ... except surefoot.FileInvalid as invalid:
        ...     print(invalid.problems[0])
        <text>:1: ruleset: there is no ruleset 'necromunda-clasic'; did you mean 'necromunda-classic'?
    """,
    "Leg": """
        >>> import surefoot
        >>> leg = surefoot.Leg((8_500_000, 4_000_000), "leap")
        >>> surefoot.loads(surefoot.EXAMPLE).declarations[0].legs == (leg,)
        True
    """,
    "Malformed": """
        >>> import surefoot
        >>> table = surefoot.loads(surefoot.EXAMPLE).table
        >>> try:
        ...     surefoot.check(table, surefoot.Declaration("mvoe", ("kal",)))
        ... except surefoot.Malformed as malformed:
        ...     print(malformed)
        action: There is no action 'mvoe' in this game; did you mean 'move'?
    """,
    "NeedsConsent": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> game = surefoot.Session(gap.table)
        >>> _ = game.declare(gap.declarations[0]), game.play_out(surefoot.script([5]))
        >>> try:
        ...     game.undo()
        ... except surefoot.NeedsConsent as shown:
        ...     print(shown)
        Dice have been rolled since then: the other players must agree to undo it
        >>> game.undo(consent=True)
    """,
    "NoSuchRuleset": """
        >>> import surefoot
        >>> try:
        ...     surefoot.find("chess")
        ... except surefoot.NoSuchRuleset as missing:
        ...     print(str(missing)[:25])
        no ruleset called 'chess'
    """,
    "NotNow": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> game = surefoot.Session(gap.table)
        >>> _ = game.declare(gap.declarations[0])
        >>> try:
        ...     game.declare(gap.declarations[0])
        ... except surefoot.NotNow as first:
        ...     print(first)
        Answer this first: Kal is at the edge. Leap, or stay?
    """,
    "Odds": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> leap: surefoot.Odds = surefoot.odds(gap.table, gap.declarations)
        >>> {safe: str(chance) for safe, chance in leap.over("safe").items()}
        {True: '1/2', False: '1/2'}
        >>> str(leap.mean("damage")), str(leap.by_clause["fall.hit"])
        ('1/4', '1/2')
    """,
    "Outcome": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> outcome: surefoot.Outcome = surefoot.check(gap.table, gap.declarations[0])
        >>> outcome.verdict, [(line.what, line.cost, line.clause) for line in outcome.ledger]
        ('legal', [('walk', 1500000, 'move.any-path'), ('leap', 2000000, 'leap.enough-movement')])
    """,
    "Scenario": """
        >>> import surefoot
        >>> gap: surefoot.Scenario = surefoot.loads(surefoot.EXAMPLE)
        >>> gap.name, gap.table, len(gap.declarations), gap.answers
        ('The gap', <Table necromunda-classic: 1 models, 2 pieces, round 1>, 1, [])
    """,
    "Seeded": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> first, again = (
        ...     surefoot.move(gap.table, gap.declarations[0], surefoot.Seeded("friday")) for _ in range(2)
        ... )
        >>> first.run.table == again.run.table
        True
    """,
    "Session": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> game = surefoot.Session(gap.table)
        >>> _ = game.declare(gap.declarations[0])
        >>> game.open.request.what
        'leap or stay at the edge'
        >>> game.play_out(surefoot.script([5])).verdict
        'legal'
        >>> game.now.pose("kal")
        Pose(x=8.5, y=4.0, z=3.0, facing=0.0)
    """,
    "Table": """
        >>> import surefoot
        >>> table: surefoot.Table = surefoot.loads(surefoot.EXAMPLE).table
        >>> list(table.pieces), table.pose("kal")
        (['near-roof', 'far-roof'], Pose(x=4.0, y=4.0, z=3.0, facing=0.0))
    """,
    "Unanswered": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> outcome = surefoot.move(gap.table, gap.declarations[0], surefoot.script([]))
        >>> isinstance(outcome.run.unanswered, surefoot.Unanswered), str(outcome.run.unanswered)
        (True, 'No dice given for: Initiative test to leap (D6)')
        >>> outcome
        <Outcome of kal move: legal, cost 1.5, needs an answer: leap>
        >>> try:
        ...     surefoot.move(gap.table, gap.declarations[0], surefoot.script([9]))
        ... except surefoot.Unanswered as unfit:
        ...     print(unfit)
        9 is not a face of D6 (1 to 6)
    """,
    "check": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> walk = surefoot.declaration(gap.table, who="kal", action="move", path=[[9, 4]])
        >>> refused = surefoot.check(gap.table, walk)
        >>> refused.verdict, [reason.clause for reason in refused.breaks]
        ('illegal', ['leap.gap-bigger-than-base'])
    """,
    "checks": """
        >>> import surefoot
        >>> table = surefoot.loads(surefoot.EXAMPLE).table
        >>> walks = [
        ...     surefoot.Declaration("move", ("kal",), (surefoot.Leg.at(x, 4),)) for x in (2, 3, 9)
        ... ]
        >>> [each.verdict for each in surefoot.checks(table, walks)]
        ['legal', 'legal', 'illegal']
    """,
    "create_game": """
        >>> import surefoot, tempfile, pathlib
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> game = surefoot.Session(gap.table)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "friday.game")
        ...     surefoot.create_game(file, game)
        ...     _ = game.declare(gap.declarations[0]), game.play_out(surefoot.script([5]))
        ...     len(file.read_text().splitlines())
        4
    """,
    "declaration": """
        >>> import surefoot
        >>> table = surefoot.loads(surefoot.EXAMPLE).table
        >>> walk = surefoot.declaration(table, who="kal", action="move", path=[[2, 4]])
        >>> surefoot.check(table, walk).verdict
        'legal'
    """,
    "find": """
        >>> import surefoot
        >>> rules = surefoot.find("necromunda-classic")
        >>> rules.unit, rules.catalogue["leap.test"].full_id
        ('inch', 'necromunda-classic/leap.test')
    """,
    "ask": """
        >>> import surefoot
        >>> table = surefoot.loads(surefoot.EXAMPLE).table
        >>> answer = surefoot.ask(table, "kal", "offered")
        >>> answer.value["charge"], answer.value["stand up"]
        (True, False)
    """,
    "legal_actions": """
        >>> import surefoot
        >>> table = surefoot.loads(surefoot.EXAMPLE).table
        >>> allowed = [action.name for action, breaks in surefoot.legal_actions(table, "kal") if not breaks]
        >>> "charge" in allowed, "stand up" in allowed
        (True, False)
    """,
    "load": """
        >>> import surefoot, tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "gap.yaml")
        ...     _ = file.write_text(surefoot.EXAMPLE)
        ...     surefoot.load(file).name
        'The gap'
    """,
    "loads": """
        >>> import surefoot
        >>> surefoot.loads(surefoot.EXAMPLE).table
        <Table necromunda-classic: 1 models, 2 pieces, round 1>
    """,
    "move": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> outcome = surefoot.move(gap.table, gap.declarations[0], surefoot.script([5]))
        >>> outcome.verdict, outcome.run.table.pose("kal")
        ('legal', Pose(x=8.5, y=4.0, z=3.0, facing=0.0))
    """,
    "odds": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> leap = surefoot.odds(gap.table, gap.declarations[0])
        >>> for says, chance in leap.over("status").items():
        ...     print(chance, says)
        1/2 Kal: unharmed
        1/3 Kal: Pinned
        1/8 Kal: Seriously Injured
        1/24 Kal: out of the game
        >>> surefoot.odds(gap.table, gap.declarations[0], given=[5]).over("safe")
        {True: Fraction(1, 1)}
    """,
    "open_game": """
        >>> import surefoot, tempfile, pathlib
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> game = surefoot.Session(gap.table)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "friday.game")
        ...     surefoot.create_game(file, game)
        ...     _ = game.declare(gap.declarations[0])
        ...     surefoot.open_game(file).open.request.what
        'leap or stay at the edge'
    """,
    "picture": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> judged = surefoot.check(gap.table, gap.declarations[0])
        >>> surefoot.picture(gap.table, [judged], title="The gap").title
        'The gap'
    """,
    "png": """
        >>> import surefoot
        >>> surefoot.png(surefoot.picture(surefoot.loads(surefoot.EXAMPLE).table))[1:4]
        b'PNG'
    """,
    "reach": """
        >>> import surefoot
        >>> table = surefoot.loads(surefoot.EXAMPLE).table
        >>> where = surefoot.reach(table, "kal")
        >>> where.cost(5.25, 4), where.says(30, 4)
        (1.25, 'no')
    """,
    "review": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> game = surefoot.Session(gap.table)
        >>> _ = game.declare(gap.declarations[0])
        >>> _ = game.play_out(surefoot.script([5]))
        >>> [str(each.luck.as_good) for each in surefoot.review(game).moments]
        ['1/2']
    """,
    "route": """
        >>> import surefoot
        >>> table = surefoot.loads(surefoot.EXAMPLE).table
        >>> path = surefoot.route(table, "kal", (5.25, 4))
        >>> path.found, path.cost
        (True, 1.25)
    """,
    "threat": """
        >>> import surefoot
        >>> table = surefoot.loads(surefoot.EXAMPLE).table
        >>> surefoot.threat(table, "blue").left(5.25, 4)
        4.75
    """,
    "venture": """
        >>> import surefoot
        >>> table = surefoot.loads(surefoot.EXAMPLE).table
        >>> [(path.cost, str(path.chance)) for path in surefoot.venture(table, "kal", (5.25, 4))]
        [(1.25, '1')]
    """,
    "replay_game": """
        >>> import surefoot, tempfile, pathlib
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> game = surefoot.Session(gap.table)
        >>> _ = game.declare(gap.declarations[0]), game.play_out(surefoot.script([5]))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "friday.game")
        ...     surefoot.create_game(file, game)
        ...     [entry.kind for entry, table in surefoot.replay_game(file)]
        ['declare', 'answer', 'answer']
    """,
    "scenario_schema": """
        >>> import surefoot
        >>> surefoot.scenario_schema()["required"]
        ['ruleset']
    """,
    "script": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> dice = surefoot.script([{"leap": 2}, {"wound roll": 1}])
        >>> surefoot.move(gap.table, gap.declarations[0], dice).run.table.models["kal"].statuses
        ('pinned',)
    """,
    "simulate": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> played = surefoot.simulate(gap.table, gap.declarations, 2000, asked="safe")
        >>> low, high = played.interval(True)
        >>> low < 0.5 < high
        True
    """,
    "svg": """
        >>> import surefoot
        >>> surefoot.svg(surefoot.picture(surefoot.loads(surefoot.EXAMPLE).table))[:4]
        '<svg'
    """,
    "to_frame": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> frame = surefoot.to_frame(surefoot.checks(gap.table, gap.declarations), "dict")
        >>> frame["who"], frame["verdict"], frame["cost"], frame["chance"]
        (['kal'], ['legal'], [3.5], [0.5])
    """,
    "turn": """
        >>> import surefoot
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> game = surefoot.Session(gap.table)
        >>> surefoot.turn(game).actors, surefoot.turn(game).ticks
        (('kal',), ('end-activation', 'end-round'))
        >>> _ = game.declare(gap.declarations[0])
        >>> surefoot.turn(game).answers, surefoot.turn(game).question.what
        ('blue', 'leap or stay at the edge')
    """,
    "Turn": """
        >>> import surefoot
        >>> now: surefoot.Turn = surefoot.turn(surefoot.loads(surefoot.EXAMPLE).table)
        >>> now.sides, now.actors
        (('blue',), ('kal',))
    """,
    "verify_game": """
        >>> import surefoot, tempfile, pathlib
        >>> gap = surefoot.loads(surefoot.EXAMPLE)
        >>> game = surefoot.Session(gap.table)
        >>> _ = game.declare(gap.declarations[0]), game.play_out(surefoot.script([5]))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "friday.game")
        ...     surefoot.create_game(file, game)
        ...     surefoot.verify_game(file)
        ()
    """,
}


def _fetched(name: str) -> Any:
    """A public name from where it lives, shown with its example."""
    from inspect import cleandoc, isfunction

    room, called = _HOMES[name]
    found = getattr(import_module(f"{__name__}.{room}"), called)
    if isfunction(found):
        from surefoot.expected import checked

        found = checked(name, found)
    found.__doc__ = f"{cleandoc(found.__doc__ or '')}\n\n{cleandoc(_EXAMPLES[name])}"
    return found


if not TYPE_CHECKING:  # or every misspelt name would pass the type checker

    def __getattr__(name: str) -> Any:
        """Fetch a public name when it is first used."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = _fetched(name)
        return globals()[name]


def __dir__() -> list[str]:
    """What there is to be used, fetched already or not."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
