"""Values that Modules keep, of which their classes say nothing: parameters and buffers of a library's class, and what a hook puts
there (``module.input0 = args[0]``), which is read as a tensor elsewhere."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import likelihood
from mindport.semantics.classes import is_of_library
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.types import UNKNOWN
from mindport.syntax.nodes import Attribute

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

READ: Final = frozenset(["shape", "ndim", "grad_fn"])
"""Attributes of what is kept so and is no Module."""
CALLED: Final = frozenset(["size", "dim"])
"""Methods of such."""


def is_kept(flow: Flow, node: ast.expr) -> bool:
    """Whether a value is an attribute of a Module whose class is torch's, a library's or unknown, and does not have it."""
    if type(node) is not Attribute or flow.knows(likelihood.OTHER_TENSORS) or likelihood.among_arrays(flow):
        return False
    owner = flow.types.get(id(node.value), UNKNOWN)
    if owner.kind != "module":
        return False
    cls = owner.definition
    if owner.name.startswith("torch"):
        return (
            cls is None
            and not owner.items
            and all(flow.knowledge.member(one, node.attr) is None for one in owner.name.split("|"))
        )
    return (
        cls is None or isinstance(cls, ClassInfo) and is_of_library(cls) and flow.attribute_of(cls, node.attr) is None
    )
