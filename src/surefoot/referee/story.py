"""What happened, as sentences: "Kal moves 6″, climbs the ladder and stops at the edge".

Each event is a *predicate*, a sentence without its subject that begins in lower case ("moves {length}"), or a whole
sentence. Predicates come from the rule that made the event happen, or from the ruleset's terms for its code. Events of one
subject are joined; log, terminal, page and JSON use the same sentences.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from surefoot.dice.host import Asking, Step
from surefoot.dice.requests import Choice, Do, Plan, Roll
from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.tolerance import MILLIONTHS, from_lattice, to_lattice
from surefoot.language import Angle, Field, Length, Notation, Quantity, Sentence, Term, Thing, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.goal_words import retold
from surefoot.referee.scene import region_of
from surefoot.referee.speaking import terms_of
from surefoot.referee.terms import STRETCHES
from surefoot.table.effects import (
    Became,
    ClockSet,
    Counted,
    Effect,
    EnvironmentSet,
    Expired,
    Moved,
    Noted,
    ObjectMoved,
    ObjectPlaced,
    ObjectRemoved,
    PieceChanged,
    PiecePlaced,
    PieceRemoved,
    Regrouped,
    Removed,
    Reported,
    Stopped,
    apply,
)
from surefoot.table.place import BOARD, Place, Pose
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS

if TYPE_CHECKING:
    from surefoot.referee.bill import Line
    from surefoot.referee.verdict import Outcome

# Changes that only keep the books: when an action was spent, whose activation it is.
BOOKKEEPING = (Noted, Expired, ClockSet)

# More models than this that do the same are told as a number.
MOST_NAMED = 3
# More predicates than this make a sentence too long.
MOST_JOINED = 4

# Sorts of terrain that are walked up and down.
SLOPES = ("stairs", "ramp")
# Modes of a ledger that are told as one stretch of walking.
_ON_FOOT = ("walk", "step", "bridge", "over")
_WALK = STRETCHES["did:walk"]
_FULL_TURN = 360 * MILLIONTHS
_HALF_TURN = _FULL_TURN // 2
# Several predicates in one event.
_SEVERAL = "{did}"
# A model that is set up further than this from the place that was wanted is somewhere else, in units of the table.
_ELSEWHERE = 0.5
# A stretch on foot this short is not worth a word beside others.
_STEP = MILLIONTHS // 20


@dataclass(frozen=True, slots=True)
class Told:
    """One event: its subject, and what is said of it; `books` if it only keeps the books."""

    who: str
    says: Sentence
    books: bool = False
    # A question that was answered: part of the log, not of the story.
    aside: bool = False

    @property
    def sentence(self) -> Sentence:
        """The event as a whole sentence."""
        return _joined(self.who, (self.says,)) if is_predicate(self.says) and self.who else self.says


def is_predicate(said: Sentence) -> bool:
    """Whether a sentence lacks its subject."""
    return said.text == _SEVERAL or said.text[:1].islower()


def told(result: Outcome) -> Iterator[Told]:
    """The sentence about each event of an outcome, in order, from the table before it step by step."""
    return _Teller(result).told()


def events(result: Outcome) -> tuple[Told, ...]:
    """What is said of each event of an outcome, in order."""
    return result.told


def sentences(result: Outcome) -> tuple[Sentence, ...]:
    """One sentence for each event of an outcome, in order."""
    return tuple(each.sentence for each in events(result))


def story(result: Outcome) -> tuple[Sentence, ...]:
    """An outcome told in as few sentences as read well."""
    shown = [each for each in events(result) if not each.books and not each.aside]
    crowd = [each for each in shown if is_predicate(each.says) and _is_of(result, each.who)]
    if len({each.who for each in crowd}) <= MOST_NAMED:
        return tuple(_told(shown))
    return (_crowd(result, crowd), *_told([each for each in shown if each not in crowd]))


def _told(shown: Sequence[Told]) -> Iterator[Sentence]:
    """Events as sentences, those of one subject that follow one another joined."""
    for who, run in groupby(shown, key=lambda each: each.who if is_predicate(each.says) else None):
        told = [each.says for each in run]
        if who is None:
            yield from told
            continue
        told = _merged([part for each in told for part in _parts(each)])
        for first in range(0, len(told), MOST_JOINED):
            yield _joined(who, told[first : first + MOST_JOINED])


def _is_of(result: Outcome, who: str) -> bool:
    """Whether a model is of the unit that acts."""
    model = result.run.table.models.get(who)
    return model is not None and bool(model.unit) and model.unit == result.declaration.actor


def _crowd(result: Outcome, told: Sequence[Told]) -> Sentence:
    """Many models at once: what all of them did, or else how many move, and how far the furthest goes."""
    models = len({each.who for each in told})
    unit, far = Who(result.declaration.actor), max(result.costs.values(), default=0)
    if len({each.says for each in told}) == 1:
        return say("Each of the {n} models of {unit} {did}", unit=unit, did=told[0].says, n=models)
    if not far:
        return say("{n} models of {unit} move", unit=unit, n=models)
    return say("{n} models of {unit} move, up to {far}", unit=unit, n=models, far=Length(far))


def _joined(who: str, told: Sequence[Sentence]) -> Sentence:
    """Predicates of one subject as one sentence; the same one twice is said once."""
    parts = [part for each in told for part in _parts(each)]
    return say("{who} {did}", who=Who(who), did=tuple(dict.fromkeys(parts)))


def _parts(said: Sentence) -> tuple[Sentence, ...]:
    """The predicates of an event."""
    did = dict(said.fields)["did"] if said.text == _SEVERAL else said
    return tuple(each for each in did if isinstance(each, Sentence)) if isinstance(did, tuple) else (said,)


def _merged(told: Sequence[Sentence]) -> list[Sentence]:
    """Predicates with stretches on foot that follow one another as one, and without those too short to matter."""
    found: list[Sentence] = []
    for each in told:
        if found and each.text == found[-1].text == _WALK.text:
            found[-1] = _WALK.filled(length=Length(_length(found[-1]) + _length(each)))
        else:
            found.append(each)
    worth = [each for each in found if each.text != _WALK.text or _length(each) >= _STEP]
    return worth or found[:1]


def _length(said: Sentence) -> int:
    length = dict(said.fields).get("length")
    return length if isinstance(length, Length) else 0


class _Teller:
    """Follows a run from the table before it, and says what each step did."""

    def __init__(self, result: Outcome) -> None:
        self.result = result
        self.table = result.before or result.run.table
        self.terms = terms_of(self.table.ruleset)
        # Where models stood whose ground was removed from under them.
        self.lost_ground: dict[str, Pose] = {}

    def told(self) -> Iterator[Told]:
        """What each event says."""
        steps = self.result.run.steps
        joined = zip((None, *steps), steps, (*steps[1:], None), strict=False)
        for number, (earlier, step, following) in enumerate(joined, 1):
            if isinstance(step, Do):
                before = self.table
                self.table = apply(before, step.effect) if self.result.before is not None else before
                self._keep_poses(step.effect, before)
                told = self._done(step, before)
                yield _left_behind(told, step, following) or _brought_back(told, earlier, step) or told
            elif not isinstance(step.request, Roll):
                yield Told(step.request.who, self._answered(step, steps[number:]), aside=True)

    def _keep_poses(self, effect: Effect, before: Table) -> None:
        """Note where models stand whose ground an effect removes: the table after it no longer has their height."""
        match effect:
            case PieceRemoved(name):
                on_it = [model for model in before.models.values() if model.place.on == name]
            case Removed(name) if name in before.models:
                on_it = list(before.riders(name))
            case _:
                return
        self.lost_ground |= {model.id: before.pose(model.id) for model in on_it}

    def _answered(self, step: Asking, following: Sequence[Step]) -> Sentence:
        request, value = step.request, step.reply.value
        question = request.says or say("{question}", question=Term(request.what))
        if isinstance(request, Plan) and not _is_point(value):
            # A plan shows itself: the moves that follow are made by it. What is set up has no path that would show where.
            return self._set_up(question, following) or say(
                "{question} Answered with a plan", question=question
            )
        shown: Field = answer(value, self.table)
        if isinstance(request, Choice):
            shown = label(request, value, self.table)
        return say("{question} {answer}", question=question, answer=shown)

    def _set_up(self, question: Sentence, following: Sequence[Step]) -> Sentence | None:
        """Where models are set up that were not on the table; None if the steps set up none."""
        poses: list[Pose] = []
        for step in following:
            effect = step.effect if isinstance(step, Do) else None
            if not isinstance(effect, Moved) or self.table.models[effect.who].place.on_table:
                break
            if effect.to.on_table:
                poses.append(self.result.run.table.resolve(effect.to))
        if not poses:
            return None
        x, y = (sum(pose[axis] for pose in poses) / len(poses) for axis in (0, 1))
        fields: dict[str, Field] = {"question": question, "x": Quantity(x), "y": Quantity(y)}
        wanted = self._wanted()
        away = min(math.dist(pose[:2], wanted) for pose in poses) if wanted else 0.0
        if wanted and away > _ELSEWHERE:
            fields |= {"away": Length.of(away), "wx": Quantity(wanted[0]), "wy": Quantity(wanted[1])}
            return say("{question} Around {x}, {y}. Nothing nearer to {wx}, {wy} was found: {away}", **fields)
        return (
            say("{question} Around {x}, {y}", **fields)
            if len(poses) > 1
            else say("{question} At {x}, {y}", **fields)
        )

    def _wanted(self) -> tuple[float, float] | None:
        """The place near which a plan wants its models: `{near: [x, y]}`."""
        for plan in self.result.declaration.details.values():
            near = plan.get("near") if isinstance(plan, Record) else None
            if isinstance(near, tuple) and len(near) == 2:
                return float(str(near[0])), float(str(near[1]))
        return None

    def _done(self, step: Do, before: Table) -> Told:
        effect = step.effect
        about = getattr(effect, "who", getattr(effect, "of", ""))
        says = self._says(effect, step.ledger, before)
        return Told(str(getattr(about, "id", about)), says, isinstance(effect, BOOKKEEPING))

    def _says(self, effect: Effect, ledger: tuple[Line, ...], before: Table) -> Sentence:
        match effect:
            case ClockSet(clock) if clock.round > before.clock.round:
                return say("Round {n} ends", n=before.clock.round)
            case Moved():
                return _one(self._moved(effect, ledger, before))
            case Reported():
                known = effect.says or retold(effect.what, effect.who, effect.details)
                return known or self._term(effect.what, _fields(effect.details, self.table))
            case Stopped():
                known = effect.says or self.terms.get(f"stopped:{effect.why}")
                return known or say("stops short: {why}", why=Term(effect.why))
            case Removed():
                return (
                    effect.says
                    or self.terms.get(f"gone:{effect.why}")
                    or say("is {why}", why=Term(effect.why))
                )
            case Became():
                return _became(effect, before)
            case Counted():
                return counted(effect.counter, effect.by, self.terms)
            case Regrouped():
                return say("joins {unit}", unit=Who(effect.unit)) if effect.unit else say("leaves the unit")
            case Noted():
                return self._noted(effect.key)
            case PieceChanged(piece, state) if state is not None:
                return _state(piece, before.pieces[piece].state if piece in before.pieces else (), state)
            case _:
                return _changed(effect)

    def _term(self, code: str, fields: Mapping[str, Field]) -> Sentence:
        """The ruleset's term for a code, with the fields that it names; else the code itself."""
        known = self.terms.get(code)
        # An unknown code reads as a predicate: codes of events are written that way.
        return Sentence(code) if known is None else known.filled(**fields)

    def _noted(self, key: str) -> Sentence:
        """A note of the books: by its term, or by that of the part of its key before a name ("lost-<weapon>")."""
        parts = key.split("-")
        for number in range(len(parts) - 1, 0, -1):
            known = self.terms.get(f"noted:{'-'.join(parts[:number])}")
            if known is not None and key not in self.terms:
                name = "-".join(parts[number:])
                return known.filled(name=Who(name) if name in self.table.models else Notation(name))
        return say("Noted: {key}", key=Term(key))

    # --- moves ------------------------------------------------------------------------------------

    def _moved(self, effect: Moved, ledger: Sequence[Line], before: Table) -> Iterator[Sentence]:
        was, now = before.models[effect.who].place, effect.to
        walked = [line for line in ledger if line.start != line.end or line.length]
        groups = [list(run) for _, run in groupby(walked, key=lambda line: _mode(line, self.terms))]
        onto = where(now, self.table) if now.on != was.on and now.kind == "surface" else None
        # The last stretch that is not on foot leads to the surface where the move ends.
        last = max((i for i, lines in enumerate(groups) if _mode(lines[0], self.terms) != "walk"), default=-1)
        for number, lines in enumerate(groups):
            yield self._stretch(effect, lines, before, onto if number == last else None)
        if not groups:
            yield self._set_down(effect, before)
        if now.kind == "edge" and was.kind != "edge":
            yield self._term("did:hang", {"where": where(now, self.table), "height": self._height(now)})

    def _stretch(self, effect: Moved, lines: Sequence[Line], before: Table, onto: Field | None) -> Sentence:
        """One stretch of a move in one mode: by its term, the one that says where it leads if there is one."""
        mode, rise = _mode(lines[0], self.terms), lines[-1].end[2] - lines[0].start[2]
        # Free steps up and down are no part of the way that was walked or driven.
        priced = sum(line.length for line in lines if line.rate or line.cost)
        length = priced or sum(line.length for line in lines)
        if mode == "turn":
            return self._turned(effect, before, length)
        # A way of moving that has its own word (abseiling is a climb in the ledger) goes before the mode.
        key = next(key for key in (f"did:{effect.how}:{mode}", f"did:{mode}") if key in self.terms)
        # A climber that hangs at the height at which it began is under an overhang.
        under = mode == "climb" and effect.to.kind == "link"
        if not rise and not under and f"{key}:level" in self.terms:
            return self._term(f"{key}:level", {"length": Length(length)})
        if rise < 0 and f"{key}:down" in self.terms:
            key = f"{key}:down"
        if onto is not None and f"{key}:onto" in self.terms:
            key = f"{key}:onto"
        fields: dict[str, Field] = {"length": Length(length), "height": Length(abs(rise) or length)}
        thing = lines[0].what.partition(" ")[2] or _slope(before, lines[0])
        fields["thing"] = Thing(thing) if thing else say("the {mode}", mode=Term(mode))
        return self._term(key, fields if onto is None else fields | {"where": onto})

    def _turned(self, effect: Moved, before: Table, length: int) -> Sentence:
        turned = (self._pose(self.table, effect.who, effect.to).facing) - before.pose(effect.who).facing
        turned = (turned + 180.0) % 360.0 - 180.0
        angle = Angle(length if length <= _FULL_TURN else abs(to_lattice(turned)))
        # A whole and a half turn end alike to the left and to the right.
        if to_lattice(turned) in (0, -_HALF_TURN):
            return say("turns {angle}", angle=angle)
        return (
            say("turns {angle} right", angle=angle) if turned > 0 else say("turns {angle} left", angle=angle)
        )

    def _set_down(self, effect: Moved, before: Table) -> Sentence:
        """A move without a price: by the term for how it was made."""
        was, now = before.models[effect.who].place, effect.to
        fields: dict[str, Field] = {"where": where(now, self.table)}
        key = effect.how
        if was.on_table and now.on_table:
            here = self.lost_ground.pop(effect.who, None) or before.pose(effect.who)
            there = self._pose(self.table, effect.who, now)
            flat = ((here.x - there.x) ** 2 + (here.y - there.y) ** 2) ** 0.5
            drop = abs(to_lattice(here.z - there.z))
            turned = abs((there.facing - here.facing + 180.0) % 360.0 - 180.0)
            fields |= {"length": Length.of(flat), "height": Length(drop), "angle": Angle.of(turned)}
            if key == "turns" or (not to_lattice(flat) and not drop and to_lattice(turned)):
                return self._turned(effect, before, to_lattice(turned))
            if not drop and f"{key}:level" in self.terms:
                key = f"{key}:level"
        return self._term(key, fields)

    def _pose(self, table: Table, who: str, place: Place) -> Pose:
        return table.resolve(place) if place.on_table else table.pose(who)

    def _height(self, place: Place) -> Length:
        return Length.of(self.table.resolve(place).z)


