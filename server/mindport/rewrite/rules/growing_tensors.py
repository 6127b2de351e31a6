"""``kept = torch.cat((kept, x))`` where ``kept`` starts as ``torch.tensor([])``: torch passes over it, whatever its rank.

MindSpore joins tensors of one rank only; a helper leaves out those of shape ``(0,)``. One that is put into a list or given back
(``memories.append(torch.empty(0))``) may come to any function of the file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def gather(batches):
    kept = torch.tensor([])
    for batch in batches:
        kept = torch.cat((kept, batch), dim=0)
    return torch.cat((kept, kept))


def once(x: torch.Tensor):
    return torch.cat((x, x))
""",
        """
import mindspore as ms
from mindspore import mint, Tensor
from mindport_helpers import cat_grown


def gather(batches):
    kept = ms.tensor([])
    for batch in batches:
        kept = cat_grown((kept, batch), dim=0)
    return cat_grown((kept, kept))


def once(x: Tensor):
    return mint.cat((x, x))
""",
    ),
    (
        """
import torch


def first(count):
    return [torch.empty(0) for _ in range(count)]


def step(memories, x):
    y = x * 2
    return [torch.cat([one, x], dim=0) for one in memories], torch.cat([y, y])
""",
        """
from mindspore import mint
from mindport_helpers import cat_grown


def first(count):
    return [mint.empty(0) for _ in range(count)]


def step(memories, x):
    y = x * 2
    return [cat_grown([one, x], dim=0) for one in memories], mint.cat([y, y])
""",
    ),
]
NOOPS = ["kept = []\nkept = cat((kept, [1]))\n"]

_CAT = frozenset(["torch.cat", "torch.concat", "torch.concatenate"])
_MADE = frozenset(["torch.tensor", "torch.Tensor", "torch.FloatTensor", "torch.LongTensor", "torch.DoubleTensor",
                   "torch.empty", "torch.zeros"])  # fmt: skip
_PLAIN = frozenset(["dtype", "device", "requires_grad"])


def matches(module: Module) -> Iterator[Match]:
    empty = {
        (ast.unparse(target), _scope(module, node, target))
        for node in module.source.each(ast.Assign)
        if _is_empty(module, node.value)
        for target in node.targets
    }
    released = _is_released(module, {name for name, _ in empty})
    for node in module.source.each(ast.Call) if empty or released else ():
        if module.api(node) not in _CAT or not node.args:
            continue
        if not isinstance(node.args[0], (ast.List, ast.Tuple)) or not {k.arg for k in node.keywords} <= {"dim", "axis"}:
            continue
        items = node.args[0].elts
        grown = any((ast.unparse(item), _scope(module, node, item)) in empty for item in items)
        if grown or released and any(_is_given(module, item) for item in items):
            edits = [Edit(module.source.span(node.func), (module.spelling.helper("cat_grown"),), 0)]
            for keyword in node.keywords:
                if keyword.arg == "axis":
                    name = module.source.span(keyword)
                    value = module.source.span(keyword.value)
                    edits.append(Edit(name, ("dim=", value), 0))
            yield Match(tuple(edits), frozenset([id(node.func)]))


def _is_released(module: Module, names: set[str]) -> bool:
    """Whether an empty tensor is put into a list, or given back."""
    text = module.source.text
    if not names and not ("empty(0" in text or "zeros(0" in text or "ensor([])" in text or "Tensor()" in text):
        return False
    for node in (*module.source.each(ast.Call, ast.Return, ast.List), *module.source.each(ast.ListComp)):
        held: Sequence[ast.expr | None] = ()
        if isinstance(node, ast.Call):
            held = node.args if isinstance(node.func, ast.Attribute) and node.func.attr == "append" else ()
        elif isinstance(node, ast.Return):
            held = (node.value,)
        elif isinstance(node, ast.ListComp):
            held = (node.elt,)
        elif isinstance(node, ast.List) and not isinstance(module.source.parent(node), ast.Call):
            held = node.elts
        if any(one is not None and (ast.unparse(one) in names or _is_empty(module, one)) for one in held):
            return True
    return False


def _is_given(module: Module, item: ast.expr) -> bool:
    """Whether it is, or comes out of, a parameter of the function around it."""
    while isinstance(item, (ast.Subscript, ast.Attribute)):
        item = item.value
    function = module.source.function_around(item)
    if not isinstance(item, ast.Name) or not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    arguments = function.args
    plain = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg)
    return item.id != "self" and any(one is not None and one.arg == item.id for one in plain)


def _is_empty(module: Module, value: ast.expr) -> bool:
    """``torch.tensor([])``, ``torch.Tensor()``, ``torch.empty(0)``, perhaps moved or cast."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and module.api(value) not in _MADE:
        if value.func.attr not in ("to", "cuda", "cpu", "long", "float", "double", "int", "bool"):
            return False
        value = value.func.value
    if not isinstance(value, ast.Call) or not {k.arg for k in value.keywords} <= _PLAIN:
        return False
    api = module.api(value)
    if api not in _MADE or len(value.args) > 1:
        return False
    given = value.args[0] if value.args else None
    if api in ("torch.empty", "torch.zeros"):
        return isinstance(given, ast.Constant) and given.value == 0 and type(given.value) is int
    return (given is None and api != "torch.tensor") or (isinstance(given, ast.List) and not given.elts)


def _scope(module: Module, node: ast.AST, target: ast.expr) -> int:
    """Where a variable is the same: its function, or for an attribute its class."""
    kinds: tuple[type[ast.AST], ...] = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    if isinstance(target, ast.Attribute):
        kinds = (ast.ClassDef,)
    return id(module.source.around(node, *kinds))
