"""``x[:, a:b].copy_(y)``, ``x[i].narrow(0, 0, n).fill_(1)``: a part of a tensor is assigned.

MindSpore's ``copy_`` writes nothing into a part of a tensor, or fails. A part that no index stands for stays, with the reason.
Where the run alone tells whether an index is a number, which names a part, or takes elements out, a helper asks.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.rewrite import held_names as names
from mindport.rewrite import holders, in_place, views
from mindport.rewrite.indices import as_argument, data_of
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.site import Site
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


class Cache:
    def __init__(self, size, dim):
        self.keys = torch.zeros(size, dim)
        self.whole = torch.zeros(dim)

    def put(self, at, new: torch.Tensor):
        self.keys[at : at + 1].copy_(new, non_blocking=True)  # a row
        self.keys[at].copy_(new[0])
        self.keys.narrow(1, 0, 2).fill_(1)
        self.keys[0].narrow(dim=0, start=at, length=2).zero_()
        self.keys.select(1, at).copy_(new[:, 0])
        self.whole.view(-1).copy_(new[0])
        last = self.keys[-1]
        last.copy_(new[0])


def fill(rows: torch.Tensor, lines, kept: dict):
    for row, line in zip(rows, lines):
        row.copy_(line)
    for name, line in lines:
        kept[name].copy_(line)
    kept["first"].copy_(rows[0])


def put(net: torch.nn.Module, flat, other):
    at = 0
    for p, q in zip(net.parameters(), other.parameters()):
        part = flat[at : at + p.numel()]
        part = part.view(p.size())
        p.data.copy_(part)
        p.data.copy_(q.data)
        at += p.numel()
    for p, part in zip(net.parameters(), torch.split(flat, 2)):
        p.data.copy_(part.view_as(p))
""",
        """
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import module_parameters


class Cache:
    def __init__(self, size, dim):
        self.keys = mint.zeros((size, dim))
        self.whole = mint.zeros(dim)

    def put(self, at, new: Tensor):
        self.keys[at : at + 1] = new  # a row
        self.keys[at] = new[0]
        self.keys[:, :2] = 1
        self.keys[0][at:at + 2] = 0
        self.keys[:, at] = new[:, 0]
        self.whole.view(-1).copy_(new[0].copy())
        last = self.keys[-1]
        last[...] = new[0]


def fill(rows: Tensor, lines, kept: dict):
    for row, line in zip(rows, lines):
        row[...] = line
    for name, line in lines:
        kept[name].copy_(line)
    kept["first"].copy_(rows[0].copy())


def put(net: nn.Cell, flat, other):
    at = 0
    for p, q in zip(module_parameters(net), module_parameters(other)):
        part = flat[at : at + p.numel()]
        part = part.view(p.shape)
        p.data.copy_(part.copy())
        p.data.copy_(q.data)
        at += p.numel()
    for p, part in zip(module_parameters(net), ops.split(flat, 2)):
        p.data.copy_(part.view_as(p).copy())
""",
    ),
    (
        """
import torch


class Net(torch.nn.Module):
    def __init__(self, tasks, memories, inputs):
        super().__init__()
        self.lin = torch.nn.Linear(inputs, 2)
        self.memory = torch.zeros(tasks, memories, inputs)

    def forward(self, x, task):
        return self.lin(x) + task.unsqueeze(0)

    def observe(self, x, task, mask: torch.Tensor, n):
        self.memory[task, :n].copy_(x)
        self.memory[task].zero_()
        self.memory[mask].copy_(x)
        return self.forward(x, task)
""",
        """
from mindspore import mint, nn, Tensor
from mindport_helpers import set_part


class Net(nn.Cell):
    def __init__(self, tasks, memories, inputs):
        super().__init__()
        self.lin = mint.nn.Linear(inputs, 2)
        self.memory = mint.zeros((tasks, memories, inputs))

    def construct(self, x, task):
        return self.lin(x) + task.unsqueeze(0)

    def observe(self, x, task, mask: Tensor, n):
        set_part(self.memory, (task, slice(None, n)), x)
        set_part(self.memory, task, 0)
        self.memory[mask].copy_(x)
        return self.construct(x, task)
""",
    ),
]
NOOPS = ["def keep(shop, name, other):\n    shop[name].copy_(other)\n    shop.narrow(0, 1, 2).fill_(3)\n"]

