"""What may be nothing: what a mask selects of a tensor, what stands before a counter, and what is computed of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.masks import are_places, is_mask
from mindport.rewrite.rule import Module

_CALLED = re.compile(r"(?:^|_)(?:pos|neg|positives?|negatives?|fg|bg|foreground|ignore|selected|finite)(?:_|$)")
_ASKING = frozenset(["any", "sum", "numel", "nelement", "size", "shape", "all", "count_nonzero", "item", "len"])
# fmt: off
_ENDING = frozenset([  # give what is not empty, whatever they are given, or no tensor
    "sum", "mean", "prod", "any", "all", "norm", "max", "min", "amax", "amin", "std", "var", "median", "argmax", "argmin",
    "logsumexp", "count_nonzero", "numel", "nelement", "size", "dim", "item", "tolist", "numpy", "backward", "bincount",
    "histc", "cat", "concat", "stack", "scatter", "scatter_add", "zeros", "ones", "full", "arange", "new_zeros", "new_ones",
    "masked_fill", "where", "zeros_like", "ones_like", "one_hot", "embedding",
])
# fmt: on
_DISTINCT = frozenset(
    ["torch.unique", "torch.Tensor.unique", "torch.unique_consecutive", "torch.Tensor.unique_consecutive"]
)
_MAKING = frozenset(
    f"torch.{owner}{name}"
    for owner, made in (
        ("", ("zeros", "ones", "empty", "full", "rand", "randn", "tensor", "Tensor")),
        ("Tensor.", ("new_zeros", "new_ones", "new_empty", "new_full")),
    )
    for name in made
)
_FILLING = frozenset(["torch.full", "torch.Tensor.new_full"])
_DEPTH = 3


def may_be_empty(module: Module, node: ast.expr, masks: set[str], depth: int = _DEPTH) -> bool:
    """Whether the value is what a mask selects, or computed from that, element by element."""
    if is_selection(module, node, masks, depth):
        return True
    if isinstance(node, ast.BinOp):
        return any(may_be_empty(module, one, masks, depth) for one in (node.left, node.right))
    if isinstance(node, ast.Compare):
        return any(may_be_empty(module, one, masks, depth) for one in (node.left, *node.comparators))
    if isinstance(node, ast.UnaryOp):
        return may_be_empty(module, node.operand, masks, depth)
    if isinstance(node, ast.Name) and depth and module.analysis.kind_of(node) == "tensor":
        scope = names.scope_of(module.source, node)
        values = names.values_at(module.source, scope, node.id, node)[0] if scope is not None else []
        if any(value is not None and may_be_empty(module, value, masks, depth - 1) for value in values):
            return True
        given = _given_to(module, scope, node.id) if None in values else ()
        return any(may_be_empty(module, one, masks, depth - 1) and not is_asked_for(module, one) for one in given)
    if not isinstance(node, ast.Call):
        return False
    api = module.api(node) or ""
    name = api.rpartition(".")[2]
    if not name or (name in _ENDING and not _keeps_rows(node)) or (name.endswith("_loss") and not _is_single(node)):
        return False
    subjects = list(node.args)
    if api.startswith("torch.Tensor.") and isinstance(node.func, ast.Attribute):
        subjects = [node.func.value, *subjects]
    return any(may_be_empty(module, one, masks, depth) for one in subjects[:2])


def _given_to(module: Module, function: ast.AST | None, name: str) -> Iterator[ast.expr]:
    """What calls in the file give to a function's parameter."""
    if not isinstance(function, ast.FunctionDef):
        return
    parameters = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    if name not in parameters:
        return
    cls = module.source.parent(function)
    place = parameters.index(name) - (parameters[0] in ("self", "cls"))
    of_module = isinstance(cls, ast.ClassDef) and function.name == "forward"
    calls = module.source.kept(("calls by name",), lambda: _calls(module))
    for call in calls.get("" if of_module else function.name, ()):
        if of_module and getattr(module.analysis.type_of(call.func).definition, "node", None) is not cls:
            continue
        if 0 <= place < len(call.args) and not any(isinstance(one, ast.Starred) for one in call.args):
            yield call.args[place]
        yield from (k.value for k in call.keywords if k.arg == name)


def _calls(module: Module) -> dict[str, list[ast.Call]]:
    """The file's calls by the names of their functions; all that may be of Modules under ``""``."""
    found: dict[str, list[ast.Call]] = {}
    for call in module.source.each(ast.Call):
        function = call.func
        name = str(getattr(function, "attr", getattr(function, "id", "")))
        found.setdefault(name, []).append(call)
        if name and module.analysis.kind_of(function) == "module":
            found.setdefault("", []).append(call)
    return found


