"""Objects of other files' classes that add up what they are given: ``top1.update(acc[0], n)``, then ``top1.avg.item()``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindport.syntax.nodes import Assign, Attribute, AugAssign, Name

if TYPE_CHECKING:
    from mindport.semantics.arguments import Arguments
    from mindport.semantics.definitions import FunctionInfo
    from mindport.semantics.flow import Flow


def note(flow: Flow, callee: ast.expr, method: FunctionInfo, given: Arguments) -> None:
    """Remembers, as long as the running function is walked, what a method of an object of another file's class was given."""
    name = _variable(callee)
    first = given.positional[0] if given.positional else next(iter(given.keywords.values()), None)
    if name and first is not None:
        flow.frame.added.setdefault(name, {})[id(callee)] = (method, first)


def counts_tensors(flow: Flow, node: ast.Attribute) -> bool:
    """Whether an attribute is set by a method to which the running function gave a tensor, on the same variable, and nothing
    else."""
    given = flow.frame.added.get(_variable(node)) if flow.frame.added else None
    if not given:
        return False
    for method in {method for method, _ in given.values()}:
        if all(one.kind == "tensor" for to, one in given.values() if to is method) and _sets(method, node.attr):
            return True
    return False


def _variable(node: ast.expr) -> str:
    """The variable that a member is read of: ``top1`` of ``top1.avg``, ``self.top1`` of ``self.top1.update``; empty of others."""
    owner = node.value if type(node) is Attribute else node
    if type(owner) is Attribute and type(owner.value) is Name:
        return f"{owner.value.id}.{owner.attr}"
    return owner.id if type(owner) is Name and owner is not node and owner.id != "self" else ""


def _sets(method: FunctionInfo, attr: str) -> bool:
    """Whether a method sets an attribute of its object."""
    owner = method.node.args.args[0].arg if method.node.args.args else ""
    for one in method.flow.nodes_of(method.node):
        target = one.targets[0] if type(one) is Assign else one.target if type(one) is AugAssign else None
        if (
            type(target) is Attribute
            and target.attr == attr
            and type(target.value) is Name
            and target.value.id == owner
        ):
            return True
    return False
