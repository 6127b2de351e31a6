"""``model.parameters()`` given to an optimizer becomes ``model.trainable_params()``.

MindSpore counts the running statistics of batch norm as parameters, frozen; an optimizer with weight decay would shrink them.
Where a file frees parameters again that it has frozen, an optimizer gets all that torch counts, for those would never be trained.
Its optimizers tell parameters apart by name: those of several networks get names of their own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from mindport.rewrite.arguments import ArgumentList, attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.training import freezing, kept
from mindport.semantics.types import OUTPUT, TENSOR
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
from torch import nn

net = nn.Linear(4, 2)
head = nn.Linear(2, 2)
groups = [{"params": net.parameters(), "lr": 0.1}, {"params": head.parameters()}]
optimizer = torch.optim.AdamW(groups, lr=0.01)
named = torch.optim.SGD(net.named_parameters(), lr=0.01)
""",
        """
from mindspore import mint
from mindspore.experimental import optim
from mindport_helpers import with_own_names

net = mint.nn.Linear(4, 2)
head = mint.nn.Linear(2, 2)
groups = [{"params": net.trainable_params(), "lr": 0.1}, {"params": head.trainable_params()}]
optimizer = optim.AdamW(with_own_names(groups), lr=0.01)
named = optim.SGD(net.trainable_params(), lr=0.01)
""",
    ),
    (
        """
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 2), nn.Linear(2, 1))
optimizer = torch.optim.SGD(list(net[0].parameters()) + list(net[1].parameters()), lr=0.01)
""",
        """
from mindspore import mint, nn
from mindspore.experimental import optim

net = nn.SequentialCell(mint.nn.Linear(4, 2), mint.nn.Linear(2, 1))
optimizer = optim.SGD(list(net[0].trainable_params()) + list(net[1].trainable_params()), lr=0.01)
""",
    ),
    (  # of a function that gives Tensors back too
        """
import torch
from torch import nn


def on_device(tensor, cuda):
    return tensor.cuda() if cuda else tensor


net = on_device(nn.Linear(4, 2), False)
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
""",
        """
from mindspore import mint
from mindspore.experimental import optim


def on_device(tensor, cuda):
    return tensor if cuda else tensor


net = on_device(mint.nn.Linear(4, 2), False)
optimizer = optim.SGD(net.trainable_params(), lr=0.01)
""",
    ),
    (  # kept in an attribute, or of each network in turn
        """
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.q1 = nn.Linear(4, 2)
        self.q2 = nn.Linear(4, 2)
        self.q_params = list(self.q1.parameters()) + list(self.q2.parameters())
        self.q_optimizer = torch.optim.Adam(self.q_params, lr=0.01)


def optimizer_of(nets):
    params = []
    for net in nets:
        params += list(net.parameters())
    return torch.optim.SGD(params, lr=0.01)
""",
        """
from mindspore import mint
from mindspore.experimental import optim
from mindport_helpers import TorchAdam, with_own_names


class Agent:
    def __init__(self):
        self.q1 = mint.nn.Linear(4, 2)
        self.q1.set_train()
        self.q2 = mint.nn.Linear(4, 2)
        self.q2.set_train()
        self.q_params = list(self.q1.trainable_params()) + list(self.q2.trainable_params())
        self.q_optimizer = TorchAdam(with_own_names(self.q_params), lr=0.01)


def optimizer_of(nets):
    params = []
    for net in nets:
        params += list(net.trainable_params())
    return optim.SGD(with_own_names(params), lr=0.01)
""",
    ),
    (
        """
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 2), nn.Linear(2, 1))
net[0].requires_grad_(False)
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
for turn in range(2):
    optimizer.zero_grad()
    net(torch.ones(2, 4)).sum().backward()
    optimizer.step()
    for p in net[0].parameters():
        p.requires_grad = True
""",
        """
from mindspore import mint, nn
from mindspore.experimental import optim
from mindport_helpers import (
    accumulate_gradients,
    apply_gradients,
    module_parameters,
    module_requires_grad_,
    zero_gradients,
)

net = nn.SequentialCell(mint.nn.Linear(4, 2), mint.nn.Linear(2, 1))
net.set_train()
module_requires_grad_(net[0], False)
optimizer = optim.SGD(module_parameters(net), lr=0.01)
for turn in range(2):
    zero_gradients(optimizer)
    accumulate_gradients(net(mint.ones((2, 4))).sum())
    apply_gradients(optimizer)
    for p in module_parameters(net[0]):
        p.requires_grad = True
""",
    ),
    (  # frozen when the optimizer has them already: what has no gradient stays as it is
        """
import torch

net = torch.nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
for epoch in range(2):
    if epoch == 1:
        net.bias.requires_grad = False
    loss = net(torch.ones(2, 4)).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""",
        """
from mindspore import mint
from mindspore.experimental import optim
from mindport_helpers import (
    accumulate_gradients,
    apply_gradients,
    module_parameters,
    zero_gradients,
)

net = mint.nn.Linear(4, 2)
net.set_train()
optimizer = optim.SGD(module_parameters(net), lr=0.01)
for epoch in range(2):
    if epoch == 1:
        net.bias.requires_grad = False
    loss = net(mint.ones((2, 4))).sum()
    zero_gradients(optimizer)
    accumulate_gradients(loss)
    apply_gradients(optimizer)
""",
    ),
    (  # of a class that is chosen
        """
import torch.optim as optim
from torch import nn


class Critics:
    def __init__(self, q1: nn.Module, q2: nn.Module, name):
        kind = {"adam": optim.AdamW, "sgd": optim.SGD}[name]
        self.one = kind(q1.parameters(), lr=0.1)
        self.both = kind(list(q1.parameters()) + list(q2.parameters()), lr=0.1)
""",
        """
from mindspore import nn
from mindport_helpers import TorchAdamW, TorchSGD, module_parameters, with_own_names


class Critics:
    def __init__(self, q1: nn.Cell, q2: nn.Cell, name):
        kind = {"adam": TorchAdamW, "sgd": TorchSGD}[name]
        self.one = kind(module_parameters(q1), lr=0.1)
        self.both = kind(with_own_names(list(module_parameters(q1)) + list(module_parameters(q2))), lr=0.1)
""",
    ),
    (  # one after the other, under one name
        """
import torch
from torch import nn

one, two = nn.Linear(3, 1), nn.Linear(2, 1)
opt = torch.optim.Adam(one.parameters(), lr=0.1)
rates = torch.optim.lr_scheduler.StepLR(opt, step_size=2)
opt = torch.optim.Adam(two.parameters(), lr=0.1)
""",
        """
from mindspore import mint
from mindspore.experimental import optim
from mindport_helpers import TorchAdam

one, two = mint.nn.Linear(3, 1), mint.nn.Linear(2, 1)
opt = TorchAdam(one.trainable_params(), lr=0.1)
rates = optim.lr_scheduler.StepLR(opt, step_size=2)
opt = TorchAdam(two.trainable_params(), lr=0.1)
""",
    ),
]
NOOPS = ["class Optimizer:\n    pass\n\n\nOptimizer(net.parameters())\n"]

