"""What a game log proves besides its verdicts: who wrote it, that it is whole, and that no player chose its dice.

A server puts into the header of a log its public key and the commitment to the seed of the dice, into each line the seat
that spoke, the seats when they have changed and the secrets of the players when they were revealed, and behind the last
line a signed end: the number of lines, the last seal, and the seed once the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from surefoot.dice.requests import Roll
from surefoot.dice.responders import SeededSource
from surefoot.files.codec import canonical
from surefoot.files.problems import FileProblem
from surefoot.language import Notation, Sentence, count, say
from surefoot.records import dataclass

if TYPE_CHECKING:
    from surefoot.files.lines import Book

# What is signed begins with this, so that a signature can't be used for anything else.
SIGNED = "surefoot log\n"


def mixed(seed: str, secrets: Mapping[str, str]) -> str:
    """The seed of the dice: that of the server, mixed with the secret of each player (by seat) that was revealed."""
    if not seed or not secrets:
        return seed
    return sha256(
        "\n".join((seed, *(f"{seat} {secrets[seat]}" for seat in sorted(secrets)))).encode()
    ).hexdigest()


def commitment(secret: str) -> str:
    """The hash by which a player commits to a secret without showing it."""
    return sha256(secret.encode()).hexdigest()


def signed_text(end: Mapping[str, Any]) -> bytes:
    """The bytes that a server signs at the end of a log."""
    return (SIGNED + canonical(dict(end))).encode()


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll of a game: its line in the log, the question, the faces, the dice shown before it, the secrets and the seats."""

    line: int
    request: Roll
    faces: tuple[int, ...]
    drawn: int
    secrets: Mapping[str, str]
    seats: Iterable[Any] = ()

    @property
    def unchosen(self) -> bool:
        """Whether all players, and more than one, had revealed what they pledged, so that the seed was new to all of them."""
        players = [
            each
            for each in self.seats
            if isinstance(each, dict) and each.get("role") == "player" and each.get("state") == "taken"
        ]
        return len(players) > 1 and all(
            commitment(self.secrets.get(str(each.get("id")), "")) == each.get("pledge") for each in players
        )


@dataclass
class Proof:
    """What a log proves, in words; what it does not; and what is wrong with it."""

    proves: list[Sentence] = field(default_factory=list)
    leaves_open: list[Sentence] = field(default_factory=list)
    problems: list[FileProblem] = field(default_factory=list)


def proof_of(book: Book, rolls: Iterable[Rolled]) -> Proof:
    """What the log of a game proves about its origin, its end and its dice."""
    found = Proof()
    _origin(book, found)
    _dice(book, list(rolls), found)
    if book.game is not None:
        found.leaves_open.append(
            say("who the people at the seats are: a seat belongs to its token, and names are not checked")
        )
    return found


def _wrong(book: Book, says: Sentence) -> FileProblem:
    return FileProblem(book.file, len(book.entries) + 2, "", says)


def _origin(book: Book, found: Proof) -> None:
    if book.ending is None:
        if book.game is not None:
            says = say("the signed end is missing: the log was cut, or it was not exported by its server")
            found.problems.append(_wrong(book, says))
        else:
            found.leaves_open.append(
                say("who wrote it, and whether lines are missing at its end: it is not signed")
            )
        return
    end = book.ending.get("end")
    if not isinstance(end, dict) or not _fits(book, end):
        found.problems.append(
            _wrong(book, say("the signed end belongs to another log, or lines are missing"))
        )
        return
    key = str(end.get("key"))
    try:
        genuine = _genuine(key, str(book.ending.get("signature")), signed_text(end))
    except ImportError:
        found.leaves_open.append(say("whether the signature is right: install surefoot[server] to check it"))
        return
    if not genuine:
        found.problems.append(
            _wrong(book, say("the signature is wrong: this end was not written by its server"))
        )
        return
    found.proves.append(
        count(
            "The log is whole: the server with the key {key} has signed its {n} entry",
            "The log is whole: the server with the key {key} has signed its {n} entries",
            len(book.entries),
            key=Notation(key),
        )
    )
    found.leaves_open.append(say("whose key that is: compare it with /v1/key of the server"))
    if book.game is None:
        found.leaves_open.append(
            say("which entries were made on this server: the game was begun there with a log from elsewhere")
        )


def _fits(book: Book, end: Mapping[str, Any]) -> bool:
    """Whether an end belongs to these lines."""
    same = end.get("lines") == len(book.entries) and end.get("seal") == book.seal
    if book.game is None:
        return same
    return same and all(end.get(name) == book.game.get(name) for name in ("id", "key", "commitment"))


def _genuine(key: str, signature: str, text: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True


def _dice(book: Book, rolls: list[Rolled], found: Proof) -> None:
    if not rolls:
        return
    committed = str((book.game or {}).get("commitment") or "")
    end = (book.ending or {}).get("end")
    seed = str(end.get("seed") or "") if isinstance(end, dict) else ""
    if not committed:
        elsewhere = book.game is None and book.ending is not None
        found.leaves_open.append(
            say("that the dice were rolled: some may be from elsewhere, and none were committed to")
            if elsewhere
            else say("that the dice were rolled: players typed them")
        )
        return
    if not seed:
        found.leaves_open.append(
            say("that the dice were not chosen: their seed is published when the game is over")
        )
        return
    if commitment(seed) != committed:
        found.problems.append(_wrong(book, say("the seed is not the one that the server committed to")))
        return
    for roll in rolls:
        source = SeededSource(mixed(seed, roll.secrets), roll.drawn)
        if tuple(roll.request.dice.roll(source)) != roll.faces:
            says = say("these dice don't follow from the seed: {faces}", faces=tuple(roll.faces))
            found.problems.append(FileProblem(book.file, roll.line, "", says))
    if found.problems:
        return
    found.proves.append(
        say("All dice follow from a seed that the server committed to before the first entry")
    )
    alone = [roll for roll in rolls if not roll.unchosen]
    if alone:
        found.leaves_open.append(
            count(
                "that the server did not pick that seed: {n} roll came before two or more players, and all of them, had added secrets of their own",
                "that the server did not pick that seed: {n} rolls came before two or more players, and all of them, had added secrets of their own",
                len(alone),
            )
        )
    else:
        found.proves.append(
            say(
                "All players mixed secrets of their own into every roll: neither they nor the server chose the dice"
            )
        )
        found.leaves_open.append(
            say("that each secret was pledged before others were shown: the players saw it, not the log")
        )
