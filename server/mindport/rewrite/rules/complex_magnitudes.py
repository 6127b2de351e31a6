"""``abs(torch.fft.rfft(x))``: the magnitude of complex numbers is real, which MindSpore's ``abs`` forgets.

Python's own ``abs``, ``torch.abs`` and the method become ``ops.ComplexAbs()``, as far as the function shows that the numbers are
complex.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import ArgumentList, receiver_span
from mindport.rewrite.element_types import ElementTypes
from mindport.rewrite.origins import Origin
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def strength(x):
    spectrum = torch.fft.rfft(x, dim=1)
    centred = torch.fft.fftshift(spectrum, dim=1)
    return abs(spectrum).mean(0), torch.abs(x), centred.abs()


def turned(x: torch.Tensor):
    return torch.tensor([1 + 2j]).abs(), x.abs(), torch.zeros(2, dtype=torch.cfloat).abs()
""",
        """
import mindspore as ms
from mindspore import mint, ops, Tensor
from mindport_helpers import fftshift


def strength(x):
    spectrum = ops.rfft(x, dim=1)
    centred = fftshift(spectrum, dim=1)
    return ops.ComplexAbs()(spectrum).mean(0), mint.abs(x), ops.ComplexAbs()(centred)


def turned(x: Tensor):
    return ops.ComplexAbs()(ms.tensor([1 + 2j], dtype=ms.complex64)), x.abs(), ops.ComplexAbs()(mint.zeros(2, dtype=ms.complex64))
""",
    ),
]
NOOPS = ["spectrum = [3, -4]\ny = abs(spectrum[1])\n"]

_MAKING = frozenset(
    [f"torch.fft.{n}" for n in ("fft", "ifft", "rfft", "fft2", "ifft2", "rfft2", "fftn", "ifftn", "rfftn")]
    + ["torch.complex", "torch.polar", "torch.view_as_complex"]
)
_WORDS = ("fft", "complex", "polar", "cfloat", "cdouble", "j")
_ABS = ("torch.abs", "torch.absolute", "torch.Tensor.abs", "torch.Tensor.absolute")


def matches(module: Module) -> Iterator[Match]:
    if not any(word in module.source.text for word in _WORDS):
        return
    types = ElementTypes(module)
    origin = Origin(
        module,
        lambda api, _: api in _MAKING,
        lambda *_: True,
        frozenset(["mean", "sum", "cumsum", "conj", "mul", "matmul", "fftshift", "ifftshift"]),
    )
    for node in module.source.each(ast.Call):
        value = _argument(module, node)
        if value is not None and (origin.of(value) or types.of(value).startswith("complex")):
            span = _text(module, node)
            made = module.spelling.name("mindspore.ops.ComplexAbs") + "()("
            yield Match((Edit(module.source.span(node), (made, span, ")")),), frozenset([id(node.func)]))


def _argument(module: Module, call: ast.Call) -> ast.expr | None:
    """What the call takes the absolute value of."""
    if isinstance(call.func, ast.Name) and call.func.id == "abs" and not module.analysis.bindings.qualified("abs"):
        return call.args[0] if len(call.args) == 1 and not call.keywords else None
    if module.api(call) not in _ABS:
        return None
    if isinstance(call.func, ast.Attribute) and not call.args and not call.keywords:
        return call.func.value
    return call.args[0] if len(call.args) == 1 and not call.keywords else None


def _text(module: Module, call: ast.Call) -> Span:
    if call.args:
        return ArgumentList(module.source, call).item(call.args[0]).value
    assert isinstance(call.func, ast.Attribute)
    return receiver_span(module.source, call.func)
