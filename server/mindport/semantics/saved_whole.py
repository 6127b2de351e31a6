"""What a file of torch's holds as a whole, and is brought to a device: a tensor or a Module, by what is done with it then.

points = torch.load("points.pt").cuda()
render(points, colors)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import checkpoints, evidence, given_as
from mindport.semantics.done_with import is_module, own_code
from mindport.semantics.hindsight import LIKELY
from mindport.semantics.types import MODULE, OUTPUT, Type
from mindport.semantics.usage import scan
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Attribute, Call, Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_BRINGING: Final = frozenset(["to", "cuda", "cpu", "float", "double", "half", "bfloat16"])


def brought(flow: Flow, node: ast.Call, target: ast.expr) -> Type | None:
    """What ``target`` is given by the call; None where it is something else, or nothing tells what was saved."""
    callee = node.func
    if type(callee) is not Attribute or callee.attr not in _BRINGING or type(target) is not Name or not flow.judges:
        return None
    chain: list[ast.Call] = []
    inner: ast.expr = node
    while type(inner) is Call and type(inner.func) is Attribute and inner.func.attr in _BRINGING:
        chain.append(inner)
        inner = inner.func.value
    loaded = flow.types.get(id(inner))
    if loaded is None or loaded.name != checkpoints.LOADED.name or loaded != checkpoints.LOADED:
        return None
    if is_module(flow, target):
        found, kind, why = MODULE, "Module", ("module|torch.nn.Module",)
    elif _is_tensor(flow, target):
        found, kind, why = OUTPUT, "Tensor", LIKELY
    else:
        return None
    owner = "torch.nn.Module" if kind == "Module" else "torch.Tensor"
    for one in chain:
        assert type(one.func) is Attribute
        flow.record(f"{owner}.{one.func.attr}", one.func, "inferred", one, one.func.value, why=why)
    return found


def _is_tensor(flow: Flow, target: ast.Name) -> bool:
    """Whether a variable is used as a tensor is, from here on, and as nothing else that has such methods."""
    function = flow.frame.function
    if function is None and flow.frame is not flow.module:
        return False
    nodes = flow.frame.all_nodes(function) if function is not None else nodes_of(own_code(flow).body)
    found, loops = scan(nodes, [target.id], target.lineno)
    uses = found[target.id]
    if given_as.is_used_as_tensor(flow, uses):
        return True
    return given_as.may_be_tensor(flow, uses) and any(
        evidence.takes_tensor(flow, to, place, loops) or given_as.is_computed_with(flow, to, place)
        for to, place in uses.passed
    )
