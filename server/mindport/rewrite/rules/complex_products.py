"""``1j * x`` and ``spectrum * mask``: MindSpore multiplies no complex numbers by real ones, nor by Python's complex numbers.

Its products have no gradient either (a rotary embedding would not train), and that of a quotient is conjugated, so both are made
of real and imaginary parts. In other operations the operand that is not complex is cast, Python's number becomes a Tensor, as
far as the function shows that the other is complex. What is made of Python's complex numbers is complex64, as in torch.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite import views
from mindport.rewrite.arguments import ArgumentList
from mindport.rewrite.element_types import ElementTypes
from mindport.rewrite.given_values import sources
from mindport.rewrite.other_holders import Seen, of_change
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.template import is_atom
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import math

import torch


def turned(x: torch.Tensor, mask: torch.Tensor, k: int):
    spectrum = torch.fft.fft(x)
    roots = torch.tensor([1 + 2j, 3])
    phase = torch.exp(-2j * math.pi * k * torch.arange(4))
    y = 1j * x + spectrum * phase - mask / roots
    phase *= mask
    spectrum /= roots + x
    spectrum /= 2
    z = phase.div(y), roots / 2, 1 / roots
    return torch.mul(spectrum, mask), y, roots + 1j, roots - x, z
""",
        """
import math

import mindspore as ms
from mindspore import mint, ops, Tensor
from mindport_helpers import complex_product, complex_quotient


def turned(x: Tensor, mask: Tensor, k: int):
    spectrum = ops.fft(x)
    roots = ms.tensor([1 + 2j, 3], dtype=ms.complex64)
    phase = mint.exp(complex_product(-2j * math.pi * k, ops.arange(4)))
    y = complex_product(1j, x) + complex_product(spectrum, phase) - complex_quotient(mask, roots)
    phase = complex_product(phase, mask)
    spectrum = complex_quotient(spectrum, roots + x)
    spectrum = complex_quotient(spectrum, 2)
    z = complex_quotient(phase, y), roots / 2, 1 / roots
    return complex_product(spectrum, mask), y, roots + ms.tensor(1j, dtype=ms.complex64), roots - x, z
""",
    ),
]
EXAMPLES += [
    (
        """
import torch


def passed(spectrum, mask):
    return spectrum * mask


def smoothed(x: torch.Tensor, mask: torch.Tensor):
    return torch.fft.irfft(passed(torch.fft.rfft(x), mask)) * mask
""",
        """
from mindspore import ops, Tensor
from mindport_helpers import complex_product


def passed(spectrum, mask):
    return complex_product(spectrum, mask)


def smoothed(x: Tensor, mask: Tensor):
    return ops.irfft(passed(ops.rfft(x), mask)) * mask
""",
    ),
]
NOOPS = ["z = 1j * 2\ny = z + 3j\n"]

_IMAGINARY = re.compile(r"\d[jJ]\b")
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_HELPERS: dict[type[ast.operator], str] = {ast.Mult: "complex_product", ast.Div: "complex_quotient"}
_APIS = {
    "torch.mul": "complex_product", "torch.Tensor.mul": "complex_product", "torch.Tensor.multiply": "complex_product",
    "torch.div": "complex_quotient", "torch.Tensor.div": "complex_quotient",
}  # fmt: skip
_REAL = ("number:bool", "number:int", "number:float")


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if not _IMAGINARY.search(text) and not any(word in text for word in ("complex", "fft", "stft", "polar")):
        return
    types = ElementTypes(module)
    for node in module.source.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, _OPERATORS):
            left, right = types.kind(node.left), types.kind(node.right)
            helper = _HELPERS.get(type(node.op))
            # Of a quotient with a real number of Python's, MindSpore's own gradient is right.
            scaled = isinstance(node.op, ast.Div) and not {left, right}.isdisjoint(_REAL)
            if helper and not scaled and _is_of_complex(module, (node.left, left), (node.right, right)):
                yield _call(module, helper, node, node.left, node.right)
                continue
            if helper and any(_may_be_complex(module, types, one) for one in (node.left, node.right)):
                yield _call(module, helper, node, node.left, node.right)
                continue
            yield from _operand(module, node, node.left, left, right)
            yield from _operand(module, node, node.right, right, left)
        elif isinstance(node, ast.AugAssign):
            helper, target = _HELPERS.get(type(node.op)), node.target
            if helper and isinstance(target, ast.Name) and _is_changed(module, types, node, target):
                yield _call(module, helper, node, target, node.value, f"{target.id} = ")
        elif isinstance(node, ast.Call):
            api = module.certain_api(node) or ""
            pair = _pair(node, api)
            if pair is not None:
                one, other = pair
                helper = _APIS[api]
                if _is_of_complex(module, (one, types.kind(one)), (other, types.kind(other))):
                    yield _call(module, helper, node, one, other)
            elif api in ("torch.tensor", "torch.as_tensor") and len(node.args) == 1 and not node.keywords:
                if types.of(node) == "complex64":
                    span = ArgumentList(module.source, node).item(node.args[0]).value
                    parts = (span, f", dtype={module.spelling.name('mindspore.complex64')}")
                    yield Match((Edit(span, parts, 1),))


