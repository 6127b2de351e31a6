"""Where a gradient asks for the elements that a tensor had before it changed: what is computed is made of a copy."""

from __future__ import annotations

import ast

from mindport.analysis.uses import ApiUse
from mindport.rewrite import held_names as names
from mindport.rewrite import holders
from mindport.rewrite.site import Site
from mindport.syntax.source import SourceFile
from mindport.text import Edit

SETTING = frozenset(
    ["zero_", "fill_", "masked_fill_", "copy_", "normal_", "uniform_", "random_", "bernoulli_", "exponential_"]
)
_LINEAR = frozenset(
    ["add_", "sub_", "subtract_", "neg_", "relu_", "sigmoid_", "exp_", "addmm_", "addcmul_", "addcdiv_", "baddbmm_"]
)
_SCALING = frozenset(["mul_", "multiply_", "div_", "divide_", "true_divide_"])


def of_call(source: SourceFile, given: ast.Name, call: ast.expr) -> list[Edit]:
    """The call made of a copy, as the gradient may ask for the elements as they were."""
    if _without_gradient(source, given, call):
        return []
    return [Edit(source.span(given), (f"{given.id}.copy()",))]


def of_method(use: ApiUse, node: ast.expr, target: ast.Name, site: Site) -> list[Edit]:
    """Where the gradient asks for the elements as they were, the new ones are made of a copy."""
    if target.id == "self" or _keeps_gradient(use, node, target, site) or _without_gradient(site.source, target, node):
        return []  # what else is read of ``self`` is no element of a tensor
    reads = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == target.id]
    return [Edit(site.source.span(n), (f"{n.id}.copy()",)) for n in reads if not names.asks_about(site.source, n)]


def of_statement(site: Site, node: ast.AugAssign, target: ast.expr) -> tuple[bool, list[Edit]]:
    """The same for ``x *= y``: whether what ``x`` held has to be copied, and the copies that ``y`` is made of."""
    if not isinstance(target, ast.Name) or _without_gradient(site.source, target, node):
        return False, []
    linear = isinstance(node.op, (ast.Add, ast.Sub))
    scaled = isinstance(node.op, (ast.Mult, ast.Div)) and holders.is_number(node.value, site)
    read = [n for n in ast.walk(node.value) if isinstance(n, ast.Name) and n.id == target.id]
    copied = [Edit(site.source.span(n), (f"{n.id}.copy()",)) for n in read if not names.asks_about(site.source, n)]
    return not linear and not scaled, copied


def _keeps_gradient(use: ApiUse, node: ast.expr, target: ast.Name, site: Site) -> bool:
    """Whether no gradient of the whole chain asks for what the tensor held."""
    current: ast.expr = node
    while isinstance(current, ast.Call) and isinstance(current.func, ast.Attribute):
        name, given = current.func.attr, [*current.args, *(k.value for k in current.keywords)]
        plain = (
            name in SETTING
            or name in _LINEAR
            or name in _SCALING
            and all(holders.is_number(one, site) for one in given)
        )
        if not plain or any(_reads(one, target.id) for one in given if one is not target):
            return False
        current = target if target in given else current.func.value
    return True


def _reads(node: ast.AST, name: str) -> bool:
    """Whether a value is made of what the name holds; a comparison has no gradient."""
    if isinstance(node, ast.Compare):
        return False
    if isinstance(node, ast.Name):
        return node.id == name
    return any(_reads(n, name) for n in ast.iter_child_nodes(node))


def _without_gradient(source: SourceFile, target: ast.Name, node: ast.AST) -> bool:
    """Whether the place is one where no gradient is recorded, or the tensor a parameter, which torch lets change only there."""
    current: ast.AST | None = node
    while current is not None:
        if names.stops_gradients(current):
            return True
        if isinstance(current, ast.ClassDef) and any("Optim" in ast.unparse(base) for base in current.bases):
            return True
        if (
            isinstance(current, ast.For)
            and names.binds(current.target, target.id)
            and "param" in ast.unparse(current.iter)
        ):
            return True
        current = source.parent(current)
    return False
