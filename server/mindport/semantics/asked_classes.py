"""The classes that a test asks for: ``isinstance(x, (A, B))``, ``isinstance(x, A | B)``, ``isinstance(x, CLASSES)``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.annotations import instance_type
from mindport.semantics.joining import join_all
from mindport.semantics.types import BOOL, DICT, FLOAT, INT, STR, UNKNOWN, Type, iterator_of
from mindport.syntax.nodes import BinOp, BitOr, List, Set, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_BUILTINS: Final = {"int": INT, "float": FLOAT, "bool": BOOL, "str": STR, "dict": DICT, "list": Type("list"),
             "tuple": Type("tuple", "...", (UNKNOWN,))}  # fmt: skip


def each(flow: Flow, node: ast.expr) -> Sequence[Type]:
    """The classes that a test names, also by a variable that holds several."""
    if isinstance(node, (Tuple, List, Set)):
        return [cls for one in node.elts for cls in each(flow, one)]
    if type(node) is BinOp and type(node.op) is BitOr:
        return [*each(flow, node.left), *each(flow, node.right)]
    found = flow.types.get(id(node), UNKNOWN)
    return found.items if found.kind == "tuple" and found.items else (found,)


def instances(flow: Flow, classes: Sequence[Type]) -> list[Type | None]:
    """What an instance of each class is."""
    return [_instance(flow, one) for one in classes]


def instance(flow: Flow, classes: Sequence[Type]) -> Type | None:
    """What an instance of one of the classes is."""
    return _instance(flow, classes[0]) if len(classes) == 1 else one_of(instances(flow, classes))


def one_of(known: Sequence[Type | None]) -> Type:
    """What one of several instances is."""
    found = [one for one in known if one is not None]
    if len(found) != len(known) or not found:
        return UNKNOWN
    return iterator_of(UNKNOWN) if {one.kind for one in found} == {"list", "tuple"} else join_all(found)


def of_tensors(classes: Sequence[Type]) -> bool:
    """Whether a class stands for tensors of any kind, not for those of one dtype or for Parameters."""
    return any(one.name == "torch.Tensor" for one in classes)


def _instance(flow: Flow, cls: Type) -> Type | None:
    if cls.name.startswith("builtins."):
        return _BUILTINS.get(cls.name.partition(".")[2], UNKNOWN)
    return instance_type(flow, cls)
