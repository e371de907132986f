"""Laws of Dark Heresy's movement: every declaration gets a verdict, odds sum to 1, and distance grows with time."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.dice.again import driven_again
from tests.samples import sample

from surefoot.dice.responders import Seeded
from surefoot.files import scenario
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, move, odds, problems_of, started
from surefoot.rulesets.dark_heresy_2e import ruleset
from surefoot.rulesets.dark_heresy_2e.narrative import covered, road
from surefoot.rulesets.dark_heresy_2e.numbers import rows
from surefoot.rulesets.dark_heresy_2e.speeds import SPEEDS, figure
from surefoot.rulesets.dark_heresy_2e.tests import Degrees
from surefoot.table.record import Record, Value, freeze
from surefoot.table.table import Table

# The tests read tables only, and a table never changes.
HIVE: Table = scenario.loads(
    """
ruleset: dark-heresy-2e
scale: 1
board: [40, 30]
terrain:
  - {id: mud, area: {rect: [8, 0, 6, 30]}, tags: [mud]}
  - {id: rubble, area: {rect: [12, 4, 4, 8]}, tags: [rubble, darkness]}
  - {id: roof, platform: {rect: [18, 4, 6, 8]}, z: 4, under: solid, tags: [simple]}
  - {id: next, platform: {rect: [27, 4, 6, 8]}, z: 4, under: solid, tags: [simple]}
  - {id: fence, obstacle: {rect: [4, 16, 8, 0.3]}, height: 2, tags: [simple]}
  - {id: plain, obstacle: {rect: [16, 20, 3, 3]}, height: 3}
  - {id: pit, gap: {rect: [26, 20, 5, 5]}, depth: 3, tags: [simple]}
  - {id: rungs, ladder: [17.9, 8], from: 0, to: 4}
  - {id: lake, area: {rect: [33, 18, 7, 8]}, tags: [deep-water], traits: {dark-heresy-2e: {depth: 3, water: rough}}}
  - {id: cellar, area: {rect: [0, 24, 16, 6]}, tags: [darkness], traits: {dark-heresy-2e: {gravity: low}}}
  - {id: hold, area: {rect: [16, 25, 8, 5]}, traits: {dark-heresy-2e: {gravity: zero}}}
objects:
  - {id: crate, sort: load, weight: 120, at: [7, 8]}
  - {id: drum, sort: load, weight: 20, carried-by: [tor]}
models:
  - {id: vex, base: 25.4, at: [6, 8], side: a, profile: {S: 42, T: 35, Ag: 41, Per: 30, WP: 33}}
  - {id: tor, base: 25.4, at: [20, 8], on: roof, side: a, profile: {S: 55, T: 20, Ag: 62, WP: 30, Athletics: trained, unnatural: {S: 2}}}
  - {id: orc, base: 32, at: [12, 18], side: b, counters: {fatigue: 4}, profile: {Ag: 25, free_hands: 1, load: 50}}
  - {id: bat, base: 25.4, at: [30, 14], side: b, place: {kind: air, band: low}, profile: {flyer: 8}}
  - {id: eel, base: 25.4, at: [35, 22], side: b, profile: {armour: true}}
  - {id: rat, base: 25.4, at: [4, 27], side: b, profile: {abseil_gear: rope, light_radius: 2}}
  - {id: jak, base: 25.4, at: [20, 27], side: b}
characters:
  kas: {Ag: 35, T: 22, WP: 31}
units:
  party: {models: [vex, tor]}