_API = "torch.nn.Module.parameters"
_NAMED = "torch.nn.Module.named_parameters"
_AROUND_OPTIMIZERS = ("torch.optim.lr_scheduler.", "torch.optim.swa_utils.")  # what takes an optimizer, not parameters


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    done: set[int] = set()
    # Only with the file's own steps, which leave alone what has no gradient, as torch's do.
    steps = any(isinstance(node, ast.Attribute) and node.attr == "backward" for node in module.source.nodes)
    all_of_them = steps and kept.possible(module) and freezing.changes(module)
    for node in module.source.each(ast.Call):
        api = module.api(node.func) or ""
        if api.startswith(_AROUND_OPTIMIZERS):
            continue
        if not api.startswith("torch.optim."):
            if node.args and module.analysis.type_of(node).kind == "optimizer" and _of_several(module, node.args[:1]):
                yield _own_names(module, node, node.args[0])  # of a class that is chosen, or kept under another name
            continue
        for value in [*node.args[:1], *(k.value for k in node.keywords if k.arg == "params")]:
            asked = [c for part in (value, *_given_to(module, value)) for c in _whole(part) if _is_asked(module, c)]
            for inner in asked:
                assert isinstance(inner.func, ast.Attribute)
                if id(inner) not in done and (not all_of_them or module.api(inner.func) == _NAMED):
                    done.add(id(inner))
                    edit = Edit(attribute_name(module.source, inner.func), ("trainable_params",), 1)
                    if all_of_them:
                        net = module.source.span(inner.func.value)
                        helper = module.spelling.helper("module_parameters")
                        edit = Edit(module.source.span(inner), (f"{helper}(", net, ")"), 0)
                    yield Match((edit,), frozenset([id(inner.func), id(inner)]))
            if _of_several(module, (value, *_given_to(module, value))):
                yield _own_names(module, node, value)


