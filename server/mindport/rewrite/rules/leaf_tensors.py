"""Tensors that a gradient is asked of: ``x.requires_grad = True``, ``x.requires_grad_()`` as a value, ``w -= rate * w.grad``.

MindSpore's ``requires_grad_()`` returns nothing, its attribute is a Parameter's only (to set it on another tensor does nothing),
and ``-=`` on a Parameter makes a new tensor where ``.data`` changes the Parameter itself. What an optimizer is given has to be
a Parameter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.arguments import ArgumentList, attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.training import kept
from mindport.semantics.types import OUTPUT
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch

w = torch.zeros(3, requires_grad=True)
x = torch.ones(3).requires_grad_()
y = torch.ones(3)
y.requires_grad = True
y.requires_grad_(requires_grad=True)
(w * x * y).sum().backward()
with torch.no_grad():
    w -= 0.1 * w.grad
picture = torch.ones(3)
picture.requires_grad_()
optimizer = torch.optim.Adam([picture], lr=0.1)
optimizer.step()
for one in (x, y):
    one.requires_grad = False
print((w * x).requires_grad, [p.requires_grad for p in torch.nn.Linear(2, 2).parameters()])


def asked(check, t):
    shapes, t = check(t)
    return t.requires_grad, shapes
""",
        """
import mindspore as ms
from mindspore import mint, Parameter
from mindport_helpers import (
    TorchAdam,
    accumulate_gradients,
    apply_gradients,
    ask_for_gradient,
    module_parameters,
    requires_gradient,
)

w = Parameter(mint.zeros(3))
x = ask_for_gradient(mint.ones(3))
y = mint.ones(3)
y.requires_grad_(True)
y.requires_grad_(True)
accumulate_gradients((w * x * y).sum())
with ms._no_grad():
    w.data -= 0.1 * w._grad
picture = mint.ones(3)
picture = Parameter(picture)
optimizer = TorchAdam([picture], lr=0.1)
apply_gradients(optimizer)
for one in (x, y):
    one.requires_grad_(False)
print(requires_gradient(w * x), [p.requires_grad for p in module_parameters(mint.nn.Linear(2, 2))])


def asked(check, t):
    shapes, t = check(t)
    return requires_gradient(t), shapes
""",
    ),
    (
        """
import torch


def thaw(net: torch.nn.Module):
    for p in net.parameters():
        p.requires_grad = True
    return torch.optim.SGD([p for n, p in net.named_parameters() if "bias" not in n], lr=0.1)
""",
        """
from mindspore import nn
from mindspore.experimental import optim
from mindport_helpers import module_named_parameters, module_parameters


def thaw(net: nn.Cell):
    for p in module_parameters(net):
        p.requires_grad = True
    return optim.SGD([p for n, p in module_named_parameters(net) if "bias" not in n], lr=0.1)
""",
    ),
]
NOOPS = ["class Shop:\n    pass\n\n\nshop = Shop()\nshop.requires_grad = True\n"]

_METHOD, _ATTRIBUTE, _GRADIENT = "torch.Tensor.requires_grad_", "torch.Tensor.requires_grad", "torch.Tensor.grad"


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None or not kept.possible(module):
        return
    of_loops = {
        n.id
        for loop in module.source.each(ast.For, ast.comprehension)
        for n in ast.walk(loop.target)
        if isinstance(n, ast.Name)
    }
    optimized = set(_optimized(module))
    made = set(_made(module))
    for node in module.source.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and module.api(node.func) == _METHOD:
            parent = module.source.parent(node)
            if not isinstance(parent, ast.Expr):
                assigned = {ast.unparse(t) for t in parent.targets} if isinstance(parent, ast.Assign) else set()
                yield _as_value(module, node, node.func, bool(assigned & optimized))
            elif ast.unparse(node.func.value) in optimized and _is_true(node):
                yield _as_parameter(module, parent, node.func)
            elif node.keywords and node.keywords[0].arg is not None:
                given = node.keywords[0].value
                start = ArgumentList(module.source, node).item(given).span.start
                # MindSpore's method takes it by position alone.
                yield Match((Edit(Span(start, module.source.span(given).start), (), 0),))
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if not isinstance(target, ast.Attribute) or module.api(target) != _ATTRIBUTE:
                continue
            asked = isinstance(node.value, ast.Constant) and node.value.value is True
            # What a loop over parameters gives has the attribute.
            looped = isinstance(target.value, ast.Name) and target.value.id in of_loops
            if asked and ast.unparse(target.value) in optimized:
                yield _as_parameter(module, node, target)
            elif _is_plain(module, target, made) or asked and not looped:
                start, value = attribute_name(module.source, target).start, module.source.span(node.value)
                span = Span(start, module.source.span(node).end)
                yield Match((Edit(span, ("requires_grad_(", value, ")"), 1),), frozenset([id(target)]))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and module.api(node) == _ATTRIBUTE:
            if _is_plain(module, node, made) or _is_given(module, node.value):
                parts = (f"{module.spelling.helper('requires_gradient')}(", module.source.span(node.value), ")")
                yield Match((Edit(module.source.span(node), parts, 0),), frozenset([id(node)]))
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, (ast.Name, ast.Attribute)):
            if module.api(node.target) != "torch.Tensor.data" and moves_by_gradient(module, node):
                span = module.source.span(node.target)
                yield Match((Edit(Span(span.end, span.end), (".data",), 0),))


