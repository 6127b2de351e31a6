"""Tests of all elements at once: ``all(isinstance(x, torch.Tensor) for x in xs)``, ``not any(x is None for x in (a, b))``."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mindport.semantics.joining import fields_of
from mindport.semantics.types import GIVEN, OPEN, UNKNOWN, Type, dict_of, iterator_of
from mindport.syntax.nodes import Attribute, Call, GeneratorExp, List, ListComp, Name, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

Narrow = Callable[["Flow", ast.expr, bool], None]


def apply(flow: Flow, test: ast.Call, outcome: bool, narrow: Narrow) -> None:
    """What the test says of the elements, and of what holds them. ``narrow`` says what a test of one says."""
    over = test.args[0]
    if not isinstance(over, (GeneratorExp, ListComp)) or len(over.generators) != 1 or len(test.args) != 1:
        return
    if flow.types.get(id(test.func), UNKNOWN).name != ("builtins.all" if outcome else "builtins.any"):
        return
    one = over.generators[0]
    if one.ifs or type(one.target) is not Name:
        return
    element, held = one.target.id, one.iter

    def told(known: Type) -> Type:
        before = flow.frame.vars
        flow.frame.vars = {**before, element: known}
        narrow(flow, over.elt, outcome)
        found = flow.frame.vars[element]
        flow.frame.vars = before
        return found

    if isinstance(held, (Tuple, List)):
        for part in held.elts:
            if type(part) is Name and part.id in flow.frame.vars:
                flow.frame.vars[part.id] = told(flow.frame.vars[part.id])
        return
    values = type(held) is Call and type(held.func) is Attribute and held.func.attr == "values"
    holder = held.func.value if values else held  # type: ignore[attr-defined]
    known = flow.frame.vars.get(holder.id) if type(holder) is Name else None
    if known is not None and type(holder) is Name:
        found = _holding(known, values, told(GIVEN))
        if found is not None:
            flow.frame.vars[holder.id] = found


def _holding(known: Type, values: bool, element: Type) -> Type | None:
    """What holds nothing but such elements, where it was not known what it holds."""
    if element.kind == "unknown":
        return None
    if known.kind == "unknown" and known.name in OPEN:
        return dict_of(UNKNOWN, element) if values else iterator_of(element)
    if values:
        plain = known.kind == "dict" and not fields_of(known) and all(one.kind == "unknown" for one in known.items)
        return dict_of(UNKNOWN, element) if plain else None
    if known.kind in _HOLDING or known.name == "iterator":
        return known.of(element) if known.items in ((), (UNKNOWN,), (GIVEN,)) else None
    return None


_HOLDING: Final = frozenset(["list", "tuple"])
