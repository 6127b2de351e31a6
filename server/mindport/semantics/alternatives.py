"""Members of what is a tensor or something else, and which of these may have them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import own_objects, unions
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.telling_calls import TENSOR_ONLY
from mindport.semantics.types import Type
from mindport.semantics.word_sets import words

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def only_tensors_have(flow: Flow, owner: Type, node: ast.Attribute, call: ast.Call | None) -> bool:
    """Whether nothing but the tensor has a member: of something that is declared no closer (``Tensor | Iterable``), nothing
    at all has some of a tensor's methods."""
    having = [one for one in owner.items if one.kind != "tensor" and _may_have(flow, one, node.attr, call)]
    if not having:
        return True
    if (
        call is None
        or node.attr not in TENSOR_ONLY
        or node.attr in _OF_SPARSE
        or any(not one.is_unknown for one in having)
    ):
        return False
    return not own_objects.may_be_of_one(flow, node)


_OF_SPARSE: Final = words("""
    backward contiguous detach detach_ fill_ index_select is_floating_point masked_select narrow numel pin_memory requires_grad_
    share_memory_ zero_
""")
"""Methods that what stands beside tensors has as well: sparse matrices, arrays on devices."""


def _may_have(flow: Flow, value: Type, name: str, call: ast.Call | None) -> bool:
    """Whether a value that is no tensor may have a member of this name: an object of the user's class, one that the class has."""
    cls = value.definition
    if not isinstance(cls, ClassInfo) or value.kind != "other":
        return unions.may_have(value, name, call)
    if any(not _is_known_to_the_end(one) for one in cls.lineage()):
        return True
    cls.flow.prepare(cls)
    return cls.method(name) is not None or cls.declares(name) or flow.attribute_of(cls, name) is not None


def _is_known_to_the_end(cls: ClassInfo) -> bool:
    """Whether all that its objects have stands in the user's code."""
    if not _OF_ANY_NAME.isdisjoint(cls.methods):
        return False
    return all(isinstance(base.definition, ClassInfo) or base.name == "object" for base in cls.bases)


_OF_ANY_NAME: Final = frozenset(["__getattr__", "__getattribute__", "__setattr__"])
