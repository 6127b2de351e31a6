"""What a function has saved in a file of torch's, it gets where it loads the same file.

if not os.path.exists(path):
    torch.save({"images": torch.tensor(pixels), "classes": names}, path)
data = torch.load(path)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindport.semantics import checkpoints
from mindport.semantics.arguments import Arguments
from mindport.semantics.done_with import own_code
from mindport.semantics.joining import fields_of
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.below import nodes_of, parameters_of
from mindport.syntax.nodes import Call, Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def loaded(flow: Flow, given: Arguments) -> Type:
    """What ``torch.load`` gives: what was put into the file above, where that is a tensor, or holds some by name. What is kept
    of a model is told by its names."""
    path, function = given.node(0, "f"), flow.frame.function
    if path is None or not flow.judges:
        return checkpoints.LOADED
    written = ast.dump(path)
    nodes = flow.frame.all_nodes(function) if function is not None else nodes_of(own_code(flow).body)
    found: list[Type] = []
    for node in nodes:
        if (
            type(node) is Call
            and len(node.args) > 1
            and node.lineno < path.lineno
            and ast.dump(node.args[1]) == written
        ):
            used = flow.uses.get(id(node.func))
            if used is not None and used.api == "torch.save":
                found.append(flow.types.get(id(node.args[0]), UNKNOWN))
    if len(found) != 1 or not _stays(flow, path):
        return checkpoints.LOADED
    value = found[0]
    fields = fields_of(value)
    if any(map(checkpoints.names_model, fields)):
        return checkpoints.LOADED
    holds = value.kind == "tensor" or any(one.kind == "tensor" for one in fields.values())
    return value if holds else checkpoints.LOADED


def _stays(flow: Flow, path: ast.expr) -> bool:
    """Whether the variables that a path is made of are set once at most, and are given no more."""
    function = flow.frame.function
    given = [one.arg for one in parameters_of(function.node.args)] if function is not None else []
    stores = flow.own_names(function).stores
    return all(stores[one.id] <= (one.id not in given) for one in nodes_of([path]) if type(one) is Name)