"""
).table

whole = st.integers(-2, 42)
point = st.tuples(whole.map(to_lattice), st.floats(-1, 31).map(lambda y: to_lattice(round(y, 3))))
ways: st.SearchStrategy[By] = st.sampled_from(
    ["walk", "walk", "walk", "climb", "leap", "jump", "fly", "swim", "turn"]
)
legs = st.lists(
    st.one_of(
        st.builds(Leg, point, ways),
        st.just(Leg(None, "link", "", "rungs")),
        st.builds(lambda to: Leg(to, "climb", "board"), point),
    ),
    max_size=3,
)
amount = st.one_of(st.integers(-1, 15), st.sampled_from(["2.5", "a while"]), st.booleans(), st.none())
leg_data = st.dictionaries(
    st.sampled_from(["hours", "minutes", "km", "difficult", "pace", "narrative_factor", "weather"]),
    st.one_of(amount, st.sampled_from(["hurry", "run", "normal"])),
    max_size=3,
)
details = st.fixed_dictionaries(
    {},
    optional={
        "mode": st.sampled_from(["structured", "narrative"]),
        "gm_modifier": st.one_of(st.integers(-80, 80), st.sampled_from(["Hard", "trivial", "odd"])),
        "fall_point": st.integers(-5_000_000, 50_000_000),
        "distracted": st.booleans(),
        "skill": st.sampled_from(["strength", "athletics"]),
        "hours": amount,
        "minutes": amount,
        "km": amount,
        "pace": st.sampled_from(["normal", "hurry", "run", "crawl"]),
        "difficult": st.booleans(),
        "legs": st.one_of(amount, st.lists(leg_data, max_size=3)),
        "name": st.sampled_from(["aim", "half-move"]),
        "cost": st.sampled_from(["half", "full"]),
        "object": st.sampled_from(["crate", "drum", "lamp"]),
        "weight": amount,
        "surface": amount,
        "thing": st.sampled_from(["grenade", "brick"]),
        "altitude": st.sampled_from(["ground", "hovering", "low", "high", "orbit"]),
        "depth": amount,
        "dark": st.booleans(),
    },
)
WHO = st.sampled_from(
    [
        ("vex",),
        ("tor",),
        ("orc",),
        ("kas",),
        ("bat",),
        ("eel",),
        ("rat",),
        ("jak",),
        ("party",),
        ("vex", "kas"),
    ]
)
ACTIONS = sorted(ruleset.actions)


def declared(
    action: str, who: tuple[str, ...], path: list[Leg], target: str, given: dict[str, object]
) -> Declaration:
    """A random declaration that passes the checks of its form."""
    rules = ruleset.actions[action]
    known = [detail.name for detail in rules.details]
    kept: dict[str, Value] = {name: freeze(value) for name, value in given.items() if name in known}
    return Declaration(
        action,
        who,
        tuple(path) if rules.path != "none" else (),
        target if rules.target != "none" else "",
        Record(kept),
        rules.kind,
    )


declarations = st.builds(
    declared, st.sampled_from(ACTIONS), WHO, legs, st.sampled_from(["orc", "tor", "kas", "roof"]), details
)


@settings(max_examples=sample(150), deadline=None)
@given(st.lists(declarations, min_size=1, max_size=3), st.integers(0, 9))
def test_every_declaration_is_judged_and_played_without_an_error(
    given_declarations: list[Declaration], seed: int
) -> None:
    table, responder = HIVE, Seeded(str(seed))
    for declaration in given_declarations:
        assume(not problems_of(declaration, table))
        judged = check(table, declaration, nearest=False)
        result = move(table, declaration, responder)
        if judged.verdict == "illegal":
            assert result.run.table == table
            assert judged.breaks
        else:
            # A declaration that the preview allowed is not refused after the dice are rolled.
            assert not result.run.breaks
        table = result.run.table


@settings(max_examples=sample(60), deadline=None)
@given(declarations, st.integers(0, 9))
def test_a_declaration_run_again_over_its_answers_asks_and_does_the_same(
    declaration: Declaration, seed: int
) -> None:
    assume(not problems_of(declaration, HIVE))
    driven_again(started(declaration, HIVE), HIVE, Seeded(str(seed)))


@settings(max_examples=sample(40), deadline=None)
@given(declarations)
def test_the_odds_of_every_declaration_sum_to_one(declaration: Declaration) -> None:
    assume(not problems_of(declaration, HIVE))
    # Many tests in a row have too many outcomes.
    hours = [declaration.details.get(name) for name in ("hours", "minutes", "km", "legs")]
    assume(
        declaration.action not in ("journey", "swim-far")
        or all(each is None or each in range(6) for each in hours)
    )
    assert sum(leaf.chance for leaf in odds(HIVE, declaration)) == 1


@given(st.integers(-3, 40), st.fractions(0, 2000), st.fractions(0, 2000))
def test_distance_never_falls_as_time_grows(agb: int, one: Fraction, other: Fraction) -> None:
    way = road(agb)
    assert covered(way, min(one, other)) <= covered(way, max(one, other))


@given(st.integers(-3, 40))
def test_more_agility_is_never_slower(agb: int) -> None:
    for name in SPEEDS:
        assert figure("move.structured-table", name, agb) <= figure("move.structured-table", name, agb + 1)
    assert road(agb).hour <= road(agb + 1).hour


def test_a_minute_of_travel_is_twelve_full_moves() -> None:
    """The guard of support.round-length."""
    for travel, walked in zip(rows("narrative.table"), rows("move.structured-table"), strict=True):
        assert travel["m_per_minute"] == 12 * walked["full"]


@given(
    st.integers(-80, 180),
    st.integers(1, 8),
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
    st.integers(1, 12),
)
def test_a_lower_roll_is_never_worse(
    target: int, enough: int, extra: int, automatic: bool, floor: bool, worst: int
) -> None:
    read = Degrees(target, enough, extra, automatic, floor, worst)
    degrees = [read((face,)) for face in range(1, 101)]
    assert degrees == sorted(degrees, reverse=True)
    assert 0 not in degrees


@settings(max_examples=sample(60), deadline=None)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=4), st.sampled_from(["normal", "hurry"]))
def test_dividing_a_journey_into_legs_changes_nothing(parts: list[int], pace: str) -> None:
    def travelled(detail: Value) -> Value:
        declaration = Declaration("journey", ("kas",), details=Record(pace=pace, legs=detail))
        return move(HIVE, declaration, Seeded("1")).run.table.note("day", "kas")

    whole_leg = travelled((Record(minutes=sum(parts)),))
    assert travelled(tuple(Record(minutes=each) for each in parts)) == whole_leg


@settings(max_examples=sample(40), deadline=None)
@given(st.integers(1, 120), st.integers(1, 119))
def test_hindering_ground_never_makes_a_path_longer(tenths: int, agility: int) -> None:
    def reaches(tags: str) -> bool:
        table = scenario.loads(
            f"""
