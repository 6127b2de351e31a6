"""``m.weight.data.normal_(0, 0.02)`` fills a parameter: the same functions fill it as after ``nn.init``.

``nn.init.normal_(m.weight.data)`` means the parameter itself as well.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import ArgumentList, receiver_span
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

ORDER = 60
EXAMPLES = [
    (
        """
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 3)
        self.fc.weight.data.normal_(0, 0.02)  # small
        self.fc.bias.data.zero_()
        for p in self.parameters():
            p.detach().zero_()
        nn.init.normal_(self.fc.weight.data, 0, 0.02)
        nn.init.zeros_(tensor=self.fc.bias.detach())
""",
        """
from mindspore import mint, nn
from mindport_helpers import init_normal_, init_zeros_, module_parameters


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = mint.nn.Linear(2, 3)
        init_normal_(self.fc.weight, 0, 0.02)  # small
        init_zeros_(self.fc.bias)
        for p in module_parameters(self):
            init_zeros_(p)
        init_normal_(self.fc.weight, 0, 0.02)
        init_zeros_(tensor=self.fc.bias)
""",
    ),
]
NOOPS = ["class Disk:\n    def wipe(self):\n        self.data.zero_()\n"]

_SAME_VALUES = ("torch.Tensor.data", "torch.Tensor.detach")
_FILLS = {
    "torch.Tensor.normal_": "init_normal_",
    "torch.Tensor.uniform_": "init_uniform_",
    "torch.Tensor.fill_": "init_constant_",
    "torch.Tensor.zero_": "init_zeros_",
}


def matches(module: Module) -> Iterator[Match]:
    yield from _initialised(module)
    for node in module.source.nodes:
        call = node.value if isinstance(node, ast.Expr) else None
        if (
            not isinstance(call, ast.Call)
            or not isinstance(call.func, ast.Attribute)
            or call.keywords
            and (any(keyword.arg not in ("mean", "std") for keyword in call.keywords))
        ):
            continue
        data = call.func.value
        helper = _FILLS.get(module.api(call.func) or "")
        if isinstance(data, ast.Call) and module.api(data.func) == "torch.Tensor.detach":
            data = data.func  # ``p.detach().zero_()``
        if helper is None or not isinstance(data, ast.Attribute) or module.api(data) not in _SAME_VALUES:
            continue
        arguments = ArgumentList(module.source, call)
        comma = ", " if arguments.items else ""
        receiver = receiver_span(module.source, data)
        span = Span(module.source.span(call).start, arguments.open + 1)
        parts = (f"{module.spelling.helper(helper)}(", receiver, comma)
        yield Match((Edit(span, parts),), frozenset([id(call.func), id(data)]))


def _initialised(module: Module) -> Iterator[Match]:
    """What the functions of ``nn.init`` are given."""
    for finding in list(module.findings.values()):
        use = finding.use
        if use.call is None or use.bound is None or not use.api.startswith("torch.nn.init."):
            continue
        given = use.bound.value("tensor")
        data = given.func if isinstance(given, ast.Call) and not given.args and not given.keywords else given
        if given is None or not isinstance(data, ast.Attribute) or module.api(data) not in _SAME_VALUES:
            continue
        yield Match((Edit(module.source.span(given), (receiver_span(module.source, data),)),), frozenset([id(data)]))
