"""``x[mask].sum()`` becomes ``filled(x[mask]).sum()``: of no elements MindSpore 2.10 sums up on a CPU what stood in memory.

A sum of nothing is 0 in torch, a mean is ``nan``, and nothing is ``any()``. What a mask selects may be nothing, and so may what
is computed of it, in a function of the file and in a loss as well; not where an ``if`` around asks for the mask. What is made
empty, to be added to, may stay so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite.masks import assigned
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.selections import is_asked_for, is_selection, may_be_empty
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
    print(near.prod(), near.logsumexp(0), y[mask].T @ y[mask])
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
from mindport_helpers import filled, logsumexp, loss_of_selected, nonzero_tuple, norm, unique


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
    print(filled(near, 1).prod(), logsumexp(filled(near, -float('inf')), 0), filled(y[mask]).T @ filled(y[mask]))
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
EXAMPLES += [
    (
        """
import torch


def averaged(batches, x: torch.Tensor):
    seen = torch.zeros(0, 3)
    for batch in batches:
        seen = torch.cat([seen, batch])
    none, start = torch.tensor([]), x.new_zeros((2, 0))
    return seen.mean(), none.sum(), start.sum(), torch.zeros(2, 3).sum(), torch.full((3,), 0).sum(), torch.sum(torch.empty(0))


def paired(x: torch.Tensor):
    high, rows = x > 3, (x > 3).any(1)
    return x[high].sum() + x[rows].sum()
""",
        """
import mindspore as ms
from mindspore import mint, ops, Tensor
from mindport_helpers import filled


def averaged(batches, x: Tensor):
    seen = mint.zeros((0, 3))
    for batch in batches:
        seen = mint.cat([seen, batch])
    none, start = ms.tensor([]), x.new_zeros((2, 0))
    return filled(seen, float('nan')).mean(), filled(none).sum(), filled(start).sum(), mint.zeros((2, 3)).sum(), ops.full((3,), 0).sum(), mint.sum(filled(mint.empty(0)))


def paired(x: Tensor):
    high, rows = x > 3, (x > 3).any(1)
    return filled(x[high]).sum() + filled(x[rows]).sum()
""",  # noqa: E501
    ),
]
NOOPS = [
    "def total(x, mask):\n    return x[mask].sum()\n",
    "from mindspore import Tensor\n\n\ndef total(x: Tensor, places: Tensor, mask: Tensor):\n"
    "    return x[places].sum(), x.sum(), mask.sum(), (x * mask).sum(), x[mask].prod(), x[mask].sum(-1)\n",
]

_REDUCING = {
    **dict.fromkeys(["sum", "any", "norm", "count_nonzero"], ""),
    "all": "True",
    "prod": "1",
    "mean": "float('nan')",
    "logsumexp": "-float('inf')",
}
_SUMMED = frozenset(["l1_loss", "mse_loss", "smooth_l1_loss", "huber_loss"])
_AVERAGED = _SUMMED | {"binary_cross_entropy_with_logits"}
_EACH = frozenset(["cross_entropy", "nll_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits", "kl_div"])
_PAIR = 2


def matches(module: Module) -> Iterator[Match]:
    if module.context.target is not Target.CPU:
        return
    masks = assigned(module)
    if not any(is_selection(module, node, masks) for node in module.source.each(ast.Call, ast.Subscript)):
        return
    for product in module.source.each(ast.BinOp):
        turned = _turned(product.left) if isinstance(product.op, ast.MatMult) else None
        if turned is not None and not is_asked_for(module, product):
            if all(may_be_empty(module, one, masks) for one in (turned, product.right)):
                yield _filled(module, turned, "")
                yield _filled(module, product.right, "")
    for node in module.source.each(ast.Call):
        if (asked := _asked_sum(module, node, _EACH)) is not None and node.args:
            if may_be_empty(module, node.args[0], masks) and not is_asked_for(module, node):
                yield _summed(module, node, asked)
        if _is_loss(module, node) and any(
            may_be_empty(module, one, masks) and not is_asked_for(module, node) for one in node.args
        ):
            yield from _of_selected(module, node)
        value, subjects = _reduced(module, node)
        if any(may_be_empty(module, one, masks) and not is_asked_for(module, one) for one in subjects):
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


def _turned(node: ast.expr) -> ast.expr | None:
    """``x`` of ``x.t()`` and ``x.T``: a product of it with rows sums over the rows."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.value if node.func.attr in ("t", "transpose") else None
    return node.value if isinstance(node, ast.Attribute) and node.attr in ("T", "mT") else None


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
