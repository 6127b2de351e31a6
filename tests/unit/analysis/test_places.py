"""What a row says of few places only: where the statements after a use bring a difference about."""

from __future__ import annotations

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))
_HEAD = "import numpy as np\nimport torch\nfrom torch import nn\n\n\n"


def check_noted(body: str, api: str, noted: bool) -> None:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    found = _ENGINE.analyze(
        f"{_HEAD}def f(net: nn.Linear, other: nn.Linear, x: torch.Tensor, n: int):\n{lines}"
    ).findings
    uses = [one for one in found if one.use.api == api]
    assert uses
    assert any(note.kind == "behaviour" for one in uses for note in one.notes) is noted


_TWICE = "net(x).sum().backward()\ng = {kept}\n{between}net(x).mean().backward()\n{after}"


@pytest.mark.parametrize(
    ("kept", "between", "after", "noted"),
    [
        ("net.weight.grad", "", "return g", True),
        ("[p.grad for p in net.parameters()]", "", "print(g)", True),
        ("net.weight.grad.clone()", "", "return g", False),
        ("net.weight.grad", "net.zero_grad()\n", "return g", False),
        ("net.weight.grad", "net.weight.grad = None\n", "return g", False),
        ("net.weight.grad", "print(g)\n", "return x", False),
        ("net.weight.grad", "", "g = 1\nreturn g", False),
    ],
)
def test_a_gradient_that_is_kept_over_another_backward(kept: str, between: str, after: str, noted: bool) -> None:
    check_noted(_TWICE.format(kept=kept, between=between, after=after), "torch.Tensor.grad", noted)


@pytest.mark.parametrize(
    ("later", "noted"),
    [
        ("a[0] = 1", True),
        ("a += 1", True),
        ("a[1:] *= 2", True),
        ("for i in range(n):\n    a[i] = i", True),
        ("a.fill(2)", True),
        ("a = a + 1\na[0] = 1", False),
        ("b = a + 1\nb[0] = 1", False),
        ("def g():\n    a[0] = 1", False),
    ],
)
def test_an_array_that_is_changed_after_a_tensor_is_made_of_it(later: str, noted: bool) -> None:
    check_noted(f"a = np.zeros(n)\na[0] = 3\nt = torch.as_tensor(a)\n{later}\nreturn t", "torch.as_tensor", noted)


@pytest.mark.parametrize(
    ("value", "noted"), [("q.data", True), ("q.data.clone()", False), ("q.data * 0.5 + p.data", False)]
)
def test_data_that_is_given_another_parameter_late(value: str, noted: bool) -> None:
    body = f"p, q = net.weight, other.weight\nnet(x).sum().backward()\np.data = {value}"
    check_noted(body, "torch.Tensor.data", noted)


@pytest.mark.parametrize(
    ("value", "noted"), [("q.data", True), ("q.data.clone()", False), ("q.data * 0.5 + p.data", False)]
)
def test_data_that_a_loop_gives_another_parameter(value: str, noted: bool) -> None:
    loop = f"for p, q in zip(net.parameters(), other.parameters()):\n    p.data = {value}"
    check_noted(loop, "torch.Tensor.data", noted)
    check_noted("net.weight.data = other.weight.data", "torch.Tensor.data", False)
