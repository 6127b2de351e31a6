"""``"{top1.avg:.3f}".format(top1=top1)`` of a meter that may be given Tensors becomes ``formatted("{top1.avg:.3f}", top1=top1)``.

``top1.update(acc[0], n)`` has its sums be Tensors, which MindSpore does not format. A meter that is given numbers stays as it
is; of one that other files use, nothing is known.
"""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


class Meter:
    def __init__(self):
        self.avg = self.count = 0

    def update(self, value, n=1):
        self.count += n
        self.avg += (value - self.avg) * n / self.count

    def __str__(self):
        return "{avg:.3f} ({count})".format(**self.__dict__)


def show(out: torch.Tensor, y: torch.Tensor):
    top1, losses = Meter(), Meter()
    top1.update((out.argmax(1) == y).float().mean(), len(y))
    losses.update((out - y).abs().sum().item())
    print("{top1.avg:.3f} {0:d}".format(3, top1=top1), "{x.avg:.3f}".format(x=losses), f"{top1.avg:.2f} {losses.avg:.2f}")
""",
        """
from mindspore import Tensor
from mindport_helpers import formatted


class Meter:
    def __init__(self):
        self.avg = self.count = 0

    def update(self, value, n=1):
        self.count += n
        self.avg += (value - self.avg) * n / self.count

    def __str__(self):
        return formatted("{avg:.3f} ({count})", **self.__dict__)


def show(out: Tensor, y: Tensor):
    top1, losses = Meter(), Meter()
    top1.update((out.argmax(1) == y).float().mean(), len(y))
    losses.update((out - y).abs().sum().item())
    print(formatted("{top1.avg:.3f} {0:d}", 3, top1=top1), "{x.avg:.3f}".format(x=losses), f"{float(top1.avg):.2f} {losses.avg:.2f}")
""",  # noqa: E501
    ),
]
NOOPS = ["def show(meter):\n    return '{m.avg:.3f}'.format(m=meter)\n"]

_NUMBERS = frozenset(["item", "float", "int", "len", "round", "time", "size", "numel", "perf_counter", "sum_item"])
_FLOATING = frozenset("eEfFgG%")


def matches(module: Module) -> Iterator[Match]:
    if "update" not in module.source.text or not module.source.imports_torch:
        return
    given = _given(module)
    for node in module.source.nodes if any(given.values()) or not given else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            if _formats_meters(node, node.func.value, given):
                opening = module.source.text.index("(", module.source.span(node.func).end) + 1
                whole = Span(module.source.span(node).start, opening)
                parts = (module.spelling.helper("formatted") + "(", module.source.span(node.func.value), ", ")
                yield Match((Edit(whole, parts),))
        elif isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Attribute) and _is_floating(node):
            held = node.value
            if given.get(ast.unparse(held.value)) and module.analysis.type_of(held).is_unknown:
                span = module.source.span(held)
                if module.source.text[span.start : span.end] == ast.unparse(held):
                    yield Match((Edit(span, ("float(", span, ")"), 0),))


def _given(module: Module) -> dict[str, bool]:
    """Objects that ``update`` is called of, and whether what they are given may be a Tensor."""
    found: dict[str, bool] = {}
    for node in module.source.each(ast.Call):
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "update":
            continue
        if not node.args or len(node.args) > 2:
            continue
        owner = ast.unparse(node.func.value)
        found[owner] = found.get(owner, False) or _may_be_tensor(module, node.args[0])
    return found


def _may_be_tensor(module: Module, value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        func = value.func
        name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
        if name in _NUMBERS:
            return False
    kind = module.analysis.type_of(value).kind
    return kind == "tensor" or (kind == "unknown" and isinstance(value, ast.Subscript))


def _formats_meters(call: ast.Call, text: ast.expr, given: dict[str, bool]) -> bool:
    """Whether the text asks for a meter's attributes with a specification, or is given all of an object's."""
    if any(k.arg is None and ast.unparse(k.value) in ("self.__dict__", "vars(self)") for k in call.keywords):
        return True
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return False
    try:
        fields = [(name, spec) for _, name, spec, _ in string.Formatter().parse(text.value) if name and spec]
    except ValueError:
        return False
    owners = {k.arg: k.value for k in call.keywords if k.arg} | {str(i): one for i, one in enumerate(call.args)}
    asked = {name.partition(".")[0] for name, _ in fields if "." in name}
    return any(name in owners and given.get(ast.unparse(owners[name]), False) for name in asked)


def _is_floating(node: ast.FormattedValue) -> bool:
    spec = node.format_spec
    last = spec.values[-1] if isinstance(spec, ast.JoinedStr) and spec.values else None
    return isinstance(last, ast.Constant) and isinstance(last.value, str) and last.value[-1:] in _FLOATING
