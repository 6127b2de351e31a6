"""Values that are made in great numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform

    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    def frozen(*, order: bool = False) -> Callable[[type[T]], type[T]]: ...

else:

    def frozen(*, order=False):
        """A frozen dataclass to the type checker, and one with slots when it runs: what would guard its fields then makes each
        value cost five times as much."""
        return dataclass(order=order, slots=True, unsafe_hash=True)


def fields_of(one: object) -> dict[str, object]:
    """The value's fields by name."""
    return {name: getattr(one, name) for name in type(one).__slots__}  # type: ignore[attr-defined]
