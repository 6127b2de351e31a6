"""``x += y`` where others hold ``x`` becomes ``x[...] = x + y``: MindSpore binds the name anew, torch changes the tensor.

Only where the file shows that the tensor is read elsewhere again: by another name, an object, a collection, or the caller.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import gradient_copies, holders, in_place, items_by_key, operators, views
from mindport.rewrite import held_names as names
from mindport.rewrite.other_holders import Seen, of_change, views_of
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import leaf_tensors
from mindport.rewrite.rules.cast_leaves import is_leaf
from mindport.rewrite.site import Site
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def shift_(x: torch.Tensor, by):
    x += by


def steps(state: dict[str, torch.Tensor], x: torch.Tensor, w: torch.Tensor):
    before = x
    x += 1  # both names
    average = state["average"]
    average *= 0.9
    average += 0.1 * x.mean(0)
    for one in state.values():
        one -= 1
    history = []
    total = torch.zeros(3)
    for _ in range(3):
        total += w + 1
        history.append(total)
    row = x[0]
    row /= 2 + w
    first = state["first"]
    state["first"] += 1
    state["second"] += first
    state["third"] = w
    state["third"] *= 2
    return before, x, w, history


def add(net: torch.nn.Module, others):
    with torch.no_grad():
        state = net.state_dict()
        for key in state:
            state[key] += others[key] * 0.5
        for weight in net.parameters():
            weight *= 2
""",
        """
import mindspore as ms
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import module_parameters


def shift_(x: Tensor, by):
    x[...] = x + by


def steps(state: dict[str, Tensor], x: Tensor, w: Tensor):
    before = x
    x[...] = x + 1  # both names
    average = state["average"]
    average[...] = average * 0.9
    average[...] = average + 0.1 * x.mean(0)
    for one in state.values():
        one[...] = one - 1
    history = []
    total = mint.zeros(3)
    for _ in range(3):
        total[...] = total + (w + 1)
        history.append(total)
    row = x[0]
    row[...] = row.copy() / (2 + w)
    first = state["first"]
    state["first"][...] = state["first"] + 1
    state["second"] += first
    state["third"] = w
    state["third"][...] = state["third"] * 2
    return before, x, w, history


def add(net: nn.Cell, others):
    with ms._no_grad():
        state = net.state_dict()
        for key in state:
            ops.assign(state[key], state[key] + others[key] * 0.5)
        for weight in module_parameters(net):
            ops.assign(weight, weight * 2)
""",
    ),
]
EXAMPLES += [
    (  # by a gradient that has a name of its own
        """
import torch


def descend(x: torch.Tensor, weights: list[torch.Tensor], n: int):
    w = torch.zeros(3, requires_grad=True)
    for _ in range(n):
        (x * w).sum().backward()
        with torch.no_grad():
            g = w.grad
            w -= 0.1 * g
            for one in weights:
                step = 0.1 * one.grad
                one -= step
    return w
""",
        """
import mindspore as ms
from mindspore import mint, ops, Parameter, Tensor
from mindport_helpers import accumulate_gradients


def descend(x: Tensor, weights: list[Tensor], n: int):
    w = Parameter(mint.zeros(3))
    for _ in range(n):
        accumulate_gradients((x * w).sum())
        with ms._no_grad():
            g = w._grad
            ops.assign(w, w - 0.1 * g)
            for one in weights:
                step = 0.1 * one._grad
                ops.assign(one, one - step)
    return w
""",
    ),
]
EXAMPLES += [
    (  # MindSpore's operators promote, torch keeps the type of what is changed
        """
import torch


def mixed(x: torch.Tensor, y: torch.Tensor):
    h = x.half() * 2
    h += y.float()
    h.mul_(y).sub_(0.5)
    g = x.float() * 2
    g.div_(y.double())
    g += y.float()
    g *= 2
    g.add_(x)
    n = torch.zeros(3, dtype=torch.int32)
    n += torch.arange(3)
    return h, g, n
""",
        """
import mindspore as ms
from mindspore import mint, ops, Tensor


def mixed(x: Tensor, y: Tensor):
    h = x.half() * 2
    h = (h + y.float()).to(h.dtype)
    h = ((h * y) - 0.5).to(h.dtype)
    g = x.float() * 2
    g = (g / y.double()).to(g.dtype)
    g += y.float()
    g *= 2
    g = g + x
    n = mint.zeros(3, dtype=ms.int32)
    n = (n + ops.arange(3)).to(n.dtype)
    return h, g, n
""",
    ),
]
EXAMPLES += [
    (  # what an object holds is held elsewhere, too
        """
import torch


class Averages:
    def __init__(self, start):
        self.mean = torch.zeros(3)
        self.seen = [self.mean]
        self.total = start.float() * 1
        self.last = torch.zeros(3)
        self.rows = [torch.zeros(3) for _ in range(2)]
        self.first = self.rows[0]
        self.alone = torch.zeros(3)

    def add(self, x: torch.Tensor):
        self.mean *= 0.9
        self.total += x
        self.last += x
        self.rows[1] += x
        self.alone += x

    def get(self):
        return self.total


def run(x: torch.Tensor):
    averages = Averages(x)
    before, last = averages.get(), [averages.last]
    averages.add(x)
    return before, last


total = torch.zeros(3)
kept = [total]


def count(x: torch.Tensor, seen=torch.zeros(3)):
    global total
    total += x
    seen += x
    return seen
""",
        """
from mindspore import mint, Tensor


class Averages:
    def __init__(self, start):
        self.mean = mint.zeros(3)
        self.seen = [self.mean]
        self.total = start.float() * 1
        self.last = mint.zeros(3)
        self.rows = [mint.zeros(3) for _ in range(2)]
        self.first = self.rows[0]
        self.alone = mint.zeros(3)

    def add(self, x: Tensor):
        self.mean[...] = self.mean * 0.9
        self.total[...] = self.total + x
        self.last[...] = self.last + x
        self.rows[1][...] = self.rows[1] + x
        self.alone += x

    def get(self):
        return self.total


def run(x: Tensor):
    averages = Averages(x)
    before, last = averages.get(), [averages.last]
    averages.add(x)
    return before, last


total = mint.zeros(3)
kept = [total]


def count(x: Tensor, seen=mint.zeros(3)):
    global total
    total[...] = total + x
    seen[...] = seen + x
    return seen
""",
    ),
]
EXAMPLES += [
    (  # what is given to others, or taken from them
        """
import torch


class Node:
    def __init__(self, value):
        self.value = value


class Scaled:
    def __call__(self, x: torch.Tensor):
        x *= 2
        return x


def kept(x: torch.Tensor, states: dict[str, torch.Tensor], pair: list[torch.Tensor]):
    node = Node(x)
    x += 1
    average = states.get("average")
    average += x
    first, second = pair
    first += x
    a = b = torch.zeros(3)
    a += x
    both = {"a": a, "rows": [torch.zeros(3)] * 2}
    both["a"] += x
    both["rows"][0] += x
    before = dict(states)
    states["first"] += x
    alone = {"c": torch.zeros(3)}
    alone["c"] += x
    doubled = Scaled()(x)
    given = [one.mul_(2) for one in pair]
    return node, states, pair, a, b, both, before, alone, doubled, x, given


def attacked(x: torch.Tensor):
    before = x.data
    x.data -= 0.1
    return before
""",
        """
from mindspore import mint, ops, Tensor
from mindport_helpers import set_elements


class Node:
    def __init__(self, value):
        self.value = value


class Scaled:
    def __call__(self, x: Tensor):
        x[...] = x * 2
        return x


def kept(x: Tensor, states: dict[str, Tensor], pair: list[Tensor]):
    node = Node(x)
    x[...] = x + 1
    average = states.get("average")
    average[...] = average + x
    first, second = pair
    first[...] = first + x
    a = b = mint.zeros(3)
    a[...] = a + x
    both = {"a": a, "rows": [mint.zeros(3)] * 2}
    both["a"][...] = both["a"] + x
    both["rows"][0][...] = both["rows"][0] + x
    before = dict(states)
    states["first"][...] = states["first"] + x
    alone = {"c": mint.zeros(3)}
    alone["c"] += x
    doubled = Scaled()(x)
    given = [set_elements(one, one * 2) for one in pair]
    return node, states, pair, a, b, both, before, alone, doubled, x, given


def attacked(x: Tensor):
    before = x.data
    ops.assign(x, x.data - 0.1)
    return before
""",
    ),
]
EXAMPLES += [
    (  # tensors by what is put under a key
        """
import torch


class Averaged(torch.optim.Optimizer):
    def step(self):
        for group in self.param_groups:
            beta = group["beta"]
            for p in group["params"]:
                state = self.state[p]
                if not state:
                    state["step"] = 0
                    state["mean"] = torch.zeros_like(p)
                    state["square"] = torch.zeros_like(p)
                mean, square = state["mean"], state["square"]
                step = state["step"]
                step += 1
                mean *= beta
                mean += (1 - beta) * p.grad
                square *= beta
                p.data -= group["lr"] * mean


def counted(states, i, x):
    state = states.setdefault(i, {"total": torch.zeros_like(x), "n": 0})
    total, n = state["total"], state["n"]
    total += x
    n += x
""",
        """
from mindspore import ops
from mindspore.experimental import optim


class Averaged(optim.Optimizer):
    def step(self):
        for group in self.param_groups:
            beta = group["beta"]
            for p in group["params"]:
                state = self.state[p]
                if not state:
                    state["step"] = 0
                    state["mean"] = ops.stop_gradient(ops.zeros_like(p))
                    state["square"] = ops.stop_gradient(ops.zeros_like(p))
                mean, square = state["mean"], state["square"]
                step = state["step"]
                step += 1
                mean[...] = mean * beta
                mean[...] = mean + (1 - beta) * p._grad
                square[...] = square * beta
                ops.assign(p, p.data - group["lr"] * mean)


def counted(states, i, x):
    state = states.setdefault(i, {"total": ops.zeros_like(x), "n": 0})
    total, n = state["total"], state["n"]
    total[...] = total + x
    n += x
""",
    ),
    (
        """
import torch


def halves(n):
    state = torch.zeros(4)
    parts = [state[:2], state[2:]]
    rows = {}
    for i in range(n):
        parts[i % 2] += i
        rows[i] = state[i]
        rows[i] -= 1
    totals = [torch.zeros(2) for _ in range(n)]
    totals[0] += 1
    return state, totals
""",
        """
from mindspore import mint


def halves(n):
    state = mint.zeros(4)
    parts = [state[:2], state[2:]]
    rows = {}
    for i in range(n):
        parts[i % 2][...] = parts[i % 2] + i
        rows[i] = state[i]
        rows[i][...] = rows[i] - 1
    totals = [mint.zeros(2) for _ in range(n)]
    totals[0] += 1
    return state, totals
""",
    ),
]
NOOPS = [
    "def total(counts):\n    n = 0\n    every = [n]\n    for one in counts:\n        n += one\n    return n, every\n",
    "from mindspore import Tensor, mint\n\n\ndef both(x: Tensor):\n    y = x\n    y += mint.ones(3)\n    return x, y\n",
]


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    site = module.site
    for node in source.nodes:
        if not operators.is_change(node):
            continue
        target = node.target
        if leaf_tensors.moves_by_gradient(module, node) or not _is_tensor(module, target, node):
            continue
        of = views.base(site, target, node) if isinstance(target, ast.Name) or _is_item(module, target) else None
        if of is not None:
            value = (source.span(target), " ", *operators.with_value(source, node))
            yield Match((views.put(site, of, target, node, value),))
            continue
        parameter = _is_parameter(site, target, node) or _is_leaf(module, target, node)
        seen = Seen.BY_A_MODULE if parameter else of_change(site, target, node)
        if seen in (Seen.ELSEWHERE, Seen.BY_A_MODULE):
            yield Match(tuple(_edits(site, node, target, seen)))
        elif isinstance(target, ast.Name) and site.widens(target, (node.value,)):
            written = target.id
            parts = (f"{written} = ({written} ", *operators.with_value(source, node), f").to({written}.dtype)")
            yield Match((Edit(source.span(node), parts),))
        elif seen is Seen.THROUGH_A_VIEW and isinstance(target, ast.Name):
            # MindSpore has no way to write through what a method gives.
            yield Match((), left=tuple((call.func, "in-place") for call in views_of(site, target, node)))


