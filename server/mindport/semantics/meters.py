"""Objects of other files' classes that add up what they are given: ``top1.update(acc[0], n)``, then ``top1.avg.item()``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Assign, Attribute, AugAssign, Name

if TYPE_CHECKING:
    from mindport.semantics.definitions import ClassInfo, FunctionInfo
    from mindport.semantics.flow import Flow


def counts_tensors(flow: Flow, cls: ClassInfo, node: ast.Attribute) -> bool:
    """Whether an attribute is set by a method that this file gives a tensor to, on the same variable, and nothing else."""
    name = whose(node)
    if not name or name == "self":
        return False
    for method in cls.methods.values():
        calls = flow.foreign_calls.get(method)
        if not calls:
            continue
        given = [next(iter(found.values())) for _, found, one in calls.values() if one == name and found]
        if given and all(one.kind == "tensor" for one in given) and _sets(method, node.attr):
            return True
    return False


def whose(node: ast.expr) -> str:
    """The variable that a member is read of: ``top1`` of ``top1.avg``, ``self.top1`` of ``self.top1.update``; empty of others."""
    owner = node.value if type(node) is Attribute else node
    if type(owner) is Attribute and type(owner.value) is Name:
        return f"{owner.value.id}.{owner.attr}"
    return owner.id if type(owner) is Name and owner is not node else ""


def _sets(method: FunctionInfo, attr: str) -> bool:
    """Whether a method sets an attribute of its object."""
    owner = method.node.args.args[0].arg if method.node.args.args else ""
    for one in nodes_of(method.flow.body_of(method.node)):
        target = one.targets[0] if type(one) is Assign else one.target if type(one) is AugAssign else None
        if (
            type(target) is Attribute
            and target.attr == attr
            and type(target.value) is Name
            and target.value.id == owner
        ):
            return True
    return False