_METHODS = {"torch.Tensor.copy_": "src", "torch.Tensor.fill_": "value", "torch.Tensor.zero_": ""}
_CUTS = {"torch.narrow": True, "torch.Tensor.narrow": True, "torch.select": True, "torch.Tensor.select": True}
_WHOLE = frozenset(["view", "reshape", "flatten", "ravel", "unsqueeze", "squeeze", "view_as", "reshape_as", "detach"])
# fmt: off
_OTHER = frozenset([
    "t", "transpose", "permute", "swapaxes", "swapdims", "movedim", "moveaxis", "expand", "expand_as", "diagonal", "unfold",
    "chunk", "split", "tensor_split", "unbind", "split_with_sizes",
])
# fmt: on
_LOST = "in-place"
Place = list["str | Span"]
"""What stands for a part of a tensor, as the target of an assignment."""


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Call):
        if isinstance(node.func, ast.Attribute) and module.api(node.func) in _METHODS:
            match = _written(module, node, node.func)
            if match is not None:
                yield match


def _written(module: Module, call: ast.Call, func: ast.Attribute) -> Match | None:
    api = module.api(func)
    assert api is not None
    of_copy = api == "torch.Tensor.copy_"
    receiver = func.value
    data = data_of(receiver)
    if data is not None and isinstance(receiver, ast.Subscript) and module.certain_api(data) == "torch.Tensor.data":
        given = _value(module, call, func, "src") if of_copy else None
        if given is None or not isinstance(module.source.parent(call), ast.Expr):
            return None
        whole = Edit(module.source.span(call), in_place.items(module.site, data.value, receiver.slice, given))
        return Match((whole,), frozenset([id(func), id(data)]))
    if isinstance(receiver, ast.Subscript) and _is_open(module, receiver):
        given = _value(module, call, func, _METHODS[api])
        if given is None or not isinstance(module.source.parent(call), ast.Expr):
            return Match((), left=((func, _LOST),))
        at = (module.source.span(receiver.value), ", ", *as_argument(module.source, receiver.slice))
        put = (f"{module.spelling.helper('set_part')}(", *at, ", ", *given, ")")
        return Match((Edit(module.source.span(call), put),), frozenset([id(func)]))
    if isinstance(receiver, ast.Name):
        place = _of_name(module, receiver, call) if of_copy else None
        if of_copy and place is None and views.base(module.site, receiver, call) is receiver:
            place = []  # the function is given a view
    elif of_copy or isinstance(receiver, ast.Call):
        place = _place(module, receiver)
    else:
        place = None  # an index: for the row, which has the value converted
    if place is None:
        return _of_part(module, call) if of_copy else None
    value = _value(module, call, func, _METHODS[api])
    of = views.base(module.site, receiver, call) if not place and value is not None else None
    if of is not None and value is not None and isinstance(module.source.parent(call), ast.Expr):
        return Match((views.put(module.site, of, receiver, call, value),), frozenset([id(func)]))
    if not place or value is None or not isinstance(module.source.parent(call), ast.Expr):
        return Match((), left=((func, _LOST),)) if of_copy else None
    handled = {id(n.func) for n in ast.walk(receiver) if isinstance(n, ast.Call) and module.api(n.func) in _CUTS}
    edit = Edit(module.source.span(call), (*place, " = ", *value))
    return Match((edit,), frozenset([id(func), *handled]))


def _of_part(module: Module, call: ast.Call) -> Match | None:
    """``x.copy_(y[0])``, ``x.copy_(y[a:b].view(2, 3))``: MindSpore's ``copy_`` takes no part of another tensor."""
    part = call.args[0] if call.args else None
    if part is None or not _is_part(module, part, sure=module.certain_api(call.func) is not None):
        return None
    end = module.source.span(part).end
    return Match((Edit(Span(end, end), (".copy()",)),))


