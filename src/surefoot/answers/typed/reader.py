"""Reads a line token by token and collects its problems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from surefoot.answers.typed.lexicon import Lexicon, spoken
from surefoot.answers.typed.tokens import Token
from surefoot.language import Quoted, Sentence, say
from surefoot.table.words import suggested

# Words without a meaning of their own.
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
    """Reads one line from its first token to its last."""

    def __init__(self, found: Sequence[Token], lexicon: Lexicon, problems: Sequence[Sentence] = ()) -> None:
        self.found = list(found)
        self.at = 0
        self.lexicon = lexicon
        self.problems: list[Sentence] = list(problems)

    def more(self) -> bool:
        """Whether there is more to read."""
        return self.at < len(self.found)

    def peek(self, ahead: int = 0) -> Token | None:
        """The next token, or one further ahead, without reading it."""
        index = self.at + ahead
        return self.found[index] if index < len(self.found) else None

    def take(self) -> Token:
        """Read one token."""
        self.at += 1
        return self.found[self.at - 1]

    def taken(self, *words: str) -> str:
        """Read the next token if it is one of these words; empty if it isn't."""
        token = self.peek()
        if token is not None and token.word in words and token.word:
            return self.take().word
        return ""

    def strange(self, token: Token, known: Iterable[str] = ()) -> None:
        """Add a problem for a token that has no meaning here."""
        if token.kind == "break":
            return
        problem = say("Unknown word {word}", word=Quoted(token.typed))
        self.problems.append(suggested(problem, token.typed, known))

    def words_ahead(self) -> list[str]:
        """The next words, split at hyphens; as many as the name of an action may have."""
        words: list[str] = []
        for token in self.found[self.at : self.at + 6]:
            if token.kind != "word":
                break
            words += spoken(token.word).split() or [token.word]
        return words

    def skip(self, words: int) -> None:
        """Read this many words; one token may hold several."""
        while words > 0 and self.more():
            words -= max(1, len(spoken(self.take().word).split()))

    def equals(self) -> None:
        """Read an equals sign or a colon if it comes next."""
        token = self.peek()
        if token is not None and token.typed in ("=", ":"):
            self.take()


def begins(words: Sequence[str], named: Sequence[str]) -> bool:
    """Whether words begin with a name; its first word may have an s at its end: `kal moves`, `kal charges`."""
    if not named or len(words) < len(named):
        return False
    ahead = list(words[: len(named)])
    return ahead == list(named) or [ahead[0].removesuffix("s"), *ahead[1:]] == [
        named[0].removesuffix("s"),
        *named[1:],
    ]
