"""How a function's body uses its parameters, and what that says of their types."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.knowledge import family
from mindport.semantics.types import MODULE, TENSOR, UNKNOWN, Type
from mindport.semantics.usage import Uses, scan, scan_kept

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_OWN_TO_MODULES = frozenset(["parameters", "named_parameters", "state_dict", "load_state_dict", "named_modules", "modules",
                             "train", "eval", "children", "named_children", "register_buffer"])  # fmt: skip
_OWN_TO_OPTIMIZERS = frozenset(["zero_grad", "step", "param_groups", "add_param_group"])


def judge(flow: Flow, function: FunctionInfo, names: Iterable[str]) -> dict[str, Type]:
    """Types that the uses of the named parameters speak for."""
    uses, loops = scan(function.node, names)
    if function.name == "__init__" and function.cls is not None:
        scan_kept(function.cls.node, function.node, uses)
        if flow.journal is not None:
            flow.journal.body_readers.add(function)
    out: dict[str, Type] = {}
    for name, found in uses.items():
        if _is_tensor(flow, function, found, loops):
            out[name] = TENSOR
        elif found.speaks_module or found.called and found.attributes & _OWN_TO_MODULES and not found.keyed:
            out[name] = MODULE
        elif len(found.attributes & _OWN_TO_OPTIMIZERS) >= 2 and not found.called:
            out[name] = Type("optimizer")
        elif found.attributes >= {"parameters"} and found.attributes & {"train", "eval", "state_dict", "modules"}:
            out[name] = MODULE
    return out


def _is_tensor(flow: Flow, function: FunctionInfo, uses: Uses, loops: Mapping[str, ast.expr]) -> bool:
    in_forward = function.name == "forward" and function.cls is not None and function.cls.kind == "module"
    if uses.called or uses.keyed:
        return False
    members = flow.knowledge.tensor_members
    if not uses.attributes <= members:
        return False
    if uses.speaks:
        return True
    if uses.tested:
        return False
    passed = [_takes_tensor(flow, function, callee, position, loops) for callee, position in uses.passed]
    if any(answer is False for answer in passed):
        return False
    if any(passed):
        return True
    if not in_forward:
        return False
    if uses.attributes:
        return not uses.iterated or bool(uses.attributes & {"shape", "size", "device", "dtype", "dim"})
    if uses.iterated:
        return False
    return uses.sliced or (uses.arithmetic and not uses.passed)


def _takes_tensor(
    flow: Flow, function: FunctionInfo, callee: ast.expr, position: int, loops: Mapping[str, ast.expr]
) -> bool | None:
    """Whether the callee's argument at ``position`` must be a tensor; None when that is open."""
    if isinstance(callee, ast.Name) and callee.id in loops:
        container = _part(flow, loops[callee.id])
        return None if container is None else _layer_takes_tensor(flow, _held(container), position)
    if isinstance(callee, ast.Subscript):
        container = _part(flow, callee.value)
        return None if container is None else _layer_takes_tensor(flow, _held(container), position)
    if isinstance(callee, ast.Attribute) and isinstance(callee.value, ast.Name):
        root = flow.lookup(callee.value.id)
        if root is not None and isinstance(root.definition, ClassInfo) and root.kind == "module":
            return _part_takes_tensor(flow, root.definition, callee, position)
    name = _qualified(flow, callee)
    return True if name and position == 0 and flow.knowledge.demands_tensor(name) else None


def _part(flow: Flow, node: ast.expr) -> Type | None:
    """Type of ``self.part`` inside a Module."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        root = flow.lookup(node.value.id)
        if root is not None and isinstance(root.definition, ClassInfo) and root.kind == "module":
            return root.definition.attribute(node.attr)
    return None


def _held(container: Type) -> Type:
    if container.kind != "module" or isinstance(container.definition, ClassInfo):
        return UNKNOWN
    return container.items[0] if container.items else MODULE


def _part_takes_tensor(flow: Flow, cls: ClassInfo, callee: ast.Attribute, position: int) -> bool | None:
    """The same for ``self.part(…)`` inside a Module, the part being a layer or a method."""
    found = cls.attribute(callee.attr)
    method = cls.method(callee.attr) if found is None else None
    if method is not None:
        return _user_takes_tensor(flow, method, position)
    return None if found is None else _layer_takes_tensor(flow, found, position)


def _layer_takes_tensor(flow: Flow, found: Type, position: int) -> bool | None:
    if found.kind != "module":
        return None
    if isinstance(found.definition, ClassInfo):
        forward = found.definition.method("forward")
        if forward is not None:
            return _user_takes_tensor(flow, forward, position)
        return True if position == 0 and found.definition.torch_base != "torch.nn.Module" else None
    if position != 0:
        return True if found.name == "torch.nn.MultiheadAttention" and position in (1, 2) else None
    # Of a layer given from outside nothing is known but that it is one.
    return True if found.name == "" or found.name.startswith("torch.nn.") else None


def _user_takes_tensor(flow: Flow, function: FunctionInfo, position: int) -> bool | None:
    names = [a.arg for a in function.node.args.args][1:]
    if not 0 <= position < len(names):
        return None
    flow.ensure(function)
    return True if function.parameter_kinds.get(names[position]) == "tensor" else None


def _qualified(flow: Flow, node: ast.expr) -> str:
    attributes: list[str] = []
    while isinstance(node, ast.Attribute):
        attributes.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    root = flow.lookup(node.id)
    if root is None or not root.name or not family(root.name):
        return ""
    if root.kind == "namespace":
        return flow.knowledge.canonical(".".join([root.name, *reversed(attributes)]))
    return root.name if root.kind == "function" and not attributes else ""
