"""Results that torch puts into a tensor given by ``out=``."""

from __future__ import annotations

import ast

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))


def _migrated(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    text = f"import torch\n\n\ndef f(x: torch.Tensor, y: torch.Tensor, m: torch.nn.Linear, held, p=None):\n{lines}"
    result = _ENGINE.migrate_text(text).text
    ast.parse(result)
    return "\n".join(line[4:] for line in result.partition("p=None):\n")[2].splitlines())


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("torch.mul(x, 2, out=x)", "put_into(mint.mul(x, 2), x)"),
        ("torch.max(held, x.add_(1e-8), out=held)", "put_into(mint.max(held, x"),
        ("v, i = x.new(), p\ntorch.max(x, 1, out=(v, i))", "put_into(mint.max(x, 1), (v, i))"),
        ("return torch.stack(held, 0, out=p)", "return put_into(ops.stack(held, 0), p)"),
        ("y = torch.cumsum(x, dim=1, out=held[0]) + 1", "y = put_into(x.cumsum(1), held[0]) + 1"),
        ("torch.exp(x, out=x[:, 1])", "x[:, 1] = mint.exp(x)"),
        ("torch.exp(x, out=held[p])", "put_into(mint.exp(x), held[p])"),
        ("torch.clamp(m.weight.data, -1, 1, out=m.weight.data)", "put_into(ops.clamp(m.weight.data, -1, 1), m.weight)"),
        ("torch.arange(3, out=m.weight).mul_(2)", "ops.assign(m.weight, put_into(ops.arange(3), m.weight) * 2)"),
        ("torch.nn.functional.normalize(x, 2, 1, 1e-12, y)", "put_into(normalize(x, 2, 1, 1e-12), y)"),
        ("torch.bmm(x, # rows\n  y, # columns\n  out=held)", "put_into(mint.bmm(x, # rows\n  y, # columns\n  ), held)"),
    ],
)
def test_the_result_is_put_into_what_the_call_names(body: str, after: str) -> None:
    assert after in _migrated(body)


@pytest.mark.parametrize("name", ["cat([x, y]", "mean(x", "max(x, 1", "cumsum(x, 0", "sort(x"])
def test_out_that_is_none_vanishes(name: str) -> None:
    after = _migrated(f"y = torch.{name}, out=None)")
    assert "out" not in after and "torch" not in after


@pytest.mark.parametrize(
    "body",
    [
        "v = x.view(-1)\ntorch.mul(v, 2, out=v)\nreturn x",
        "torch.cumsum(y, 0, out=x.narrow(0, 1, 3))",
        "torch.exp(x, **held)\ntorch.exp(x, **{'out': y})",
    ],
)
def test_what_would_not_reach_its_tensor_is_left_and_says_why(body: str) -> None:
    after = _migrated(body)
    assert "MindSpore has no `out` argument" in after and "put_into" not in after