def _keeps_rows(call: ast.Call) -> bool:
    """Whether a reduction is along an axis that is not the first."""
    given = [k.value for k in call.keywords if k.arg in ("dim", "axis")] or call.args[-1:]
    return bool(given) and ast.unparse(given[0]) in ("1", "-1", "2", "[1]", "(1,)", "[-1]")


def _is_single(call: ast.Call) -> bool:
    return any(
        k.arg == "reduction" and isinstance(k.value, ast.Constant) and k.value.value == "none" for k in call.keywords
    )


def is_selection(module: Module, node: ast.AST, masks: set[str], depth: int = _DEPTH) -> bool:
    """Whether something is made empty, or taken of a tensor: what a mask selects, what stands before a counter."""
    if isinstance(node, ast.Call):
        api = module.api(node) or ""
        return api.endswith(".masked_select") or _is_made_empty(api, node)
    if not isinstance(node, ast.Subscript):
        return False
    if isinstance(node.value, ast.Call) and module.api(node.value) in _DISTINCT:
        return True  # one of what it gives
    if module.analysis.kind_of(node.value) != "tensor":
        return False
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return any(_is_mask(module, item, masks, depth) or _is_counted(module, item) for item in items)


def _is_made_empty(api: str, call: ast.Call) -> bool:
    """``torch.zeros(0, 3)`` and ``torch.tensor([])``."""
    if api not in _MAKING or not call.args:
        return False
    first = call.args[0]
    if api in ("torch.tensor", "torch.Tensor"):
        return isinstance(first, (ast.List, ast.Tuple)) and not first.elts or api == "torch.Tensor" and _is_zero(first)
    sizes = first.elts if isinstance(first, (ast.List, ast.Tuple)) else call.args
    return any(_is_zero(one) for one in sizes[: len(sizes) if api not in _FILLING or sizes is not call.args else 1])


def _is_counted(module: Module, item: ast.expr) -> bool:
    """``:i`` of a counter, which is 0 at first, and ``i + 1:``, which may be the end."""
    if not isinstance(item, ast.Slice) or item.step is not None:
        return False
    if item.lower is None and isinstance(item.upper, ast.Name):
        counted = _counted(module, item.upper)
        return counted is not None and (len(counted.args) == 1 or _is_zero(counted.args[0]))
    lower = item.lower
    if item.upper is not None or not isinstance(lower, ast.BinOp) or not isinstance(lower.op, ast.Add):
        return False
    if not isinstance(lower.left, ast.Name) or not isinstance(lower.right, ast.Constant):
        return False
    counted = _counted(module, lower.left)
    return counted is None or not isinstance(counted.args[min(1, len(counted.args) - 1)], ast.BinOp)


def _counted(module: Module, counter: ast.Name) -> ast.Call | None:
    """The ``range(…)`` of the loop around that counts with it."""
    for one in module.source.above(counter, ast.FunctionDef, ast.Lambda):
        loops = one.generators if isinstance(one, (ast.ListComp, ast.GeneratorExp)) else [one]
        for loop in loops:
            if isinstance(loop, (ast.For, ast.comprehension)) and names.binds(loop.target, counter.id):
                ranged = isinstance(loop.iter, ast.Call) and ast.unparse(loop.iter.func) == "range" and loop.iter.args
                return loop.iter if ranged and isinstance(loop.iter, ast.Call) else None
    return None


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _is_mask(module: Module, item: ast.expr, masks: set[str], depth: int) -> bool:
    """Whether the index is a mask, or the places that one has."""
    kind = module.analysis.kind_of(item)
    if isinstance(item, ast.Slice) or kind not in ("tensor", "unknown", "tuple"):
        return False
    name = item.id if isinstance(item, ast.Name) else item.attr if isinstance(item, ast.Attribute) else ""
    if is_mask(module, item, masks) or (name and _CALLED.search(name)):
        return True
    return are_places(module, item, masks, depth)


def is_asked_for(module: Module, node: ast.expr) -> bool:
    """Whether a condition around asks how much there is of what is selected or of the mask."""
    about = {ast.unparse(one) for one in ast.walk(node) if isinstance(one, (ast.Name, ast.Attribute))}
    current: ast.AST = node
    while (parent := module.source.parent(current)) is not None:
        if isinstance(parent, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            break
        if isinstance(parent, (ast.If, ast.IfExp)) and current is not parent.test:
            asked = {
                n.attr if isinstance(n, ast.Attribute) else n.id
                for n in ast.walk(parent.test)
                if isinstance(n, (ast.Attribute, ast.Name))
            }
            within = {ast.unparse(one) for one in ast.walk(parent.test) if isinstance(one, (ast.Name, ast.Attribute))}
            if asked & _ASKING and within & about:
                return True
        current = parent
    return False