def _own_names(module: Module, call: ast.Call, value: ast.expr) -> Match:
    span = ArgumentList(module.source, call).item(value).value
    return Match((Edit(span, (f"{module.spelling.helper('with_own_names')}(", span, ")"), 0),))


def _is_asked(module: Module, call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute) or not _plain(call):
        return False
    # What gives a Module or a Tensor, whichever it was given (``cuda(net, on)``), has given a Module here.
    mistaken = call.func.attr == "parameters" and module.analysis.type_of(call.func.value) in (TENSOR, OUTPUT)
    return module.api(call.func) in (_API, _NAMED) or mistaken


def _given_to(module: Module, value: ast.expr) -> Iterator[ast.expr]:
    """What the variable, or the attribute, that stands as ``value`` is made of, in its function or class."""
    if isinstance(value, ast.Name):
        ends: tuple[type[ast.AST], ...] = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)
    elif isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
        ends = (ast.ClassDef, ast.Module)
    else:
        return
    scope = module.source.around(value, *ends)
    for node in ast.walk(scope) if scope is not None else ():
        if isinstance(node, ast.Assign) and any(_same(target, value) for target in node.targets):
            yield node.value
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)) and _same(node.target, value) and node.value is not None:
            yield node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and len(node.args) == 1:
            if node.func.attr in ("append", "extend") and _same(node.func.value, value):
                yield node.args[0]


def _same(node: ast.expr, value: ast.expr) -> bool:
    if isinstance(value, ast.Name):
        return isinstance(node, ast.Name) and node.id == value.id
    assert isinstance(value, ast.Attribute)
    return isinstance(node, ast.Attribute) and node.attr == value.attr and _same(node.value, value.value)


def _of_several(module: Module, parts: Iterable[ast.expr]) -> bool:
    """Whether the parameters of more than one network are asked for."""
    owners: set[str] = set()
    for part in parts:
        for call in ast.walk(part):
            if isinstance(call, ast.Call) and _is_asked(module, call):
                owners.add(_network(module, call))
                if _for_each(module, call):
                    return True
    return len(owners) > 1


def _for_each(module: Module, call: ast.Call) -> bool:
    """Whether the call stands for each of several networks: ``for net in nets: parameters += net.parameters()``."""
    assert isinstance(call.func, ast.Attribute)
    name = call.func.value
    if not isinstance(name, ast.Name):
        return False
    for node in module.source.above(call, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef):
        loops = [node] if isinstance(node, ast.For) else getattr(node, "generators", [])
        if any(isinstance(loop.target, ast.Name) and loop.target.id == name.id for loop in loops):
            return True
    return False


def _network(module: Module, call: ast.Call) -> str:
    """The network that gives its parameters names: the outermost one of ``model.encoder.parameters()``."""
    assert isinstance(call.func, ast.Attribute)
    outer = owner = call.func.value
    while isinstance(outer, (ast.Attribute, ast.Subscript)):
        outer = outer.value
        if module.analysis.type_of(outer).kind == "module":
            owner = outer
    return ast.unparse(owner)


def _whole(value: ast.expr) -> Iterator[ast.Call]:
    """Calls that an optimizer takes as they are: the argument itself, parts of a sum, ``params`` of a group."""
    if isinstance(value, ast.Call):
        yield value
        taking = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
        if taking in ("list", "tuple", "chain", "iter"):
            for argument in value.args:
                yield from _whole(argument)
    elif isinstance(value, ast.BinOp):
        yield from _whole(value.left)
        yield from _whole(value.right)
    elif isinstance(value, (ast.List, ast.Tuple)):
        for item in value.elts:
            yield from _whole(item)
    elif isinstance(value, ast.Dict):
        for item in value.values:
            yield from _whole(item)


def _plain(call: ast.Call) -> bool:
    return not call.args and not call.keywords
