"""``norm_layer(dim, **{"device": device, "dtype": dtype})``: a layer's class that was handed over takes no device in MindSpore.

What is known for torch's own is converted with it; here the class is a parameter or an attribute, which may be MindSpore's once
the project is migrated, or one of the project's that has its constructor from such a class. Its other classes are given what they
were: they may ask for both.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.unpacked import unpacked
from mindport.rewrite.rule import Match, Module
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Mlp(nn.Module):
    def __init__(self, dim, linear_layer=nn.Linear, norm_layer=None, device=None, dtype=None):
        dd = {"device": device, "dtype": dtype}
        super().__init__()
        self.fc1 = linear_layer(dim, dim, bias=True, **dd)
        self.norm = norm_layer(dim, device=device, dtype=dtype) if norm_layer is not None else nn.Identity()
        self.fc2 = nn.Linear(dim, dim, **dd)
""",
        """
from mindspore import mint, nn


class Mlp(nn.Cell):
    def __init__(self, dim, linear_layer=mint.nn.Linear, norm_layer=None, device=None, dtype=None):
        dd = {"device": device, "dtype": dtype}
        super().__init__()
        self.fc1 = linear_layer(dim, dim, bias=True, dtype=dtype)
        self.norm = norm_layer(dim, dtype=dtype) if norm_layer is not None else nn.Identity()
        self.fc2 = mint.nn.Linear(dim, dim, dtype=dtype)
""",
    ),
]
NOOPS = [
    """
class Mlp:
    def __init__(self, dim, layer, device=None, dtype=None):
        self.fc1 = layer(dim, device=device, dtype=dtype)
""",
    """
from mindspore import nn


class Mlp(nn.Cell):
    def __init__(self, dim, layer, device):
        super().__init__()
        self.fc1 = layer(dim, device=device)
""",
]

_PAIR = frozenset(["device", "dtype"])


def matches(module: Module) -> Iterator[Match]:
    if "device" not in module.source.text or "dtype" not in module.source.text or not module.source.imports_torch:
        return
    for one in module.analysis.modules:
        for function in one.node.body:
            if isinstance(function, ast.FunctionDef) and function.name == "__init__":
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and node.keywords and _may_be_a_layer(module, node.func):
                        yield from _without_device(module, node)


def _without_device(module: Module, call: ast.Call) -> Iterator[Match]:
    named = {one.arg: one for one in call.keywords if one.arg is not None}
    if named.keys() >= _PAIR:
        edit = _removal(module, call, named["device"])
        if edit is not None and isinstance(named["device"].value, (ast.Name, ast.Attribute, ast.Constant)):
            yield Match((edit,))
        return
    for keyword in call.keywords:
        if keyword.arg is not None or named.keys() & _PAIR:
            continue
        given = unpacked(module.source, keyword.value)
        if given is not None and given.keys() == _PAIR:
            yield Match((Edit(module.source.span(keyword), (f"dtype={ast.unparse(given['dtype'])}",)),))


def _removal(module: Module, call: ast.Call, keyword: ast.keyword) -> Edit | None:
    """Takes an argument out together with the comma before it, or behind it where it is the first."""
    every = sorted((module.source.span(one) for one in (*call.args, *call.keywords)), key=lambda span: span.start)
    own = module.source.span(keyword)
    at = every.index(own)
    if at > 0:
        between = module.source.text[every[at - 1].end : own.start]
        start = every[at - 1].end + between.rfind(",")  # behind what closes brackets
        return Edit(Span(start, own.end), ("",)) if "#" not in between else None
    return Edit(Span(own.start, every[1].start), ("",)) if len(every) > 1 else None


def _may_be_a_layer(module: Module, callee: ast.expr) -> bool:
    """Whether a class that is called is none of the project's, nor named as torch's."""
    if not isinstance(callee, (ast.Name, ast.Attribute)) or module.api(callee) is not None:
        return False
    found = module.analysis.type_of(callee)
    if isinstance(found.definition, ClassInfo):
        return found.definition.method("__init__") is None and found.definition.torch_base not in (
            "",
            "torch.nn.Module",
        )
    if isinstance(found.definition, FunctionInfo):
        return False
    return found.kind == "module_class" or found.is_unknown or found.kind == "none"
