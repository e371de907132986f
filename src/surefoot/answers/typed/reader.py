"""Reading a line token by token: what comes next, what it could mean, and every problem on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from surefoot.answers.typed.lexicon import Lexicon, spoken
from surefoot.answers.typed.tokens import Token
from surefoot.table.words import instead

# Words that make a sentence sound right and say nothing.
FILLERS = (
    "the",
    "a",
    "an",
    "is",
    "are",
    "with",
    "at",
    "his",
    "her",
    "its",
    "their",
    "for",
    "goes",
    "go",
    "gets",
)


class Reader:
    """One line, read from its first token to its last."""

    def __init__(self, found: Sequence[Token], lexicon: Lexicon, problems: Sequence[str] = ()) -> None:
        self.found = list(found)
        self.at = 0
        self.lexicon = lexicon
        self.problems: list[str] = list(problems)

    def more(self) -> bool:
        """Whether there is more to read."""
        return self.at < len(self.found)

    def peek(self, ahead: int = 0) -> Token | None:
        """A token that is not read yet."""
        index = self.at + ahead
        return self.found[index] if index < len(self.found) else None

    def take(self) -> Token:
        """Read one token."""
        self.at += 1
        return self.found[self.at - 1]

    def taken(self, *words: str) -> str:
        """Read one of some words if it comes next."""
        token = self.peek()
        if token is not None and token.word in words and token.word:
            return self.take().word
        return ""

    def strange(self, token: Token, known: Iterable[str] = ()) -> None:
        """Something that means nothing here."""
        if token.kind == "break":
            return
        hint = instead(token.typed, known) if known else ""
        self.problems.append(f"{token.typed!r} means nothing here{hint}")

    def words_ahead(self) -> list[str]:
        """The next words, hyphens taken for blanks; as many as an action's name may have."""
        words: list[str] = []
        for token in self.found[self.at : self.at + 6]:
            if token.kind != "word":
                break
            words += spoken(token.word).split() or [token.word]
        return words

    def skip(self, words: int) -> None:
        """Read so many words, of which several may be one token."""
        while words > 0 and self.more():
            words -= max(1, len(spoken(self.take().word).split()))

    def equals(self) -> None:
        token = self.peek()
        if token is not None and token.typed in ("=", ":"):
            self.take()


def begins(words: Sequence[str], named: Sequence[str]) -> bool:
    """Whether words begin with a name; its first word may be said of a third person: `kal moves`, `kal charges`."""
    if not named or len(words) < len(named):
        return False
    ahead = list(words[: len(named)])
    return ahead == list(named) or [ahead[0].removesuffix("s"), *ahead[1:]] == [
        named[0].removesuffix("s"),
        *named[1:],
    ]