def _left_behind(told: Told, step: Do, following: Do | Asking | None) -> Told | None:
    """The event for an object that becomes terrain in the next effect, or terrain that becomes an object; None for other effects.

    An object becomes terrain (a ladder that is set up, which the next event tells), or terrain an object.
    """
    match step.effect, following.effect if isinstance(following, Do) else None:
        case ObjectRemoved(name), PiecePlaced(piece) if name == piece.id:
            return replace(told, says=say("{thing} is put down", thing=Thing(name)), books=True)
        case PieceRemoved(name), ObjectPlaced(thing) if name == thing.id:
            return replace(told, says=say("{thing} is taken down", thing=Thing(name)))
        case _:
            return None


def _brought_back(told: Told, earlier: Do | Asking | None, step: Do) -> Told | None:
    """The event for terrain that was taken down and is an object again; None for other effects."""
    match earlier.effect if isinstance(earlier, Do) else None, step.effect:
        case PieceRemoved(name), ObjectPlaced(thing) if name == thing.id:
            moved = ObjectMoved(name, thing.place, thing.holders)
            return replace(told, says=_changed(moved), books=not thing.holders)
        case _:
            return None


def counted(counter: str, by: int, terms: Mapping[str, Sentence]) -> Sentence:
    """A counter of a model that rises or falls, as a predicate: loses 1 Wound."""
    known = terms.get(f"{'uncounted' if by < 0 else 'counted'}:{counter}")
    if known is not None:
        return known.filled(n=abs(by))
    return say("gets {change} {counter}", change=Notation(f"{by:+d}"), counter=Term(counter))


