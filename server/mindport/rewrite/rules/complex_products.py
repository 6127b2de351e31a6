"""``1j * x`` and ``spectrum * mask``: MindSpore multiplies no complex numbers by real ones, nor by Python's complex numbers.

Its products have no gradient either (a rotary embedding would not train), so products are made of real and imaginary parts.
In other operations the operand that is not complex is cast, Python's number becomes a Tensor, as far as the function shows that
the other is complex. What is made of Python's complex numbers is complex64, as in torch.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite.arguments import ArgumentList
from mindport.rewrite.element_types import ElementTypes
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
    return spectrum * mask, y, roots + 1j, roots - x
""",
        """
import math

import mindspore as ms
from mindspore import mint, ops, Tensor
from mindport_helpers import complex_product


def turned(x: Tensor, mask: Tensor, k: int):
    spectrum = ops.fft(x)
    roots = ms.tensor([1 + 2j, 3], dtype=ms.complex64)
    phase = mint.exp(complex_product(-2j * math.pi * k, ops.arange(4)))
    y = complex_product(1j, x) + complex_product(spectrum, phase) - mask.to(ms.complex64) / roots
    return complex_product(spectrum, mask), y, roots + ms.tensor(1j, dtype=ms.complex64), roots - x
""",
    ),
]
NOOPS = ["z = 1j * 2\ny = z + 3j\n"]

_IMAGINARY = re.compile(r"\d[jJ]\b")
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div)


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if not _IMAGINARY.search(text) and "complex" not in text and "fft" not in text and "polar" not in text:
        return
    types = ElementTypes(module)
    for node in module.source.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, _OPERATORS):
            left, right = types.kind(node.left), types.kind(node.right)
            if isinstance(node.op, ast.Mult) and _is_product(module, node, left, right):
                product = module.spelling.helper("complex_product")
                one, other = module.source.span(node.left), module.source.span(node.right)
                yield Match((Edit(module.source.span(node), (f"{product}(", one, ", ", other, ")"), 0),))
                continue
            yield from _operand(module, node, node.left, left, right)
            yield from _operand(module, node, node.right, right, left)
        elif isinstance(node, ast.Call) and module.api(node) in ("torch.tensor", "torch.as_tensor"):
            if len(node.args) == 1 and not node.keywords and types.of(node) == "complex64":
                span = ArgumentList(module.source, node).item(node.args[0]).value
                parts = (span, f", dtype={module.spelling.name('mindspore.complex64')}")
                yield Match((Edit(span, parts, 1),))


def _is_product(module: Module, node: ast.BinOp, left: str, right: str) -> bool:
    """Whether a complex factor is for certain, and a Tensor among both."""
    tensors = [
        kind.startswith("complex") or not kind.startswith("number") and module.analysis.kind_of(one) == "tensor"
        for kind, one in ((left, node.left), (right, node.right))
    ]
    known = [tensor or kind.startswith("number") for tensor, kind in zip(tensors, (left, right), strict=True)]
    return any(k.startswith(("complex", "number:complex")) for k in (left, right)) and any(tensors) and all(known)


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
