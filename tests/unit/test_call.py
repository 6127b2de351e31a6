"""One call rewritten by its row: the text between the edits stays to the letter."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from mindport.analysis.findings import Applicability
from mindport.analysis.judge import Context, judge
from mindport.analysis.uses import ApiUse, Certainty, Role
from mindport.mapping import decode, index
from mindport.mapping.row import Target
from mindport.rewrite import call as rewriting
from mindport.rewrite.site import Site
from mindport.rewrite.spelling import Spelling
from mindport.syntax.signature import bind_first
from mindport.syntax.source import SourceFile
from mindport.text import render


def _row(**fields: Any) -> dict[str, Any]:
    equivalent = {"on": {"cpu": "2.0"}, **fields.pop("to")}
    base = {"torch": "torch.f", "kind": "function", "returns": "tensor", "equivalents": [equivalent]}
    return {**base, **fields}


def _rewritten(text: str, raw: dict[str, Any]) -> tuple[str, Applicability]:
    row = decode.row(raw)
    source = SourceFile.parse(text)
    assert source.tree is not None
    node = next(n for n in ast.walk(source.tree) if isinstance(n, ast.Call) and _is_api(n.func))
    receiver = node.func.value if row.kind == "method" and isinstance(node.func, ast.Attribute) else None
    use = ApiUse(
        row.torch, source.span(node.func), Role.CALL, Certainty.INFERRED if receiver else Certainty.IMPORTED, node.func, node,
        bind_first(node, row.signatures), receiver,
    )  # fmt: skip
    context = Context(Target.CPU, "2.10.0", index.load(), lambda _: "unknown")
    finding = judge(use, row, context)
    edits = rewriting.preview(finding, Site(source, Spelling(lambda name: True), context))
    return render(text, edits), finding.fix


def _is_api(func: ast.expr) -> bool:
    return isinstance(func, ast.Attribute) and func.attr == "f"


_SOFTMAX = _row(
    signature="(input, dim=None, dtype=None)",
    to={
        "mindspore": "mindspore.ops.softmax",
        "signature": "(input, axis=-1, *, dtype=None)",
        "rename": {"dim": "axis"},
    },
)
_CONV = _row(
    signature="(cin, cout, k, stride=1, padding=0, groups=1, bias=True, padding_mode='zeros', device=None)",
    to={
        "mindspore": "mindspore.nn.Conv2d",
        "signature": "(cin, cout, k, stride=1, pad_mode='same', padding=0, group=1, has_bias=False)",
        "rename": {"groups": "group", "bias": "has_bias"},
        "write": {"pad_mode": "'pad'"},
    },
)
_TILE = _row(
    torch="torch.Tensor.f",
    kind="method",
    signature="(*sizes)",
    to={"mindspore": "mindspore.ops.tile", "template": "mindspore.ops.tile({self}, {sizes:tuple})"},
)
_SIZE = _row(
    torch="torch.Tensor.f",
    kind="method",
    signature="(dim=None)",
    to={"mindspore": "mindspore.Tensor.shape", "template": "{self}.shape[{dim}]"},
)
_ZEROS = _row(
    signature="(*size, dtype=None)", to={"mindspore": "mindspore.ops.zeros", "signature": "(size, dtype=None)"}
)
_MUL = _row(signature="(a, b)", to={"mindspore": "mindspore.ops.mul", "template": "{a} * {b}"})


@pytest.mark.parametrize(
    ("before", "after", "row"),
    [
        ("y = torch.f(x, dim=-1)", "y = ops.softmax(x, axis=-1)", _SOFTMAX),
        ("y = torch.f(x, 1)", "y = ops.softmax(x, 1)", _SOFTMAX),
        ("y = torch.f(x, 1, d)", "y = ops.softmax(x, 1, dtype=d)", _SOFTMAX),
        ("y = torch.f( # why\n  x,  dim=(1),\n)", "y = ops.softmax( # why\n  x,  axis=(1),\n)", _SOFTMAX),
        ("c = torch.f(3, 8, 3)", "c = nn.Conv2d(3, 8, 3, has_bias=True, pad_mode='pad')", _CONV),
        (
            "c = torch.f(3, 8, 3, 1, 1, bias=False)",
            "c = nn.Conv2d(3, 8, 3, 1, padding=1, has_bias=False, pad_mode='pad')",
            _CONV,
        ),
        (
            "c = torch.f(3, 8, 3, device=d, groups=g, bias=False,)",
            "c = nn.Conv2d(3, 8, 3, group=g, has_bias=False, pad_mode='pad',)",
            _CONV,
        ),
        (
            "c = torch.f(3, 8, 3, bias=False,  # no bias\n            device=d)",
            "c = nn.Conv2d(3, 8, 3, has_bias=False, pad_mode='pad',  # no bias\n            )",
            _CONV,
        ),
        ("y = (a + b).f(2, 3)", "y = ops.tile(a + b, (2, 3))", _TILE),
        ("y = a.b().f(2)", "y = ops.tile(a.b(), (2,))", _TILE),
        ("y = a.f(*s)", "y = ops.tile(a, (*s,))", _TILE),
        ("y = a.f((2, 3))", "y = ops.tile(a, (2, 3))", _TILE),
        ("n = (-x).f(i + 1) // 2", "n = (-x).shape[i + 1] // 2", _SIZE),
        ("z = torch.f(2, n)", "z = ops.zeros((2, n))", _ZEROS),
        ("z = torch.f(2, n, dtype=d)", "z = ops.zeros((2, n), dtype=d)", _ZEROS),
        ("z = torch.f(*s)", "z = ops.zeros((*s,))", _ZEROS),
        ("z = torch.f((2, 3))", "z = ops.zeros((2, 3))", _ZEROS),
        ("z = torch.f(a + 1, b).sum()", "z = ((a + 1) * b).sum()", _MUL),
        ("z = torch.f(a, 2)", "z = a * 2", _MUL),
        ("文 = torch.f('中', x)", "文 = '中' * x", _MUL),
    ],
)
def test_a_call_is_rewritten_in_place(before: str, after: str, row: dict[str, Any]) -> None:
    text, fix = _rewritten(before, row)

    assert text == after
    assert fix is Applicability.SAFE


def test_an_argument_without_counterpart_is_never_dropped() -> None:
    _, fix = _rewritten("c = torch.f(3, 8, 3, padding_mode='reflect')", _CONV)

    assert fix is Applicability.DISPLAY_ONLY


def test_hidden_arguments_that_may_matter_are_not_touched() -> None:
    assert _rewritten("c = torch.f(*a, **k)", _CONV)[1] is Applicability.DISPLAY_ONLY