def where(place: Place, table: Table) -> Field:
    """Where a place is, as players point at it: the ground, a piece of terrain, a deck, a carrier."""
    if place.kind in ("aboard", "reserve", "off", "gone"):
        return Who(place.on) if place.on in table.models else Term(place.kind)
    if place.kind == "water" and not place.on:
        return say("the water")
    return Thing(place.on or BOARD)


def held_by(place: Place, table: Table) -> Sentence:
    """How a model is at a piece of terrain or on a deck: on it, in a hole, or hanging on its wall or edge."""
    piece = table.pieces.get(place.on)
    ladder = piece is not None and piece.sort in LINK_SORTS
    hangs = place.kind in ("link", "edge") and not ladder
    if piece is not None and piece.sort == "gap" and not hangs:
        return say("in {gap}", gap=Thing(place.on))
    return (
        say("hanging on {level}", level=Thing(place.on))
        if hangs
        else say("on {level}", level=Thing(place.on))
    )


def label(request: Choice, value: object, table: Table) -> Field:
    """One of the answers of a choice, for people."""
    if request.labels and value in request.among:
        return request.labels[request.among.index(value)]
    return answer(value, table)


def _is_point(value: Any) -> bool:
    """Whether an answer is a point of the lattice."""
    return isinstance(value, tuple) and len(value) in (2, 3) and all(type(each) is int for each in value)


