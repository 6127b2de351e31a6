"""``model.load_state_dict(best)`` in the midst of training copies the values, as ``p.data = value`` does.

An optimizer of MindSpore that has run once goes on with the memory that it knows. What ``Cell.load_state_dict`` or an assignment
to ``.data`` sets is another, which it changes no more: training would stop without a word.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.analysis.findings import Applicability
from mindport.rewrite import held_names as names
from mindport.rewrite import holders
from mindport.rewrite.arguments import ArgumentList, bare_receiver_span
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import leaf_tensors
from mindport.rewrite.site import Site
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import copy

import torch


def fit(model: torch.nn.Module, shadow, epochs):
    model.load_state_dict(torch.load("start.pth"))
    optimizer = torch.optim.Adam(model.parameters())
    best = copy.deepcopy(model.state_dict())
    backup = {}
    for name, param in model.named_parameters():
        backup[name] = param.data
        param.data = shadow[name]
        param.data *= 0.9
    model.load_state_dict(best)
    return optimizer, backup
""",
        """
import copy

import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim
from mindport_helpers import module_load_state_dict, module_named_parameters, set_data


def fit(model: nn.Cell, shadow, epochs):
    model.load_state_dict(ms.load_checkpoint("start.ckpt"))
    optimizer = optim.Adam(model.trainable_params())
    best = copy.deepcopy(model.state_dict())
    backup = {}
    for name, param in module_named_parameters(model):
        backup[name] = param.data.copy()
        set_data(param, shadow[name])
        ops.assign(param, param.data * 0.9)
    module_load_state_dict(model, best)
    return optimizer, backup
""",
    ),
]
NOOPS = [
    "class Store:\n    def load_state_dict(self, state):\n        self.data = state\n\n\nStore().load_state_dict({})\n",
]

_LOAD, _DATA = "torch.nn.Module.load_state_dict", "torch.Tensor.data"
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_TIGHT = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if not module.source.imports_torch:
        return
    site = Site(module.source, module.spelling, module.context)
    sets = False
    for node in module.source.nodes if ".data" in text else ():
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and _is_data(module, site, node.targets[0], node):
            sets = True
            yield _set(module, node, node.targets[0])
        elif (
            isinstance(node, ast.AugAssign)
            and type(node.op) in _OPERATORS
            and _is_data(module, site, node.target, node)
        ):
            if not leaf_tensors.moves_by_gradient(module, node):
                yield _changed(module, node, node.target)
    if sets:
        yield from _kept(module)
    for node in module.source.nodes if "load_state_dict" in text and "optim" in text else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and module.api(node) == _LOAD:
            if node.args and not _of_file(module, node.args[0]) and _is_sure(module, node.func):
                yield _loaded(module, node, node.func)


def _is_sure(module: Module, func: ast.Attribute) -> bool:
    finding = module.findings.get(id(func))
    return finding is not None and finding.fix in (Applicability.SAFE, Applicability.UNSAFE)


def _is_data(module: Module, site: Site, target: ast.expr, node: ast.stmt) -> bool:
    """Whether the statement sets the data of what may be a Parameter, once it may have been trained."""
    if not isinstance(target, ast.Attribute) or target.attr != "data" or module.api(target) != _DATA:
        return False
    scope = names.scope_of(module.source, node)
    named = getattr(scope, "name", "")
    return "init" not in named and "reset" not in named and holders.may_be_parameter(site, target.value, node)


def _set(module: Module, node: ast.Assign, target: ast.expr) -> Match:
    assert isinstance(target, ast.Attribute)
    whole, value = module.source.span(node), module.source.span(node.value)
    opening = f"{module.spelling.helper('set_data')}("
    rest = Span(value.start, value.end)
    edit = Edit(
        Span(whole.start, max(whole.end, value.end)), (opening, module.source.span(target.value), ", ", rest, ")")
    )
    return Match((edit,), frozenset([id(target)]))


def _changed(module: Module, node: ast.AugAssign, target: ast.expr) -> Match:
    assert isinstance(target, ast.Attribute)
    source = module.source
    value = source.span(node.value)
    given = [value] if isinstance(node.value, _TIGHT) else ["(", value, ")"]
    opening = f"{module.spelling.name('mindspore.ops.assign')}("
    parts = (
        opening,
        source.span(target.value),
        ", ",
        source.span(target),
        f" {_OPERATORS[type(node.op)]} ",
        *given,
        ")",
    )
    return Match((Edit(source.span(node), parts),))


def _kept(module: Module) -> Iterator[Match]:
    """``backup[name] = p.data``: what is kept is a copy, where torch's is left alone by the new data."""
    for node in module.source.nodes:
        if not isinstance(node, ast.Attribute) or node.attr != "data" or module.api(node) != _DATA:
            continue
        parent = module.source.parent(node)
        stored = (
            isinstance(parent, ast.Assign) and parent.value is node and isinstance(parent.targets[0], ast.Subscript)
        )
        if stored or isinstance(parent, (ast.DictComp, ast.ListComp)):
            end = module.source.span(node).end
            yield Match((Edit(Span(end, end), (".copy()",)),))


def _of_file(module: Module, state: ast.expr) -> bool:
    """Whether the state comes from a file, as it does before training."""
    if "load" in ast.unparse(state):
        return True
    while isinstance(state, (ast.Subscript, ast.Attribute)):
        state = state.value
    scope = names.scope_of(module.source, state)
    if not isinstance(state, ast.Name) or scope is None or state.id == "self":
        return False
    values = [value for _, value in names.bindings_of(module.source, scope, state.id)]
    if not values:
        return names.is_argument(module.source, state)
    return any(value is not None and "load" in ast.unparse(value) for value in values)


def _loaded(module: Module, call: ast.Call, func: ast.Attribute) -> Match:
    source = module.source
    start = source.span(func).start
    opening = f"{module.spelling.helper('module_load_state_dict')}("
    edit = Edit(Span(start, ArgumentList(source, call).open + 1), (opening, bare_receiver_span(source, func), ", "))
    return Match((edit,), frozenset([id(func)]))
