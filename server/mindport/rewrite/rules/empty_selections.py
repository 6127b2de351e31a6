"""``x[mask].sum()`` becomes ``filled(x[mask]).sum()``: of no elements MindSpore 2.10 sums up on a CPU what stood in memory.

A sum of nothing is 0 in torch, a mean is ``nan``, and nothing is ``any()``. What a mask selects may be nothing, and so may what
is computed of it, in a function of the file and in a loss as well; not where an ``if`` around asks for the mask.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import mask_slices
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch
import torch.nn.functional as F
from torch import nn


def losses(x: torch.Tensor, y: torch.Tensor, valid: torch.Tensor):
    pos = y > 0
    wrong = x[pos] - y[pos]
    hits = (x[valid] == y[valid]).float()
    if pos.any():
        print(x[pos].sum())
    rows = x[(y > 3).nonzero(as_tuple=True)].sum(dim=0)
    return wrong.abs().sum(), hits.mean(), torch.sum(x[~valid] ** 2), x[:3].sum(), wrong.sum(1), rows, (x[pos] > 1).any()


def box_loss(boxes: torch.Tensor, targets: torch.Tensor, mask: torch.Tensor):
    loss = F.cross_entropy(boxes[mask], targets[mask], reduction="sum")
    loss += F.mse_loss(boxes[mask], targets, size_average=False)
    loss += F.l1_loss(boxes[mask], targets[mask])
    return loss + F.l1_loss(boxes[mask], targets[mask], reduction="sum") / boxes.masked_select(mask).sum()


def agreeing(x: torch.Tensor, n: int, jumps: torch.Tensor):
    counts = torch.unique(jumps, return_counts=True)[1]
    later = [(x[i] < x[i + 1 :]).sum() for i in range(n)]
    for i in range(n):
        later.append(x[:i].sum() + sum(x[:k].mean() for k in range(1, i)))
        later.append(x[i - 1 : i + 1].sum())
    return later, (counts > 1).any(), x[:n].sum()


def at_places(x: torch.Tensor, y: torch.Tensor, mask: torch.Tensor):
    places = torch.nonzero(mask).squeeze(1)
    rows, columns = torch.where(y > 0)
    near = x[places]
    return near.sum(), (y[rows, columns] * 2).mean(), x[torch.where(mask)[0]].norm(), x[(y > 1).nonzero()[:, 0]].any()


def gap(p, q):
    return (p - q).abs().sum()


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.mse = nn.MSELoss(reduction="sum")

    def forward(self, p: torch.Tensor, q: torch.Tensor, mask: torch.Tensor, whole: torch.Tensor):
        found = gap(p[mask], q[mask]) + self.mse(p[mask], q[mask]) + self.mse(p, q)
        return found + nn.L1Loss()(p[mask], q[mask]) if mask.any() else gap(whole, whole)
""",
        """
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import filled, loss_of_selected, nonzero_tuple, norm, unique


def losses(x: Tensor, y: Tensor, valid: Tensor):
    pos = y > 0
    wrong = x[pos] - y[pos]
    hits = (x[valid] == y[valid]).float()
    if pos.any():
        print(x[pos].sum())
    rows = filled(x[nonzero_tuple(y > 3, as_tuple=True)]).sum(dim=0)
    return filled(wrong.abs()).sum(), filled(hits, float('nan')).mean(), mint.sum(filled(x[~valid] ** 2)), x[:3].sum(), wrong.sum(1), rows, (filled(x[pos] > 1)).any()


def box_loss(boxes: Tensor, targets: Tensor, mask: Tensor):
    loss = filled(ops.cross_entropy(boxes[mask], targets[mask], reduction='none')).sum()
    loss += ops.mse_loss(filled(boxes[mask]), filled(targets), reduction='sum')
    loss += ops.l1_loss(filled(boxes[mask], float('nan')), filled(targets[mask], float('nan')))
    return loss + ops.l1_loss(filled(boxes[mask]), filled(targets[mask]), reduction="sum") / filled(boxes.masked_select(mask)).sum()


def agreeing(x: Tensor, n: int, jumps: Tensor):
    counts = unique(jumps, return_counts=True)[1]
    later = [(filled(x[i] < x[i + 1 :])).sum() for i in range(n)]
    for i in range(n):
        later.append(filled(x[:i]).sum() + sum(x[:k].mean() for k in range(1, i)))
        later.append(x[i - 1 : i + 1].sum())
    return later, (filled(counts > 1)).any(), x[:n].sum()


def at_places(x: Tensor, y: Tensor, mask: Tensor):
    places = ops.nonzero(mask).squeeze(1)
    rows, columns = nonzero_tuple(y > 0)
    near = x[places]
    return filled(near).sum(), (filled(y[rows, columns] * 2, float('nan'))).mean(), norm(filled(x[nonzero_tuple(mask)[0]])), filled(x[ops.nonzero(y > 1)[:, 0]]).any()


def gap(p, q):
    return filled((p - q).abs()).sum()


class Loss(nn.Cell):
    def __init__(self):
        super().__init__()
        self.mse = nn.MSELoss(reduction="sum")

    def construct(self, p: Tensor, q: Tensor, mask: Tensor, whole: Tensor):
        found = gap(p[mask], q[mask]) + loss_of_selected(self.mse, p[mask], q[mask]) + self.mse(p, q)
        return found + nn.L1Loss()(p[mask], q[mask]) if mask.any() else gap(whole, whole)
""",  # noqa: E501
    ),
]
NOOPS = [
    "def total(x, mask):\n    return x[mask].sum()\n",
    "from mindspore import Tensor\n\n\ndef total(x: Tensor, places: Tensor, mask: Tensor):\n"
    "    return x[places].sum(), x.sum(), mask.sum(), (x * mask).sum(), x[mask].prod(), x[mask].sum(-1)\n",
]

