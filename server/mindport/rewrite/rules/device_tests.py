"""``if torch.cuda.is_available():`` becomes a look at the chosen device where that is a CPU: ``if False:`` says nothing, and
neither does ``wanted and False``.

In what may be compiled (methods of a network, decorated functions) it stays the constant that the row gives: a compiled
function cannot ask.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.findings import Applicability
from mindport.mapping.row import Target
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        if torch.cuda.is_available():
            return x + 1
        return x


def start(seed, fast):
    torch.manual_seed(seed)
    if torch.cuda.is_available():
        torch.cuda.manual_seed(seed)  # of every GPU
    if fast and not torch.cuda.is_available():
        print("slow")
    print("fast" if torch.cuda.is_available() else "slow")
    wanted = fast and torch.cuda.is_available()
    return wanted, torch.cuda.is_available()
""",
        """
import mindspore as ms
from mindspore import nn


class Net(nn.Cell):
    def construct(self, x):
        if False:
            return x + 1
        return x


def start(seed, fast):
    ms.set_seed(seed)
    if ms.get_context("device_target") != "CPU":
        ms.set_seed(seed)  # of every GPU
    if fast and ms.get_context("device_target") == "CPU":
        print("slow")
    print("fast" if ms.get_context("device_target") != "CPU" else "slow")
    wanted = fast and ms.get_context("device_target") != "CPU"
    return wanted, False
""",
    ),
]
NOOPS = ["def is_available():\n    return True\n\n\nif is_available():\n    print(1)\n"]

_ASKS = ("torch.cuda.is_available", "torch.accelerator.is_available")


def matches(module: Module) -> Iterator[Match]:
    if module.context.target is not Target.CPU:
        return
    met: set[int] = set()
    for node in module.source.each(ast.If, ast.IfExp, ast.BoolOp):
        if _may_be_compiled(module, node):
            continue
        for asked, call in _asked(module, node if isinstance(node, ast.BoolOp) else node.test):
            if id(call) in met:
                continue
            met.add(id(call))
            context = module.spelling.name("mindspore.get_context")
            operator = "!=" if asked is call else "=="
            edit = Edit(module.source.span(asked), (f'{context}("device_target") {operator} "CPU"',), 1)
            yield Match((edit,), frozenset([id(call.func)]))


def _asked(module: Module, test: ast.expr) -> Iterator[tuple[ast.expr, ast.Call]]:
    """The questions that a test consists of, each with its call; they differ where the question is ``not`` asked."""
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _asked(module, value)
        return
    call = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
    if isinstance(call, ast.Call) and module.api(call) in _ASKS:
        if module.findings[id(call.func)].fix is Applicability.SAFE:
            yield test, call


def _may_be_compiled(module: Module, node: ast.AST) -> bool:
    """Whether a function around is a network's, or decorated."""
    networks = {id(found.node) for found in module.analysis.modules}
    around = module.source.parent(node)
    while around is not None:
        if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef)):
            of_network = id(module.source.parent(around)) in networks and around.name != "__init__"
            if of_network or around.decorator_list:
                return True
        around = module.source.parent(around)
    return False