def _is_item(module: Module, target: ast.expr) -> bool:
    """Whether one of several is changed, which may be views of one tensor: ``rows = list(x.unbind(0))``, ``rows[0] += 1``."""
    return (
        isinstance(target, ast.Subscript)
        and isinstance(target.value, ast.Name)
        and module.analysis.kind_of(target.value) != "tensor"
    )


def _is_tensor(module: Module, target: ast.expr, node: ast.AugAssign) -> bool:
    kind = module.analysis.kind_of(target)
    if kind not in ("tensor", "unknown"):
        return False
    by_key = items_by_key.is_tensor(module, target, node) if isinstance(target, ast.Name) else None
    return kind == "tensor" if by_key is None else by_key


def _is_parameter(site: Site, target: ast.expr, node: ast.AugAssign) -> bool:
    if isinstance(target, ast.Attribute) and target.attr in ("data", "grad"):
        return False
    likely = not isinstance(target, ast.Name) and holders.may_be_parameter(site, target, node)
    return likely or site.is_parameter(target)


def _is_leaf(module: Module, target: ast.expr, node: ast.AugAssign) -> bool:
    """Whether a variable, changed where no gradient is recorded, has one of its own: ``w -= 0.1 * g``."""
    if not isinstance(target, ast.Name) or not names.is_without_gradient(module.source, node):
        return False
    scope = names.scope_of(module.source, target)
    if scope is None:
        return False
    values, _ = names.values_at(module.source, scope, target.id, node)
    return any(value is not None and _makes_leaf(module, value) for value in values) or any(
        isinstance(n, ast.Attribute)
        and n.attr == "grad"
        and isinstance(n.value, ast.Name)
        and n.value.id == target.id
        and module.api(n) == "torch.Tensor.grad"
        for n in module.source.within(scope)
    )


def _makes_leaf(module: Module, value: ast.expr) -> bool:
    api = module.api(value) if isinstance(value, ast.Call) else None
    return api in ("torch.nn.Parameter", "torch.Tensor.requires_grad_") or is_leaf(module, value)


def _edits(site: Site, node: ast.AugAssign, target: ast.expr, seen: Seen) -> Iterator[Edit]:
    source = site.source
    written = source.text_of(target)
    copied, copies = gradient_copies.of_statement(site, node, target)
    copied = copied and seen is not Seen.BY_A_MODULE
    new = (written, ".copy() " if copied else " ", *operators.with_value(source, node))
    if seen is Seen.BY_A_MODULE:
        yield Edit(source.span(node), (f"{site.spelling.name('mindspore.ops.assign')}({written}, ", *new, ")"))
    else:
        yield Edit(source.span(node), in_place.elements(site, target, node, written, new))
        yield from copies