_REDUCING = {"sum": "", "any": "", "norm": "", "count_nonzero": "", "all": "True", "mean": "float('nan')"}
_SUMMED = frozenset(["l1_loss", "mse_loss", "smooth_l1_loss", "huber_loss"])
_AVERAGED = _SUMMED | {"binary_cross_entropy_with_logits"}
_EACH = frozenset(["cross_entropy", "nll_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits", "kl_div"])
_CALLED = re.compile(r"(?:^|_)(?:pos|neg|positives?|negatives?|fg|bg|foreground|ignore|selected|finite)(?:_|$)")
_FOUND = frozenset(
    f"torch.{owner}{name}" for owner in ("", "Tensor.") for name in ("nonzero", "where", "argwhere", "masked_select")
)
_SAME_PLACES = frozenset(
    ["squeeze", "flatten", "view", "reshape", "ravel", "t", "long", "to", "cpu", "cuda", "unbind", "detach"]
)
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
_DEPTH = 3
_PAIR = 2


def matches(module: Module) -> Iterator[Match]:
    if module.context.target is not Target.CPU:
        return
    masks = mask_slices.assigned(module)
    if not any(_is_selection(module, node, masks, _DEPTH) for node in module.source.each(ast.Call, ast.Subscript)):
        return
    for node in module.source.each(ast.Call):
        if (asked := _asked_sum(module, node, _EACH)) is not None and node.args:
            if _may_be_empty(module, node.args[0], masks, _DEPTH) and not _is_asked_for(module, node):
                yield _summed(module, node, asked)
        if _is_loss(module, node) and any(
            _may_be_empty(module, one, masks, _DEPTH) and not _is_asked_for(module, node) for one in node.args
        ):
            yield from _of_selected(module, node)
        value, subjects = _reduced(module, node)
        if any(_may_be_empty(module, one, masks, _DEPTH) and not _is_asked_for(module, one) for one in subjects):
            for one in subjects:  # of the other, which is as long, it may not be seen
                yield _filled(module, one, value)


