"""``weight.clone()`` becomes ``ops.deepcopy(weight)``: a Parameter's own ``copy`` is a Parameter, which no gradient passes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite import holders
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules.cast_leaves import is_leaf
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3))

    def forward(self, x):
        gain = self.gain.clone()
        gain[0] = 1
        return torch.clone(self.gain) * gain * x.clone()


def rounded(w, steps):
    out = w.clone()
    out[steps:] = 0
    return out


def without_keys(x, bias: torch.Tensor | None = None):
    if bias is not None:
        bias = bias.clone()
        bias[1:2].zero_()
    return x + bias


start = torch.zeros(3, requires_grad=True)
rounded(start.clone(), 2).sum().backward()


def kept(net: nn.Module):
    first = [p.clone().detach() for p in net.parameters()]
    return first, {n: p.data.clone() for n, p in net.named_parameters()}
""",
        """
from mindspore import mint, nn, ops, Parameter, Tensor
from mindport_helpers import (
    accumulate_gradients,
    module_named_parameters,
    module_parameters,
)


class Scaled(nn.Cell):
    def __init__(self):
        super().__init__()
        self.gain = Parameter(mint.ones(3))

    def construct(self, x):
        gain = ops.deepcopy(self.gain)
        gain[0] = 1
        return ops.deepcopy(self.gain) * gain * x.copy()


def rounded(w, steps):
    out = ops.deepcopy(w)
    out[steps:] = 0
    return out


def without_keys(x, bias: Tensor | None = None):
    if bias is not None:
        bias = ops.deepcopy(bias)
        bias[1:2] = ops.zeros_like(bias[1:2])
    return x + bias


start = Parameter(mint.zeros(3))
accumulate_gradients(rounded(ops.deepcopy(start), 2).sum())


def kept(net: nn.Cell):
    first = [ops.stop_gradient(ops.deepcopy(p)) for p in module_parameters(net)]
    return first, {n: p.data.copy() for n, p in module_named_parameters(net)}
""",
    ),
]
NOOPS = ["def kept(repository):\n    return repository.clone()\n"]

_COMPUTED = frozenset(["data", "grad", "T", "mT", "real", "imag", "shape", "values", "indices"])
_METHOD, _FUNCTION = "torch.Tensor.clone", "torch.clone"


def matches(module: Module) -> Iterator[Match]:
    if "clone" not in module.source.text or not module.source.imports_torch:
        return
    for node in module.source.each(ast.Call):
        api = module.certain_api(node)
        if api == _METHOD and isinstance(node.func, ast.Attribute):
            copied: ast.expr | None = node.func.value
        else:
            copied = node.args[0] if api == _FUNCTION and node.args else None
        if copied is None or len(node.args) > (api == _FUNCTION):
            continue
        if module.parameters.has(copied) or _may_be_one(module, copied, node):
            deepcopy = module.spelling.name("mindspore.ops.deepcopy")
            parts = (f"{deepcopy}(", module.source.span(copied), ")")
            yield Match((Edit(module.source.span(node), parts),), frozenset([id(node.func)]))


def _may_be_one(module: Module, copied: ast.expr, call: ast.Call) -> bool:
    """Whether the tensor may be a Parameter: what an object has, or a loop over parameters gives."""
    if isinstance(copied, ast.Attribute):
        return copied.attr not in _COMPUTED
    if holders.may_be_parameter(module.site, copied, call):
        return True
    scope = names.scope_of(module.source, copied)
    if not isinstance(copied, ast.Name) or scope is None:
        return False
    made = names.made_here(module.source, copied)
    reaching, _ = names.values_at(module.source, scope, copied.id, call)
    if (not made or None in reaching) and names.is_argument(module.source, copied):  # also in ``w = w.clone()``
        return isinstance(scope, ast.FunctionDef) and scope.name not in ("forward", "__call__")  # mostly computed there
    if not made:
        assert module.source.tree is not None
        reaching, _ = names.values_at(module.source, module.source.tree, copied.id, call)
    return any(_is_parameter(module, value) for value in reaching)


def _is_parameter(module: Module, value: names.Value) -> bool:
    if isinstance(value, ast.Attribute):
        return value.attr not in _COMPUTED
    return value is not None and is_leaf(module, value)