ruleset: dark-heresy-2e
scale: 1
board: [40, 30]
terrain: [{{id: ground, area: {{rect: [0, 0, 40, 30]}}, tags: [{tags}]}}]
models: [{{id: vex, base: 25.4, at: [6, 8], profile: {{Ag: {agility}}}}}]
"""
        ).table
        to = (to_lattice(6 + tenths / 10), to_lattice(8))
        return check(table, Declaration("full-move", ("vex",), (Leg(to),)), nearest=False).verdict == "legal"

    assert reaches("floor") or not reaches("difficult")


def test_a_run_in_mud_has_the_odds_counted_by_hand() -> None:
    legs_of_it = (Leg((to_lattice(12), to_lattice(8))),)
    leaves = list(odds(HIVE, Declaration("run", ("vex",), legs_of_it)))
    ends: dict[float, Fraction] = {}
    for leaf in leaves:
        x = from_lattice(leaf.run.table.models["vex"].place.x)
        ends[x] = ends.get(x, Fraction(0)) + leaf.chance
    # Four metres of mud from x = 8 on; Agility 41; one degree of failure up to 49, two up to 59, and so on.
    assert ends[12.0] == Fraction(41, 100)
    assert ends[10.0] == Fraction(8, 100)
    assert ends[9.0] == Fraction(10 + 10, 100)
    assert sum(leaf.chance for leaf in leaves) == 1
