"""Results of functions for trees, which are containers in containers: ``tree_map(lambda x: x.cuda(), batch)``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.handing import handed
from mindport.semantics.types import OUTPUT, TENSOR, UNKNOWN, Type, list_of, tuple_of

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

ROOT: Final = "torch.utils._pytree."
OF_A_CLASS: Final = "apply_to_collection"
"""Lightning's function for what is of a class in a tree, which several of its modules have."""
_MAPPING: Final = {"tree_map": 1, "tree_map_": 1, "tree_map_only": 2, "tree_map_only_": 2}
"""Functions that make a tree of the same form, each with the place of the tree."""
_CONTAINERS: Final = frozenset(["dict", "list", "tuple"])


def function(flow: Flow, name: str, given: Arguments) -> Type:
    """Result of one of the functions, by its name without ``ROOT``."""
    place = _MAPPING.get(name)
    if place is not None:
        tree = given.get(place, "tree") or UNKNOWN
        mapped = given.positional[place - 1] if len(given.positional) >= place else UNKNOWN
        cls = given.first if place > 1 else UNKNOWN
        return _mapped(flow, given, mapped, tree, cls)
    if name in ("tree_leaves", "tree_iter"):
        return list_of(_leaf(given.first))
    return tuple_of(list_of(_leaf(given.first)), UNKNOWN) if name == "tree_flatten" else UNKNOWN


def applied(flow: Flow, given: Arguments) -> Type:
    """Result of ``apply_to_collection(batch, torch.Tensor, move, device)``."""
    tree, cls, mapped = (given.get(place, name) or UNKNOWN for place, name in enumerate(_PARAMETERS))
    if cls.name != "torch.Tensor":
        return UNKNOWN
    more = {name: value for name, value in given.keywords.items() if name not in _PARAMETERS and name not in _OWN}
    return _mapped(flow, given, mapped, tree, cls, given.positional[len(_PARAMETERS) :], more)


_PARAMETERS: Final = ("data", "dtype", "function")
_OWN: Final = frozenset(["wrong_dtype", "include_none", "allow_frozen"])


def _mapped(
    flow: Flow,
    given: Arguments,
    function: Type,
    tree: Type,
    cls: Type,
    more: Sequence[Type] = (),
    named: dict[str, Type] | None = None,
) -> Type:
    """``cls``: of what the function is called with, whatever else the tree holds. ``more``, ``named``: given to it as well."""
    leaf = _leaf(tree)
    if leaf == UNKNOWN:
        if cls.name == "torch.Tensor":
            handed(flow, given.call, function, [TENSOR, *more], named)
        return UNKNOWN
    made = handed(flow, given.call, function, [leaf, *more], named)
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