def _is_part(module: Module, node: ast.expr, *, sure: bool, depth: int = 4) -> bool:
    """Whether ``node`` may look into another tensor; what is copied into a tensor for ``sure`` is a tensor itself."""
    if depth == 0:
        return False
    if isinstance(node, ast.Name):
        scope = names.scope_of(module.source, node)
        if scope is None:
            return False
        values, _ = names.values_at(module.source, scope, node.id, node)
        return any(value is not None and _is_part(module, value, sure=sure, depth=depth - 1) for value in values)
    if isinstance(node, ast.Subscript):
        index = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        kind = module.analysis.kind_of(node.value)
        return kind == "tensor" or sure and kind == "unknown" and any(isinstance(one, ast.Slice) for one in index)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        api = module.api(node.func) or ""
        name, subject = api.rpartition(".")[2], _subject(module, node)
        if subject is None or not (name in _WHOLE or name in _OTHER or api in _CUTS):
            return False
        return api in _CUTS or _of_loop(module, subject) or _is_part(module, subject, sure=sure, depth=depth - 1)
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "data"
        and _is_part(module, node.value, sure=sure, depth=depth - 1)
    )


def _of_loop(module: Module, node: ast.expr) -> bool:
    """Whether a loop gives ``node``: ``for part in torch.split(flat, sizes)``."""
    return isinstance(node, ast.Name) and any(
        isinstance(loop, ast.For) and names.binds(loop.target, node.id)
        for loop in module.source.above(node, ast.FunctionDef, ast.AsyncFunctionDef)
    )


def _value(module: Module, call: ast.Call, func: ast.Attribute, parameter: str) -> Sequence[str | Span] | None:
    if not parameter:
        return ("0",)
    bound = module.findings[id(func)].use.bound
    value = bound.value(parameter) if bound is not None else None
    return None if value is None or isinstance(value, ast.Starred) else (module.source.span(value),)


def _place(module: Module, node: ast.expr) -> Place | None:
    """Where the part is; empty where no index says so; ``None`` where the node is no part, as far as is known."""
    if isinstance(node, ast.Subscript):
        return _of_index(module, node)
    if isinstance(node, ast.Attribute):
        if node.attr in ("T", "mT", "real", "imag") and module.analysis.kind_of(node.value) == "tensor":
            return []
        return _place(module, node.value) if node.attr == "data" else None
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    api = module.api(node.func) or ""
    subject = _subject(module, node)
    name = api.rpartition(".")[2]
    if subject is None:
        return None
    if api in _CUTS:
        return _of_cut(module, node, subject, name)
    if name in _OTHER and api.startswith("torch."):
        return []
    return [] if name in _WHOLE and _place(module, subject) is not None else None


def _subject(module: Module, call: ast.Call) -> ast.expr | None:
    """The tensor that a method, or a function of torch's, is called with."""
    finding = module.findings.get(id(call.func))
    if finding is None or not isinstance(call.func, ast.Attribute):
        return None
    if finding.use.receiver is not None:
        return call.func.value
    return finding.use.bound.value("input") if finding.use.bound is not None else None


def _of_index(module: Module, item: ast.Subscript) -> Place | None:
    if isinstance(item.value, ast.Call) and isinstance(item.value.func, ast.Attribute):
        if _place(module, item.value) == []:
            return []
    index = item.slice.elts if isinstance(item.slice, ast.Tuple) else [item.slice]
    if any(_takes_out(module, one) for one in index):
        return None
    span = module.source.span(item)
    inner = _place(module, item.value) if isinstance(item.value, ast.Call) else None
    if inner:
        span_of = module.source.span(item.value)
        return [*inner, Span(span_of.end, span.end)]
    if module.analysis.kind_of(item.value) == "tensor" or any(map(_is_of_tensors, (item.slice, *index))):
        return [span]
    site = Site(module.source, module.spelling, module.context)
    numbered = holders.is_number(index[0], site) and not isinstance(index[0], ast.Constant)
    counted = isinstance(index[0], ast.Constant) and type(index[0].value) is int
    return [span, "[...]"] if module.analysis.kind_of(item.value) == "unknown" and (numbered or counted) else None


def _is_open(module: Module, item: ast.Subscript) -> bool:
    """Whether all that might take elements out of the tensor is an index that the run alone tells of."""
    index = item.slice.elts if isinstance(item.slice, ast.Tuple) else [item.slice]
    taking = [one for one in index if _takes_out(module, one)]
    of_tensor = module.analysis.kind_of(item.value) == "tensor" or any(map(_is_of_tensors, (item.slice, *index)))
    return bool(taking) and of_tensor and all(names.is_undeclared(module.source, one) for one in taking)


