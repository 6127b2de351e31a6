"""Types of the arguments of one call."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from mindport.semantics.types import OUTPUT, UNKNOWN, Type
from mindport.syntax.nodes import Starred


class Arguments:
    """``positional`` in order (unknown for ``*a``), ``keywords`` by name. ``spread``: what ``*a`` and ``**k`` hold."""

    __slots__ = ("call", "keywords", "positional", "spread")

    def __init__(
        self, call: ast.Call, positional: list[Type], keywords: dict[str, Type], spread: tuple[Type, ...] = ()
    ) -> None:
        self.call = call
        self.positional = positional
        self.keywords = keywords
        self.spread = spread

    def get(self, position: int, name: str = "") -> Type | None:
        """Type of an argument by position or name; None when it is not given."""
        if 0 <= position < len(self.positional):
            return self.positional[position]
        return self.keywords.get(name)

    def node(self, position: int, name: str = "") -> ast.expr | None:
        if 0 <= position < len(self.call.args):
            return self.call.args[position]
        return next((k.value for k in self.call.keywords if k.arg == name), None)

    @property
    def first(self) -> Type:
        return self.positional[0] if self.positional else UNKNOWN

    @property
    def has_tensor(self) -> bool:
        """Whether an argument is a tensor, or the like of one."""
        return any(
            one.kind in ("tensor", "never") or one.name == "either" or one.name == "output" and one == OUTPUT
            for one in (*self.positional, *self.keywords.values(), *self.spread)
        )

    @property
    def is_open(self) -> bool:
        """Whether ``*a`` or ``**k`` may give more."""
        return any(type(a) is Starred for a in self.call.args) or any(k.arg is None for k in self.call.keywords)


@dataclass(frozen=True, eq=False)
class Applied:
    """``definition`` of what ``functools.partial`` makes of one of the user's functions: ``callee``, and what it is given."""

    callee: Type
    given: Arguments

    @property
    def node(self) -> ast.expr:
        return self.given.call.func

    def joined(self, given: Arguments) -> Arguments:
        """All that a call gives to the function in the end."""
        before = self.given
        call = ast.Call(
            given.call.func, [*before.call.args, *given.call.args], [*before.call.keywords, *given.call.keywords]
        )
        return Arguments(call, [*before.positional, *given.positional], {**before.keywords, **given.keywords})
