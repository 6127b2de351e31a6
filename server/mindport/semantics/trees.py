"""Results of torch's functions for trees, which are containers in containers: ``tree_map(lambda x: x.cuda(), batch)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.handing import handed
from mindport.semantics.types import OUTPUT, TENSOR, UNKNOWN, Type, list_of, tuple_of

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

ROOT: Final = "torch.utils._pytree."
_MAPPING: Final = {"tree_map": 1, "tree_map_": 1, "tree_map_only": 2, "tree_map_only_": 2}
"""Functions that make a tree of the same form, each with the place of the tree."""
_CONTAINERS: Final = frozenset(["dict", "list", "tuple"])


def function(flow: Flow, name: str, given: Arguments) -> Type:
    """Result of one of the functions, by its name without ``ROOT``."""
    place = _MAPPING.get(name)
    if place is not None:
        tree = given.get(place, "tree") or UNKNOWN
        mapped = given.positional[place - 1] if len(given.positional) >= place else UNKNOWN
        return _mapped(flow, given, mapped, tree)
    if name in ("tree_leaves", "tree_iter"):
        return list_of(_leaf(given.first))
    return tuple_of(list_of(_leaf(given.first)), UNKNOWN) if name == "tree_flatten" else UNKNOWN


def _mapped(flow: Flow, given: Arguments, function: Type, tree: Type) -> Type:
    leaf = _leaf(tree)
    if leaf == UNKNOWN:
        return UNKNOWN
    made = handed(flow, given.call, function, [leaf])
    if tree.kind in _CONTAINERS:
        return tree if made.kind == "tensor" or made == OUTPUT else UNKNOWN
    return made if made != UNKNOWN else OUTPUT


def _leaf(tree: Type) -> Type:
    """What a tree holds at its ends: unknown where that is not the same everywhere."""
    if tree.kind not in _CONTAINERS:
        return tree if tree.kind == "tensor" or tree == OUTPUT else UNKNOWN
    parts = tree.items[1:] if tree.kind == "dict" else tree.items
    leaves = {_leaf(part) for part in parts}
    return TENSOR if leaves == {TENSOR} else OUTPUT if leaves and leaves <= {TENSOR, OUTPUT} else UNKNOWN
