"""``x.to(bool)``, ``torch.zeros(3, dtype=int)``: torch takes Python's types of numbers for element types, MindSpore does not."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping.conditions import PYTHON_TYPES
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
import numpy as np


def f(x: torch.Tensor, n: int, exact: bool):
    a = torch.zeros(n, dtype=int) + x.to(int) + x.type(int)
    b = x.to(bool).sum(dtype=float) + x.to("cpu", float)
    c = torch.tensor([1, 2], dtype=float if exact else torch.float32)
    return a, b, c, np.zeros(n, dtype=int), x.new_ones(n, dtype=bool)
""",
        """
import mindspore as ms
from mindspore import mint, Tensor
import numpy as np


def f(x: Tensor, n: int, exact: bool):
    a = mint.zeros(n, dtype=ms.int64) + x.to(ms.int64) + x.to(ms.int64)
    b = x.to(ms.bool_).sum(dtype=ms.float64) + x.to(ms.float64)
    c = ms.tensor([1, 2], dtype=ms.float64 if exact else ms.float32)
    return a, b, c, np.zeros(n, dtype=int), x.new_ones(n, dtype=ms.bool_)
""",
    ),
]
NOOPS = ["import numpy as np\n\nx = np.zeros(3, dtype=int).astype(float)\ny = isinstance(x, int)\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Call):
        for name in _given(node):
            if module.api(name) is None and _is_element_type(module, node, name):
                edit = Edit(module.source.span(name), (module.spelling.name(f"mindspore.{PYTHON_TYPES[name.id]}"),))
                yield Match((edit,))


def _given(call: ast.Call) -> Iterator[ast.Name]:
    """Python's types among the arguments that may be element types."""
    values = [keyword.value for keyword in call.keywords if keyword.arg == "dtype"]
    for value in (*values, *call.args):
        for one in (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,):
            if isinstance(one, ast.Name) and one.id in PYTHON_TYPES:
                yield one


def _is_element_type(module: Module, call: ast.Call, name: ast.Name) -> bool:
    finding = module.findings.get(id(call.func))
    if finding is None or not finding.use.api.startswith("torch."):
        return False
    bound = finding.use.bound
    value = bound.value("dtype") if bound is not None else None
    if value is None:
        value = next((keyword.value for keyword in call.keywords if keyword.arg == "dtype"), None)
    inside = (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)
    return name in inside or finding.use.api == "torch.Tensor.to"
