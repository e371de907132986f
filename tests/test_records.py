"""`surefoot.records.dataclass` makes what the standard library makes: compared feature by feature."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar

import pytest

from surefoot import records


def classes(made_by: ModuleType) -> dict[str, Any]:
    """The same classes, by one of the two decorators."""
    dataclass, field = made_by.dataclass, dataclasses.field

    @dataclass(frozen=True, slots=True)
    class Plain:
        """Nothing but fields."""

        x: int
        y: str = "y"
        z: tuple[int, ...] = ()

    @dataclass(frozen=True, slots=True)
    class Rich:
        """Every kind of field."""

        kind: ClassVar[str] = "rich"
        x: int
        items: list[int] = field(default_factory=list, compare=False)
        hidden: int = field(default=3, repr=False)
        named: int = field(default=4, kw_only=True)
        found: int = field(init=False)
        fixed: int = field(init=False, default=7)

        def __post_init__(self) -> None:
            object.__setattr__(self, "found", self.x + 1)

    @dataclass(frozen=True, slots=True)
    class Derived(Plain):
        """Adds a field and changes a default."""

        y: str = "other"
        more: int = 1

    @dataclass(frozen=True)
    class Open:
        """No slots, so that it can keep what it has worked out."""

        x: int
        y: int = 2

        @cached_property
        def total(self) -> int:
            return self.x + self.y

    @dataclass(frozen=True, slots=True)
    class Own:
        """Defines methods itself."""

        x: int
        y: int = 0

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self)) and self.x == other.x

        def __hash__(self) -> int:
            return self.x

        def __repr__(self) -> str:
            return f"<{self.x}>"

    @dataclass(frozen=True, slots=True)
    class Alike:  # noqa: PLW1641  # the decorator gives it one
        """Defines equality only."""

        x: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self))

    @dataclass(frozen=True, slots=True)
    class Empty:
        """No fields at all."""

    @dataclass
    class Loose:
        """May be changed."""

        x: int = 1

    return {kind.__name__: kind for kind in (Plain, Rich, Derived, Open, Own, Alike, Empty, Loose)}


OURS, THEIRS = classes(records), classes(dataclasses)
# By each name: what a value is made from.
MADE: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Plain", (1,), {}),
    ("Plain", (1, "b"), {"z": (1, 2)}),
    ("Rich", (1,), {}),
    ("Rich", (1, [2]), {"hidden": 9, "named": 5}),
    ("Derived", (1,), {"more": 5}),
    ("Open", (1,), {}),
    ("Own", (4,), {"y": 1}),
    ("Alike", (4,), {}),
    ("Empty", (), {}),
    ("Loose", (3,), {}),
]


def both(name: str, args: tuple[Any, ...], given: dict[str, Any]) -> tuple[Any, Any]:
    return OURS[name](*args, **given), THEIRS[name](*args, **given)


@pytest.mark.parametrize(("name", "args", "given"), MADE)
def test_a_value_is_what_the_standard_library_makes(
    name: str, args: tuple[Any, ...], given: dict[str, Any]
) -> None:
    ours, theirs = both(name, args, given)

    assert repr(ours) == repr(theirs)
    assert dataclasses.astuple(ours) == dataclasses.astuple(theirs)
    assert [each.name for each in dataclasses.fields(ours)] == [
        each.name for each in dataclasses.fields(theirs)
    ]
    assert hasattr(ours, "__dict__") == hasattr(theirs, "__dict__")
    assert type(ours).__match_args__ == type(theirs).__match_args__
    assert str(inspect.signature(type(ours))) == str(inspect.signature(type(theirs)))
    again = OURS[name](*args, **given)
    assert (ours == again, ours != again, ours == theirs, ours == 1) == (True, False, False, False)
    if name == "Loose":
        assert type(ours).__hash__ is None
    else:
        assert hash(ours) == hash(theirs) == hash(again)


@pytest.mark.parametrize(("name", "args", "given"), MADE[:-1])
def test_a_frozen_value_cant_be_changed(name: str, args: tuple[Any, ...], given: dict[str, Any]) -> None:
    ours, _ = both(name, args, given)
    for field in (*(each.name for each in dataclasses.fields(ours)), "other"):
        with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot assign to field '{field}'"):
            setattr(ours, field, 1)
        with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot delete field '{field}'"):
            delattr(ours, field)


@pytest.mark.parametrize(("name", "args", "given"), MADE)
def test_a_copy_is_equal_and_a_replaced_field_differs(
    name: str, args: tuple[Any, ...], given: dict[str, Any]
) -> None:
    ours, theirs = both(name, args, given)

    assert copy.copy(ours) == copy.deepcopy(ours) == ours
    if args:
        changed = records.replace(ours, x=99)
        assert dataclasses.astuple(changed) == dataclasses.astuple(dataclasses.replace(theirs, x=99))
        assert dataclasses.replace(ours, x=99) == changed
    with pytest.raises(TypeError):
        records.replace(ours, nothing=1)
    with pytest.raises(TypeError):
        type(ours)(*args, nothing=1)


@records.dataclass(frozen=True, slots=True)
class Kept:
    """A value that pickle finds by its name."""

    x: int
    y: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Guest(Kept):
    """The standard decorator on top of ours, as a ruleset by others may have it."""

    z: int = 3


class Worker(Kept):
    """Derived without being a dataclass: it may have more, but not other fields."""


def test_values_survive_a_pickle() -> None:
    for value in (Kept(1, (2, 3)), Guest(1)):
        assert pickle.loads(pickle.dumps(value)) == value


def test_a_derived_class_may_have_more_but_not_change_fields() -> None:
    worker = Worker(1)
    worker.more = 2  # type: ignore[attr-defined]

    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        worker.x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        Guest(1).x = 2  # type: ignore[misc]


def test_patterns_match_by_position() -> None:
    match OURS["Plain"](1, "b"):
        case Kept():
            pytest.fail("another class")
        case found:
            assert found.x == 1
    match Kept(1, (2,)):
        case Kept(1, (2,)):
            pass
        case other:
            pytest.fail(f"{other} should match")


def test_a_cached_property_is_worked_out_once_or_given_beforehand() -> None:
    asked = []

    class Circle:
        """Keeps what it has worked out."""

        @records.cached_property
        def area(self) -> int:
            """How large it is."""
            asked.append(self)
            return 3

    one, other = Circle(), Circle()
    other.area = 7
    assert (one.area, one.area, other.area) == (3, 3, 7)
    assert asked == [one]
    assert Circle.area.__doc__ == "How large it is."
