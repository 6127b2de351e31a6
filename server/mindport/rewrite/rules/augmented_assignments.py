"""``q *= decay`` changes the tensor that ``q`` stands for: others that hold it see the change.

MindSpore makes a new tensor of it, which the name alone gets. Where the tensor is an argument, the variable of a loop, a part of
another one, or known under another name as well, its elements are assigned.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite import holders, in_place
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import leaf_tensors
from mindport.rewrite.site import Site
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


@torch.no_grad()
def follow(model: torch.nn.Module, average: torch.nn.Module, decay):
    for p, q in zip(model.parameters(), average.parameters()):
        q *= decay
        q += (1 - decay) * p


def shift(x: torch.Tensor, y: torch.Tensor):
    before = x
    row = x[0]
    row -= row.mean()  # of the first
    x *= y.exp() if y.any() else 2
    z = y * 2
    z += 1
    return before, z
""",
        """
import mindspore as ms
from mindspore import nn, ops, Tensor
from mindport_helpers import module_parameters


@ms._no_grad()
def follow(model: nn.Cell, average: nn.Cell, decay):
    for p, q in zip(module_parameters(model), module_parameters(average)):
        ops.assign(q, q * decay)
        ops.assign(q, q + (1 - decay) * p)


def shift(x: Tensor, y: Tensor):
    before = x
    row = x[0]
    row[...] = row - row.copy().mean()  # of the first
    x[...] = x.copy() * (y.exp() if y.any() else 2)
    z = y * 2
    z += 1
    return before, z
""",
    ),
]
NOOPS = [
    "import mindspore as ms\n\n\ndef count(items, total: int):\n    for n in items:\n        total += n\n    return total\n",
]

_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}

_TIGHT = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)


def matches(module: Module) -> Iterator[Match]:
    if not module.source.imports_torch:
        return
    for node in module.source.nodes:
        if not isinstance(node, ast.AugAssign) or type(node.op) not in _OPERATORS:
            continue
        if module.context.type_of(node.target) != "tensor" or leaf_tensors.moves_by_gradient(module, node):
            continue
        site = Site(module.source, module.spelling, module.context)
        if isinstance(node.target, ast.Name) and _is_seen(site, node.target, node):
            yield Match(tuple(_elements(site, node, node.target)))
        elif isinstance(node.target, (ast.Attribute, ast.Subscript)) and _is_parameter(site, node.target, node):
            yield Match((_assigned(site, node, node.target),))


def _is_seen(site: Site, name: ast.Name, node: ast.AugAssign) -> bool:
    """Whether anyone but the name holds the tensor that is changed."""
    source, scope = site.source, names.scope_of(site.source, name)
    if scope is None:
        return False
    if not names.made_here(source, name):
        return names.is_argument(source, name) or any(
            isinstance(one, ast.For) and names.binds(one.target, name.id)
            for one in names.nodes_around(source, node, scope)
        )
    if not holders.is_anothers(site, name, node):
        return False
    reaching, start = names.values_at(source, scope, name.id, node)
    parts = [v for v in reaching if isinstance(v, ast.Subscript) and isinstance(v.value, ast.Name)]
    if len(parts) < len(reaching) or names.is_kept_before(source, scope, name.id, node, start):
        return True
    return any(
        not isinstance(v.value, ast.Name)
        or names.is_argument(source, v.value)
        or in_place.is_read_later(source, v, name.id, node)
        for v in parts
    )


def _is_parameter(site: Site, target: ast.expr, node: ast.AugAssign) -> bool:
    """``self.scale *= 2`` sets a Parameter's data, ``params[name] *= 2`` the dictionary's item alone."""
    is_data = isinstance(target, ast.Attribute) and target.attr in ("data", "grad")
    return not is_data and holders.may_be_parameter(site, target, node)


def _assigned(site: Site, node: ast.AugAssign, target: ast.expr) -> Edit:
    span = site.source.span(target)
    parts = (span, f" {_OPERATORS[type(node.op)]} ", *_value(site, node))
    return Edit(site.source.span(node), in_place.elements(site, target, node, span, parts))


def _value(site: Site, node: ast.AugAssign) -> list[str | Span]:
    """What stands on the right, as an operand."""
    source = site.source
    value, whole = source.span(node.value), source.span(node)
    start = source.text.index("=", source.span(node.target).end) + 1
    while source.text[start] in " \t":
        start += 1
    given: list[str | Span] = [Span(start, whole.end)]
    bracketed = start < value.start or isinstance(node.value, _TIGHT)
    if not bracketed and not (isinstance(node.op, ast.Add) and _binds_closer(node.value)):
        return ["(", *given, ")"]
    return given


def _elements(site: Site, node: ast.AugAssign, name: ast.Name) -> Iterator[Edit]:
    source = site.source
    whole, given = source.span(node), _value(site, node)
    copied = not in_place.without_gradient(source, name, node)
    linear = isinstance(node.op, (ast.Add, ast.Sub)) or holders.is_number(node.value, site)
    before = name.id if linear or not copied else f"{name.id}.copy()"
    parts = [f"{before} {_OPERATORS[type(node.op)]} ", *given]
    yield Edit(whole, in_place.elements(site, name, node, name.id, parts))
    for one in ast.walk(node.value) if copied and in_place.reads(node.value, name.id) else ():
        if isinstance(one, ast.Name) and one.id == name.id and not names.asks_about(source, one):
            yield Edit(source.span(one), (f"{name.id}.copy()",))


def _binds_closer(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div, ast.Pow))
