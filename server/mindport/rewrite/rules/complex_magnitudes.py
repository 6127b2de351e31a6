"""``abs(torch.fft.rfft(x))``: the magnitude of complex numbers is real, which MindSpore's ``abs`` forgets.

Python's own ``abs``, ``torch.abs`` and the method become ``ops.ComplexAbs()``, as far as the function shows that the numbers are
complex; where a function of the file gives them, or is given them, a helper looks when it runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import ArgumentList, receiver_span
from mindport.rewrite.element_types import ElementTypes, makes_complex
from mindport.rewrite.given_values import sources
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
EXAMPLES += [
    (
        """
import torch
from torch import nn


class Spectrogram(nn.Module):
    def stft(self, x):
        return torch.stft(x, 16, 4, window=torch.hann_window(16), return_complex=True)

    def forward(self, x: torch.Tensor):
        found = self.stft(x)
        return found.abs() + strength(found) - x.abs().mean()


def strength(found: torch.Tensor):
    return torch.abs(found[..., 1:]).mean()


def plain(x: torch.Tensor):
    one, other = torch.fft.rfft(x), x * 2
    all_of_it = torch.stft(x, 16, window=torch.ones(16), return_complex=True).abs()
    return all_of_it, one.abs() + other.abs()
""",
        """
import mindspore as ms
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import magnitude


class Spectrogram(nn.Cell):
    def stft(self, x):
        return ops.stft(x, 16, 4, window=ops.hann_window(16, dtype=ms.float32), return_complex=True, pad_mode='reflect'.upper())

    def construct(self, x: Tensor):
        found = self.stft(x)
        return magnitude(found) + strength(found) - x.abs().mean()


def strength(found: Tensor):
    return magnitude(found[..., 1:]).mean()


def plain(x: Tensor):
    one, other = ops.rfft(x), x * 2
    all_of_it = ops.ComplexAbs()(ops.stft(x, 16, window=mint.ones(16), return_complex=True, pad_mode='reflect'.upper()))
    return all_of_it, ops.ComplexAbs()(one) + other.abs()
""",
    ),
]
NOOPS = ["spectrum = [3, -4]\ny = abs(spectrum[1])\n"]

_WORDS = ("fft", "stft", "complex", "polar", "cfloat", "cdouble")
_ABS = ("torch.abs", "torch.absolute", "torch.Tensor.abs", "torch.Tensor.absolute")


def matches(module: Module) -> Iterator[Match]:
    named = any(word in module.source.text for word in _WORDS)
    if not named and "j" not in module.source.text:
        return
    types = ElementTypes(module)
    origin = Origin(
        module,
        makes_complex,
        lambda *_: True,
        frozenset(["mean", "sum", "cumsum", "conj", "mul", "matmul", "fftshift", "ifftshift"]),
    )

    def is_complex(value: ast.expr) -> bool:
        return origin.of(value) or types.of(value).startswith("complex")

    for node in module.source.each(ast.Call):
        value = _argument(module, node)
        if value is None:
            continue
        if is_complex(value):
            made = module.spelling.name("mindspore.ops.ComplexAbs") + "()"
        elif named and not types.of(value) and any(is_complex(one) for one in sources(module, value)):
            made = module.spelling.helper("magnitude")
        else:
            continue
        parts = (made, "(", _text(module, node), ")")
        yield Match((Edit(module.source.span(node), parts),), frozenset([id(node.func)]))


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