def _takes_out(module: Module, index: ast.expr) -> bool:
    """Whether the index, a mask say, makes a new tensor of the elements; what is written there is lost in torch, too."""
    if (
        isinstance(index, (ast.Compare, ast.List))
        or isinstance(index, ast.UnaryOp)
        and isinstance(index.op, ast.Invert)
    ):
        return True
    return module.analysis.kind_of(index) == "tensor"


def _is_of_tensors(index: ast.expr) -> bool:
    """Whether only a tensor's elements are named so."""
    return isinstance(index, (ast.Slice, ast.Tuple)) or isinstance(index, ast.Constant) and index.value in (..., None)


def _of_cut(module: Module, call: ast.Call, subject: ast.expr, name: str) -> Place | None:
    """``subject.narrow(1, a, n)`` as ``subject[:, a:a + n]``, ``subject.select(1, a)`` as ``subject[:, a]``."""
    bound = module.findings[id(call.func)].use.bound
    values = (
        [bound.value(n) for n in ("dim", *(["start", "length"] if name == "narrow" else ["index"]))] if bound else []
    )
    dim, start = (values[0], values[1]) if len(values) > 1 else (None, None)
    if not isinstance(dim, ast.Constant) or type(dim.value) is not int or dim.value < 0 or start is None:
        return []
    around: Place
    if isinstance(subject, (ast.Name, ast.Attribute)):
        around = [module.source.span(subject)]
    elif isinstance(subject, ast.Subscript):
        around = [module.source.span(subject)]
    else:
        around = _place(module, subject) or []
        if not around:
            return []
    head = "[" + ":, " * dim.value
    if name == "select":
        return [*around, head, module.source.span(start), "]"]
    length = values[2]
    if length is None:
        return []
    return [*around, head, *_range(module, start, length), "]"]


def _range(module: Module, start: ast.expr, length: ast.expr) -> Place:
    if isinstance(start, ast.Constant) and type(start.value) is int:
        if isinstance(length, ast.Constant) and type(length.value) is int:
            return [f"{start.value or ''}:{start.value + length.value}"]
        if start.value == 0:
            return [":", module.source.span(length)]
    first, count = module.source.span(start), module.source.span(length)
    bare = isinstance(length, (ast.Name, ast.Attribute, ast.Call, ast.Constant, ast.Subscript))
    return [first, ":", first, " + ", *([count] if bare else ["(", count, ")"])]


# --- names ---


def _of_name(module: Module, name: ast.Name, call: ast.Call) -> Place | None:
    source = module.source
    scope = names.scope_of(source, name)
    if scope is None:
        return None
    reaching, _ = names.values_at(source, scope, name.id, call)
    places = [_place(module, value) for value in reaching if value is not None]
    if any(place is not None and place[-1:] != [source.span(value)] for place, value in _pairs(places, reaching)):
        return []  # ``part = x.t()``
    if any(place is not None for place in places):
        return [source.span(name), "[...]"]
    loops = [
        n for n in names.nodes_around(source, call, scope) if isinstance(n, ast.For) and names.binds(n.target, name.id)
    ]
    if None in reaching and loops and _gives_rows(module, loops[0], name.id):
        return [source.span(name), "[...]"]
    return None


def _pairs(places: list[Place | None], reaching: list[names.Value]) -> Iterator[tuple[Place | None, ast.expr]]:
    yield from zip(places, (value for value in reaching if value is not None), strict=True)


def _gives_rows(module: Module, loop: ast.For, name: str) -> bool:
    """Whether the loop's variable is taken out of a tensor."""
    given, target = loop.iter, loop.target
    while isinstance(given, ast.Call) and isinstance(given.func, ast.Name) and given.func.id in ("zip", "enumerate"):
        if not isinstance(target, ast.Tuple):
            return False
        at = next((i for i, one in enumerate(target.elts) if names.binds(one, name)), -1)
        if given.func.id == "enumerate":
            at -= 1
        if not 0 <= at < len(given.args):
            return False
        target = target.elts[at + (given.func.id == "enumerate")]
        given = given.args[at]
    return module.analysis.kind_of(given) == "tensor"