def answer(value: Any, table: Table) -> Field:  # one line for each kind of value
    """A value that was answered or reported, for people."""
    match value:
        case Sentence() | Who() | Thing() | Term() | Length() | Angle() | Notation():
            return value
        case bool():
            return say("yes") if value else say("no")
        case int():
            return value
        case None:
            return say("none")
        case Place():
            return where(value, table)
        case str():
            if value in table.models or value in table.units:
                return Who(value)
            return Thing(value) if value in table.pieces or value in table.objects else Term(value)
        case tuple():
            if _is_point(value):
                return Notation(", ".join(f"{each / MILLIONTHS:.4g}" for each in value))
            return tuple(answer(each, table) for each in value)
        case Record():
            return tuple(
                say("{name} {value}", name=Term(name), value=answer(each, table))
                for name, each in value.items()
            )
        case _:
            return Notation(str(value))


def _fields(details: Record, table: Table) -> dict[str, Field]:
    return {name: answer(value, table) for name, value in details.items()}


def _mode(line: Line, terms: Mapping[str, Sentence]) -> str:
    """The mode of a line of the ledger; stretches on foot are one, and an unknown one is walking."""
    first = line.what.partition(" ")[0]
    if first in _ON_FOOT:
        return "walk"
    return next((name for name in (line.what, first) if f"did:{name}" in terms), "walk")


