"""Who answers in play: seeded dice, dice typed in from real ones, scripts, and simple policies for choices."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from hashlib import blake2b
from typing import Any

from surefoot.dice.host import Asked, InLine, Reply, Unanswered, Unfit, read_faces, read_value, spot
from surefoot.dice.pool import Faces
from surefoot.dice.requests import Break, Choice, Plan, Roll, Ruling, asked, reasons
from surefoot.language import Notation, Sentence, say
from surefoot.language.sentence import sentence
from surefoot.table.words import near, suggested


@dataclass
class SeededSource:
    """Counter-based dice: the n-th face depends on the seed and on n alone, on every machine."""

    seed: str
    drawn: int = 0

    def face(self, low: int, high: int) -> int:
        """A face, without bias: draws beyond the last whole multiple of the sides are thrown away."""
        sides = high - low + 1
        span = 1 << 64
        while True:
            text = f"{self.seed}/{self.drawn}".encode()
            self.drawn += 1
            number = int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
            if number < span - span % sides:
                return low + number % sides


def settled(request: Asked, breaks: tuple[Break, ...]) -> Reply:
    """The default answer to everything but dice: the first choice, the default ruling, the proposed plan."""
    if isinstance(request, Choice):
        return Reply(request.among[0])
    if isinstance(request, Ruling) and request.default is not None:
        return Reply(request.default)
    if isinstance(request, Plan) and request.proposal is not None and not breaks:
        return Reply(request.proposal)
    raise Unanswered(request, breaks=breaks)


@dataclass
class Seeded(InLine):
    """Dice from a seed; choices by default. A game that was left goes on behind the dice that it has seen already."""

    seed: str
    drawn: InitVar[int] = 0
    source: SeededSource = field(init=False)

    def __post_init__(self, drawn: int) -> None:
        self.source = SeededSource(self.seed, drawn)

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """Rolled, or settled by default."""
        if isinstance(request, Roll):
            return read_faces(request, request.dice.roll(self.source))
        return settled(request, breaks)


@dataclass
class Entry:
    """One answer of a script: what it is for (a clause id, a label, or empty for the next question) and its value."""

    key: str
    value: Any
    used: bool = False

    @property
    def written(self) -> str:
        """The answer as it is written after `--dice`."""
        return f"{self.key}={self.value}" if self.key else str(self.value)


def matches(key: str, request: Asked) -> bool:
    """Whether a script's key names a question: by clause, by the words of the question, or by who is asked."""
    if not key:
        return True
    names = (request.what, *request.clauses)
    who = request.who
    return key in names or any(key in (f"{who}:{name}", f"{who}.{name}") for name in names if who)


def _meant(entry: Entry, request: Asked) -> bool:
    """Whether an answer keyed by a clause is for this question: dice of a test are no answer to the choice before it."""
    if not isinstance(request, Choice) or entry.key.endswith(request.what):
        return True
    if isinstance(entry.value, int):
        return False
    try:
        read_value(request, entry.value)
    except Unanswered:
        return False
    return True


def _chosen(entry: Entry, request: Asked) -> bool:
    """Whether an answer without a key is a word that a choice offers."""
    return isinstance(request, Choice) and isinstance(entry.value, str) and entry.value in request.among


def placed(request: Plan, value: Any) -> Any:
    """The answer to a plan; where the rules propose a place, a point in the table's unit will do as well."""
    proposal = request.proposal
    is_place = isinstance(proposal, tuple) and bool(proposal) and all(type(each) is int for each in proposal)
    wanted = spot(value) if is_place else None
    return value if wanted is None or len(wanted) != len(proposal) else wanted