def _made(module: Module) -> Iterator[str]:
    """Variables that are Parameters from the start, as they are written."""
    for node in module.source.each(ast.Assign):
        if module.api(node.value) == "torch.nn.Parameter":
            yield from map(ast.unparse, node.targets)


def _is_plain(module: Module, attribute: ast.Attribute, made: set[str]) -> bool:
    """Whether it is an attribute of a tensor that is no Parameter, as far as is known."""
    holder = attribute.value
    found = module.analysis.type_of(holder)
    if module.certain_api(attribute) != _ATTRIBUTE or not (found.kind == "tensor" or found == OUTPUT):
        return False
    if isinstance(holder, ast.Attribute) and module.analysis.type_of(holder.value).kind == "module":
        return False  # ``layer.weight``
    return not module.parameters.has(holder) and ast.unparse(holder) not in made


def _is_given(module: Module, holder: ast.expr) -> bool:
    """Whether a function is given it, of which nothing tells that it is a Parameter: a helper asks when it runs."""
    if not isinstance(holder, ast.Name) or module.parameters.has(holder):
        return False
    return names.is_argument(module.source, holder)


def _optimized(module: Module) -> Iterator[str]:
    """Variables that an optimizer is given one by one, as they are written."""
    for node in module.source.each(ast.Call):
        if (module.api(node.func) or "").startswith("torch.optim."):
            for part in (n for value in node.args[:1] for n in ast.walk(value)):
                if isinstance(part, (ast.List, ast.Tuple)) and isinstance(part.ctx, ast.Load):  # no ``for n, p in …``
                    yield from (ast.unparse(e) for e in part.elts if isinstance(e, (ast.Name, ast.Attribute)))


def _is_true(call: ast.Call) -> bool:
    given = [*call.args, *(k.value for k in call.keywords)]
    return not given or (len(given) == 1 and isinstance(given[0], ast.Constant) and given[0].value is True)


def _as_parameter(module: Module, statement: ast.stmt, used: ast.Attribute) -> Match:
    """The statement that asks for the gradient makes a Parameter of the variable."""
    name = module.source.text_of(used.value)
    text = f"{name} = {module.spelling.name('mindspore.Parameter')}({name})"
    return Match((Edit(module.source.span(statement), (text,), 1),), frozenset(id(n) for n in ast.walk(statement)))


def _as_value(module: Module, call: ast.Call, func: ast.Attribute, optimized: bool) -> Match:
    whole, receiver = module.source.span(call), module.source.span(func.value)
    if optimized and _is_true(call):
        opening = f"{module.spelling.name('mindspore.Parameter')}("
        return Match((Edit(whole, (opening, receiver, ")"), 0),), frozenset([id(func)]))
    given = [ArgumentList(module.source, call).item(a).span for a in (*call.args, *(k.value for k in call.keywords))]
    rest = [part for span in given for part in (", ", span)]
    parts = (f"{module.spelling.helper('ask_for_gradient')}(", receiver, *rest, ")")
    return Match((Edit(whole, parts, 0),), frozenset([id(func)]))


def moves_by_gradient(module: Module, node: ast.AugAssign) -> bool:
    """Whether a parameter is updated by its own gradient, as only happens to what a gradient was asked of."""
    own = ast.unparse(node.target)
    return any(
        isinstance(n, ast.Attribute)
        and n.attr == "grad"
        and module.api(n) == _GRADIENT
        and ast.unparse(n.value) in (own, f"{own}.data")
        for n in ast.walk(node.value)
    )