def _filled(module: Module, node: ast.expr, value: str) -> Match:
    span = module.source.span(node)
    return Match((Edit(span, (module.spelling.helper("filled") + "(", span, f", {value})" if value else ")"), 1),))


def _summed(module: Module, node: ast.Call, asked: ast.expr) -> Match:
    """The loss of each element, then the sum."""
    span = module.source.span(node)
    start = module.spelling.helper("filled") + "("
    return Match((Edit(module.source.span(asked), ("'none'",)), Edit(span, (start, span, ").sum()"), 1)))


def _is_loss(module: Module, call: ast.Call) -> bool:
    """Whether a loss of torch's is called, that is a Module."""
    if len(call.args) != _PAIR or call.keywords or any(isinstance(one, ast.Starred) for one in call.args):
        return False
    found = module.analysis.type_of(call.func)
    return found.kind == "module" and found.definition is None and found.name.endswith("Loss")


def _of_selected(module: Module, call: ast.Call) -> Iterator[Match]:
    source = module.source
    whole, loss, first = source.span(call), source.span(call.func), source.span(call.args[0])
    if source.text[loss.end : first.start].strip() == "(":
        helper = module.spelling.helper("loss_of_selected")
        yield Match((Edit(whole, (helper + "(", loss, ", ", Span(first.start, whole.end))),))


def _asked_sum(module: Module, call: ast.Call, losses: frozenset[str]) -> ast.expr | None:
    """``"sum"``, where one of the losses is asked for it."""
    owner, _, name = (module.certain_api(call) or "").rpartition(".")
    if name not in losses or owner != "torch.nn.functional":
        return None
    asked = next((k.value for k in call.keywords if k.arg == "reduction"), None)
    return asked if isinstance(asked, ast.Constant) and asked.value == "sum" else None


def _reduced(module: Module, call: ast.Call) -> tuple[str, list[ast.expr]]:
    """What stands for nothing in a reduction of all axes or the first one, and what it reduces."""
    api = module.certain_api(call) or ""
    name = api.rpartition(".")[2]
    if name in _AVERAGED and api == f"torch.nn.functional.{name}":
        summed = _asked_sum(module, call, _SUMMED) is not None or any(
            k.arg == "size_average" and isinstance(k.value, ast.Constant) and not k.value.value for k in call.keywords
        )
        averaged = (
            not any(k.arg in ("reduction", "size_average", "reduce") for k in call.keywords) and len(call.args) == 2
        )
        return "" if summed else "float('nan')", list(call.args[:2]) if summed or averaged else []
    if name not in _REDUCING or api not in (f"torch.{name}", f"torch.Tensor.{name}"):
        return "", []
    rest = list(call.args)
    if api.startswith("torch.Tensor."):
        subject = call.func.value if isinstance(call.func, ast.Attribute) else None
    else:
        subject = rest.pop(0) if rest else None
    axes = [k.value for k in call.keywords if k.arg in ("dim", "axis")] or (rest[:1] if name != "norm" else [])
    if subject is None or any(not isinstance(axis, ast.Constant) or axis.value not in (0, None) for axis in axes):
        return "", []
    return _REDUCING[name], [subject]