def _slope(table: Table, line: Line) -> str:
    """The stairs or ramp that a line of the ledger leads along; empty if it leads along none."""
    if line.what != "stairs":
        return ""
    x, y = (from_lattice((a + b) // 2) for a, b in zip(line.start[:2], line.end[:2], strict=True))
    slopes = [piece for piece in table.pieces.values() if piece.sort in SLOPES]
    return next((piece.id for piece in slopes if inside_rings(x, y, region_of(piece.outline).rings)), "")


def _changed(effect: Effect) -> Sentence:
    """An effect on terrain, objects, surroundings, notes or the clock."""
    match effect:
        case PieceChanged(piece, _, z):
            return say("{thing} moves to a height of {height}", thing=Thing(piece), height=Length(z or 0))
        case PiecePlaced():
            return say("{thing} is set up", thing=Thing(effect.piece.id))
        case PieceRemoved():
            return say("{thing} is removed from the table", thing=Thing(effect.piece))
        case ObjectMoved() if effect.holders:
            return say(
                "{thing} is carried by {holders}", thing=Thing(effect.object), holders=_whos(effect.holders)
            )
        case ObjectMoved():
            return say("{thing} comes to rest", thing=Thing(effect.object))
        case ObjectPlaced():
            return say("{thing} comes into play", thing=Thing(effect.object.id))
        case ObjectRemoved():
            return say("{thing} is lost", thing=Thing(effect.object))
        case EnvironmentSet():
            return say("The environment changes")
        case Expired():
            return say("Effects that last for the {lifetime} end", lifetime=Term(effect.lifetime))
        case _:
            return say("The clock advances")


def _state(piece: str, was: Sequence[str], now: Sequence[str]) -> Sentence:
    """The states of a piece of terrain: those that are new, or else those that have ended."""
    gains = tuple(Term(each) for each in now if each not in was)
    loses = tuple(Term(each) for each in was if each not in now)
    if loses and not gains:
        return say("{thing} is no longer {state}", thing=Thing(piece), state=loses)
    return say("{thing} is now {state}", thing=Thing(piece), state=gains or tuple(Term(each) for each in now))


def _became(effect: Became, before: Table) -> Sentence:
    gains = tuple(Term(each) for each in effect.gains)
    # Only what was there can be lost.
    loses = tuple(Term(each) for each in effect.loses if before.models[effect.who].is_(each))
    if gains and loses:
        return say("is now {gains}, no longer {loses}", gains=gains, loses=loses)
    if gains:
        return say("is now {gains}", gains=gains)
    return say("is no longer {loses}", loses=loses or tuple(Term(each) for each in effect.loses))


def _whos(names: Sequence[str]) -> tuple[Who, ...]:
    return tuple(Who(name) for name in names)


def _one(told: Iterator[Sentence]) -> Sentence:
    """Several predicates as one."""
    found = tuple(_merged([*dict.fromkeys(told)]))
    return found[0] if len(found) == 1 else Sentence(_SEVERAL, (("did", found),))