@dataclass
class Script(InLine):
    """Answers written down beforehand, or typed in one by one; what they do not cover goes to `then`."""

    entries: list[Entry]
    then: Callable[[Asked, tuple[Break, ...]], Reply] | None = settled

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """The first unused entry that fits; an entry that does not fit stops everything behind it."""
        entry = self._next(request)
        if entry is not None:
            entry.used = True
            try:
                return self._read(request, entry)
            except Unanswered as wrong:
                raise Unfit(wrong.request, wrong.problem, wrong.breaks) from None
        if breaks:
            raise Unanswered(request, reasons(breaks), breaks)
        if isinstance(request, Roll):
            says = say(
                "No dice given for: {test} ({dice})", test=asked(request), dice=Notation(str(request.dice))
            )
            raise Unanswered(request, self._with_rest(says))
        if self.then is None:
            raise Unanswered(
                request, self._with_rest(say("No answer given for: {question}", question=asked(request)))
            )
        return self.then(request, breaks)

    def covers(self, request: Asked) -> bool:
        """Whether an answer to a question was given."""
        return self._next(request) is not None

    def _next(self, request: Asked) -> Entry | None:
        """Keyed entries are found by name; the others are dice and choices, taken in order."""
        in_order = True
        for entry in self.entries:
            if entry.used:
                continue
            if entry.key and matches(entry.key, request) and _meant(entry, request):
                return entry
            if not entry.key and in_order:
                if isinstance(request, Roll) or _chosen(entry, request):
                    return entry
                in_order = False
        return None

    def refuse_unfit(self, waits: Unanswered, known: Collection[str]) -> None:
        """Raise Unfit if a question is open though it was answered: by what does not fit, or under a name that is not known."""
        if isinstance(waits, Unfit):
            raise waits
        names = (waits.request.what, *waits.request.clauses)
        for key in (entry.key for entry in self.unused if entry.key and entry.key not in known):
            if near(key, names):
                raise Unfit(waits.request, suggested(sentence(waits.problem), key, names))

    def _with_rest(self, says: Sentence) -> Sentence:
        """The same, and the answers that were given and not used: one may be meant under another name."""
        keys = [entry.key for entry in self.unused if entry.key]
        if not keys:
            return says
        return say("{problem}; there are answers for: {names}", problem=says, names=Notation(", ".join(keys)))

    def _read(self, request: Asked, entry: Entry) -> Reply:
        if isinstance(request, Roll):
            return read_faces(request, self._faces(request, entry))
        if isinstance(request, Choice | Ruling):
            return read_value(request, entry.value)
        return Reply(placed(request, entry.value))

    def _faces(self, request: Roll, entry: Entry) -> Faces:
        if isinstance(entry.value, (list, tuple)):
            return tuple(_face(request, each) for each in entry.value)
        faces = [_face(request, entry.value)]
        # Bare dice come one by one: a roll of several takes the next ones too.
        for other in self.entries if not entry.key else ():
            if other.used or other.key:
                continue
            if len(faces) == request.dice.count or isinstance(other.value, (list, tuple)):
                break
            other.used = True
            faces.append(_face(request, other.value))
        return tuple(faces)

    @property
    def unused(self) -> list[Entry]:
        """Answers that no question asked for."""
        return [entry for entry in self.entries if not entry.used]

    @property
    def idle(self) -> list[str]:
        """The same, as people write them."""
        return [each.written for each in self.unused]


def _face(request: Roll, value: Any) -> int:
    """One die as it was typed."""
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        says = say(
            "{value} is not a die: {test} needs {dice}",
            value=Notation(repr(value)),
            test=asked(request),
            dice=Notation(str(request.dice)),
        )
        raise Unanswered(request, says)
    return value


def script(answers: Iterable[Any] | Mapping[str, Any]) -> Script:
    """A script from plain data: faces in order, or a mapping from clause or label to an answer, or a mixture.

    >>> [entry.key for entry in script([4, {"leap.test": 2}]).entries]
    ['', 'leap.test']
    """
    entries: list[Entry] = []
    if isinstance(answers, (str, bytes)) or not isinstance(answers, Iterable):
        raise TypeError(
            f"script() takes a list of dice and answers, such as [2, 1] or [{{'leap.test': 2}}], not {answers!r}"
        )
    if isinstance(answers, Mapping):
        answers = [{key: value} for key, value in answers.items()]
    for answer in answers:
        if isinstance(answer, Mapping):
            entries += [Entry(str(key), value) for key, value in answer.items()]
        else:
            entries.append(Entry("", answer))
    return Script(entries)