def _may_be_empty(module: Module, node: ast.expr, masks: set[str], depth: int) -> bool:
    """Whether the value is what a mask selects, or computed from that, element by element."""
    if _is_selection(module, node, masks, depth):
        return True
    if isinstance(node, ast.BinOp):
        return any(_may_be_empty(module, one, masks, depth) for one in (node.left, node.right))
    if isinstance(node, ast.Compare):
        return any(_may_be_empty(module, one, masks, depth) for one in (node.left, *node.comparators))
    if isinstance(node, ast.UnaryOp):
        return _may_be_empty(module, node.operand, masks, depth)
    if isinstance(node, ast.Name) and depth and module.analysis.kind_of(node) == "tensor":
        scope = names.scope_of(module.source, node)
        values = names.values_at(module.source, scope, node.id, node)[0] if scope is not None else []
        if any(value is not None and _may_be_empty(module, value, masks, depth - 1) for value in values):
            return True
        given = _given_to(module, scope, node.id) if None in values else ()
        return any(_may_be_empty(module, one, masks, depth - 1) and not _is_asked_for(module, one) for one in given)
    if not isinstance(node, ast.Call):
        return False
    api = module.api(node) or ""
    name = api.rpartition(".")[2]
    if not name or (name in _ENDING and not _keeps_rows(node)) or (name.endswith("_loss") and not _is_single(node)):
        return False
    subjects = list(node.args)
    if api.startswith("torch.Tensor.") and isinstance(node.func, ast.Attribute):
        subjects = [node.func.value, *subjects]
    return any(_may_be_empty(module, one, masks, depth) for one in subjects[:2])


def _given_to(module: Module, function: ast.AST | None, name: str) -> Iterator[ast.expr]:
    """What calls in the file give to a function's parameter."""
    if not isinstance(function, ast.FunctionDef):
        return
    parameters = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    if name not in parameters:
        return
    cls = module.source.parent(function)
    place = parameters.index(name) - (parameters[0] in ("self", "cls"))
    calls = module.source.kept(("calls by name",), lambda: _calls(module))
    for call in calls.get(function.name if not isinstance(cls, ast.ClassDef) or function.name != "forward" else "", ()):
        if function.name == "forward":
            made = module.analysis.type_of(call.func).definition
            if getattr(made, "node", None) is not cls:
                continue
        if place < len(call.args) and not any(isinstance(one, ast.Starred) for one in call.args):
            yield call.args[place]
        yield from (k.value for k in call.keywords if k.arg == name)


def _calls(module: Module) -> dict[str, list[ast.Call]]:
    """The file's calls by the names of their functions; all that may be of Modules under ``""``."""
    found: dict[str, list[ast.Call]] = {}
    for call in module.source.each(ast.Call):
        function = call.func
        name = (
            function.attr
            if isinstance(function, ast.Attribute)
            else function.id
            if isinstance(function, ast.Name)
            else ""
        )
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


def _is_selection(module: Module, node: ast.AST, masks: set[str], depth: int) -> bool:
    if isinstance(node, ast.Call):
        return (module.api(node) or "").endswith(".masked_select")
    if not isinstance(node, ast.Subscript):
        return False
    if isinstance(node.value, ast.Call) and module.api(node.value) in _DISTINCT:
        return True  # one of what it gives
    if module.analysis.kind_of(node.value) != "tensor":
        return False
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return any(_is_mask(module, item, masks, depth) or _is_counted(module, item) for item in items)


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
    if _is_found(module, item):
        return True
    name = item.id if isinstance(item, ast.Name) else item.attr if isinstance(item, ast.Attribute) else ""
    if mask_slices.is_mask(module, item, masks) or (name and _CALLED.search(name)):
        return True
    if not isinstance(item, ast.Name) or not depth:
        return False
    scope = names.scope_of(module.source, item)
    if scope is None:
        return False
    values = names.values_at(module.source, scope, item.id, item)[0]
    return any(value is not None and _is_found(module, value) for value in values)


def _is_found(module: Module, node: ast.expr) -> bool:
    """Whether a value is the places that a mask has, in some form: ``mask.nonzero().squeeze(1)``, ``torch.where(mask)[0]``."""
    while True:
        if isinstance(node, ast.Call) and (module.api(node) or "") in _FOUND:
            return len(node.args) < 2
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SAME_PLACES:
            node = node.func.value
        else:
            return False


def _is_asked_for(module: Module, node: ast.expr) -> bool:
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
