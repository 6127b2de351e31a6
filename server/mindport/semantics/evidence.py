"""How a function's body uses its parameters, and what that says of their types."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.knowledge import family
from mindport.semantics.torch_names import speaks_for_module, speaks_for_tensor
from mindport.semantics.types import MODULE, TENSOR, UNKNOWN, Type

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_OWN_TO_MODULES = frozenset(["parameters", "named_parameters", "state_dict", "load_state_dict", "named_modules", "modules",
                             "train", "eval", "children", "named_children", "register_buffer"])  # fmt: skip
_OWN_TO_OPTIMIZERS = frozenset(["zero_grad", "step", "param_groups", "add_param_group"])


@dataclass
class _Uses:
    attributes: set[str] = field(default_factory=set)
    speaks: bool = False  # a method that only tensors have
    speaks_module: bool = False  # one that only Modules have
    passed: list[tuple[ast.expr, int]] = field(default_factory=list)
    arithmetic: bool = False
    sliced: bool = False
    keyed: bool = False  # subscript by a string
    iterated: bool = False
    called: bool = False
    tested: bool = False  # isinstance, or ``in``
    first_store: int = 1 << 60


def judge(flow: Flow, function: FunctionInfo, names: Iterable[str]) -> dict[str, Type]:
    """Types that the uses of the named parameters speak for."""
    uses = {name: _Uses() for name in names}
    loops = _scan(function.node, uses)
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


def _is_tensor(flow: Flow, function: FunctionInfo, uses: _Uses, loops: Mapping[str, ast.expr]) -> bool:
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
    if container.kind != "module" or container.definition is not None:
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


def _scan(function: ast.FunctionDef | ast.AsyncFunctionDef, uses: dict[str, _Uses]) -> dict[str, ast.expr]:
    """Fills ``uses``; gives the loop variables with what they run over."""
    loops: dict[str, ast.expr] = {}
    events: list[tuple[int, str, str, object]] = []
    stack: list[ast.AST] = list(function.body)
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is ast.Name:
            if type(node.ctx) is not ast.Load and node.id in uses:  # type: ignore[attr-defined]
                found = uses[node.id]  # type: ignore[attr-defined]
                found.first_store = min(found.first_store, node.lineno)  # type: ignore[attr-defined]
            continue
        if kind is ast.Constant:
            continue
        _note(node, uses, events)
        if isinstance(node, (ast.For, ast.comprehension)):
            _note_loop(node, loops)
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                stack.extend(item for item in value if isinstance(item, ast.AST))
            elif isinstance(value, ast.AST):
                stack.append(value)
    for line, name, event, detail in events:
        found = uses[name]
        # What follows an assignment to the name says nothing of what the caller gave.
        if line <= found.first_store:
            _apply(found, event, detail)
    return loops


def _note_loop(node: ast.For | ast.comprehension, loops: dict[str, ast.expr]) -> None:
    target, source = node.target, node.iter
    if (
        isinstance(source, ast.Call)
        and isinstance(source.func, ast.Name)
        and source.func.id == "enumerate"
        and source.args
    ):
        source = source.args[0]
        target = target.elts[1] if isinstance(target, ast.Tuple) and len(target.elts) == 2 else target
    if isinstance(target, ast.Name):
        loops[target.id] = source


def _note(node: ast.AST, uses: dict[str, _Uses], events: list[tuple[int, str, str, object]]) -> None:
    def add(child: ast.AST | None, event: str, detail: object = None) -> None:
        if type(child) is ast.Name and child.id in uses:
            events.append((child.lineno, child.id, event, detail))

    if isinstance(node, ast.Attribute):
        add(node.value, "attribute", node.attr)
    elif isinstance(node, ast.Call):
        add(node.func, "called")
        if isinstance(node.func, ast.Attribute):
            if speaks_for_tensor(node.func.attr, node):
                receiver = node.func.value
                while isinstance(receiver, ast.Call) and isinstance(receiver.func, ast.Attribute):
                    receiver = receiver.func.value  # x.reshape(…).permute(…) speaks for x
                add(receiver, "speaks")
            elif speaks_for_module(node.func.attr, node):
                add(node.func.value, "speaks_module")
        tested = isinstance(node.func, ast.Name) and node.func.id in (
            "isinstance",
            "range",
            "int",
            "str",
            "float",
            "bool",
        )
        for position, argument in enumerate(node.args):
            add(argument, "tested" if tested else "passed", (node.func, position))
        for keyword in node.keywords:
            add(keyword.value, "passed", (node.func, -1))
    elif isinstance(node, ast.BinOp):
        add(node.left, "arithmetic")
        add(node.right, "arithmetic")
    elif isinstance(node, ast.Subscript):
        index = node.slice
        if isinstance(index, ast.Constant) and isinstance(index.value, str):
            add(node.value, "keyed")
        elif isinstance(index, ast.Slice) or (
            isinstance(index, ast.Tuple) and any(isinstance(e, ast.Slice) for e in index.elts)
        ):
            add(node.value, "sliced" if isinstance(index, ast.Tuple) else "iterated")
    elif isinstance(node, (ast.For, ast.comprehension)):
        add(node.iter, "iterated")
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Tuple, ast.List)):
        add(node.value, "iterated")
    elif isinstance(node, ast.Compare):
        for comparator in node.comparators:
            if isinstance(comparator, ast.Constant) and isinstance(comparator.value, str):
                add(node.left, "keyed")


def _apply(found: _Uses, event: str, detail: object) -> None:
    if event == "attribute":
        found.attributes.add(str(detail))
    elif event == "passed":
        assert isinstance(detail, tuple)
        found.passed.append(detail)
    else:
        setattr(found, event, True)
