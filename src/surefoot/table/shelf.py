"""An immutable keyed collection that knows its own digest and renews it entry by entry."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from hashlib import blake2b
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar


class Entity(Protocol):
    """What a shelf can hold."""

    def scene_token(self) -> str:
        """What geometry can see of it, as canonical text."""
        ...


E = TypeVar("E", bound=Entity)

_SPAN = 1 << 128


def digest_of(text: str) -> int:
    """A 128-bit digest of canonical text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")


class Shelf(Mapping[str, E], Generic[E]):
    """Entities by id, in the order they were put there; `with_` and `without` give a new shelf.

    The digest is the sum of the entries' digests: the order of changes does not matter, and one change costs one
    hash, however full the shelf.
    """

    __slots__ = ("_digests", "_entries", "rest", "scene")

    def __init__(self, entries: Iterable[tuple[str, E]] = ()) -> None:
        self._entries: dict[str, E] = {}
        self._digests: dict[str, tuple[int, int]] = {}
        self.scene = 0
        self.rest = 0
        for key, entity in entries:
            self._put(key, entity)

    def _put(self, key: str, entity: E) -> None:
        seen, unseen = self._digests.get(key, (0, 0))
        rest_token = getattr(entity, "rest_token", None)
        fresh = (
            digest_of(f"{key}={entity.scene_token()}"),
            digest_of(f"{key}~{rest_token()}") if rest_token else 0,
        )
        self._entries[key] = entity
        self._digests[key] = fresh
        self.scene = (self.scene - seen + fresh[0]) % _SPAN
        self.rest = (self.rest - unseen + fresh[1]) % _SPAN

    def _copy(self) -> Shelf[E]:
        twin: Shelf[E] = Shelf()
        twin._entries = dict(self._entries)
        twin._digests = dict(self._digests)
        twin.scene, twin.rest = self.scene, self.rest
        return twin

    def with_(self, key: str, entity: E) -> Shelf[E]:
        """The shelf with one entity put in or replaced."""
        twin = self._copy()
        twin._put(key, entity)
        return twin

    def without(self, *keys: str) -> Shelf[E]:
        """The shelf with some entities taken out."""
        twin = self._copy()
        for key in keys:
            if twin._entries.pop(key, None) is not None:
                seen, unseen = twin._digests.pop(key)
                twin.scene = (twin.scene - seen) % _SPAN
                twin.rest = (twin.rest - unseen) % _SPAN
        return twin

    def __getitem__(self, key: str) -> E:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    # What a mapping would do by asking for one key after another is what rules do most.
    def __contains__(self, key: object) -> bool:
        return key in self._entries

    if not TYPE_CHECKING:  # The type checker takes it from Mapping, with its overloads.

        def get(self, key, default=None):
            """The entity with an id, or a default."""
            return self._entries.get(key, default)

    def keys(self) -> KeysView[str]:
        """The ids."""
        return self._entries.keys()

    def values(self) -> ValuesView[E]:
        """The entities."""
        return self._entries.values()

    def items(self) -> ItemsView[str, E]:
        """The entities with their ids."""
        return self._entries.items()

    def __repr__(self) -> str:
        return f"Shelf({', '.join(self._entries)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shelf) and self.scene == other.scene and self.rest == other.rest

    def __hash__(self) -> int:
        return hash((self.scene, self.rest))
