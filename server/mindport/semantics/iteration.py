"""Functions of Python's libraries that go over sequences: ``itertools``, ``functools.reduce``, ``random``, ``operator``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.handing import handed
from mindport.semantics.joining import join_all
from mindport.semantics.sequences import element_of
from mindport.semantics.types import INT, TENSOR, UNKNOWN, Type, iterator_of, list_of, tuple_of

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_ONE_BY_ONE: Final = frozenset(["islice", "cycle", "accumulate", "takewhile", "dropwhile", "filterfalse", "compress"])
_GROUPS: Final = frozenset(["combinations", "permutations", "combinations_with_replacement"])
_OPERATORS: Final = frozenset(
    ["add", "sub", "mul", "truediv", "floordiv", "matmul", "pow", "mod", "neg", "iadd", "imul", "isub", "itruediv"]
)


def library(flow: Flow, name: str, given: Arguments) -> Type:
    """Result of one of these functions, by its whole name; unknown for others."""
    root, _, rest = name.partition(".")
    if root == "itertools":
        return _itertools(flow, rest, given)
    if name == "functools.reduce":
        return _reduced(flow, given)
    if root == "operator" and rest in _OPERATORS:
        return TENSOR if any(one.kind == "tensor" for one in given.positional) else UNKNOWN
    if root == "random" and given.positional:
        item = element_of(flow, given.first)
        return item if rest == "choice" else list_of(item) if rest in ("sample", "choices") else UNKNOWN
    return UNKNOWN


def _itertools(flow: Flow, name: str, given: Arguments) -> Type:
    items = [element_of(flow, one) for one in given.positional]
    if not items or given.spread:
        return UNKNOWN
    if name == "chain":
        return iterator_of(join_all(items))
    if name == "chain.from_iterable":
        return iterator_of(element_of(flow, items[0]))
    if name in ("product", "zip_longest"):
        return iterator_of(tuple_of(*items)) if "repeat" not in given.keywords else UNKNOWN
    if name == "pairwise":
        return iterator_of(tuple_of(items[0], items[0]))
    if name in _GROUPS:
        return iterator_of(Type("tuple", "...", (items[0],)))
    if name == "repeat":
        return iterator_of(given.first)
    if name == "count":
        return iterator_of(INT)
    place = 1 if name in ("takewhile", "dropwhile", "filterfalse") else 0
    return iterator_of(items[place]) if name in _ONE_BY_ONE and place < len(items) else UNKNOWN


def _reduced(flow: Flow, given: Arguments) -> Type:
    """``reduce(lambda a, b: a + b, tensors)``."""
    if not 1 < len(given.positional) < 4 or given.spread:
        return UNKNOWN
    item = element_of(flow, given.positional[1])
    return handed(flow, given.call, given.first, [*given.positional[2:], item, item][:2])


def keyed(flow: Flow, given: Arguments, item: Type) -> None:
    """``sorted(tensors, key=lambda x: x.sum())``: the key is called with each item."""
    key = given.keywords.get("key")
    if key is not None:
        handed(flow, given.call, key, [item])