def _may_be_complex(module: Module, types: ElementTypes, node: ast.expr) -> bool:
    """Whether another function of the file gives complex numbers for it; the helper looks when it runs."""
    if not isinstance(node, (ast.Name, ast.Call)) or types.kind(node):
        return False
    return any(types.of(one).startswith("complex") for one in sources(module, node))


def _call(module: Module, helper: str, node: ast.AST, one: ast.expr, other: ast.expr, lead: str = "") -> Match:
    """The operation as a call of the helper."""
    source = module.source
    parts = (lead, module.spelling.helper(helper), "(", source.span(one), ", ", source.span(other), ")")
    handled = frozenset([id(node.func)]) if isinstance(node, ast.Call) else frozenset()
    return Match((Edit(source.span(node), parts, 0),), handled)


def _pair(call: ast.Call, api: str) -> tuple[ast.expr, ast.expr] | None:
    """What a function or a method multiplies or divides."""
    if api not in _APIS or call.keywords or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    method = isinstance(call.func, ast.Attribute) and api.startswith("torch.Tensor.")
    given = [call.func.value, *call.args] if method and isinstance(call.func, ast.Attribute) else call.args
    return (given[0], given[1]) if len(given) == 2 else None


def _is_changed(module: Module, types: ElementTypes, node: ast.AugAssign, name: ast.Name) -> bool:
    """Whether ``x *= y`` changes complex numbers that nobody but the name holds."""
    target = types.of(name)
    if not target.startswith("complex") or module.analysis.kind_of(name) != "tensor":
        return False
    if not _is_of_complex(module, (name, target), (node.value, types.kind(node.value))):
        return False
    return views.base(module.site, name, node) is None and of_change(module.site, name, node) is Seen.NOWHERE


def _is_of_complex(module: Module, one: tuple[ast.expr, str], other: tuple[ast.expr, str]) -> bool:
    """Whether a complex number is for certain, and a Tensor among both."""
    pair = (one, other)
    tensors = [
        kind.startswith("complex") or not kind.startswith("number") and module.analysis.kind_of(node) == "tensor"
        for node, kind in pair
    ]
    known = [tensor or kind.startswith("number") for tensor, (_, kind) in zip(tensors, pair, strict=True)]
    return any(k.startswith(("complex", "number:complex")) for _, k in pair) and any(tensors) and all(known)


def _operand(module: Module, node: ast.BinOp, one: ast.expr, own: str, other: str) -> Iterator[Match]:
    """What becomes of one operand, by the types of both."""
    span = module.source.span(one)
    tensor = module.analysis.kind_of(one) == "tensor"
    if own == "number:complex":
        beside = node.right if one is node.left else node.left
        if other.startswith("number") or not other and module.analysis.kind_of(beside) != "tensor":
            return
        made = module.spelling.name("mindspore.tensor")
        wanted = module.spelling.name(
            f"mindspore.{'complex128' if other in ('float64', 'complex128') else 'complex64'}"
        )
        yield Match((Edit(span, (f"{made}(", span, f", dtype={wanted})"), 1),))
    elif (other.startswith("complex") or other == "number:complex") and not own.startswith(("complex", "number")):
        if tensor and isinstance(node.op, ast.Div):
            kind = "complex128" if own == "float64" or other == "complex128" else "complex64"
            wanted = module.spelling.name(f"mindspore.{kind}")
            parts: tuple[str | Span, ...] = (span, f".to({wanted})") if is_atom(one) else ("(", span, f").to({wanted})")
            yield Match((Edit(span, parts, 1),))
