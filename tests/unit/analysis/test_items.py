"""What is told of what holds tensors by what is done with its items, and of tensors by where they are given."""

from __future__ import annotations

import textwrap

import pytest
from found_uses import members


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("for x in xs:\n    torch.zeros_like(x[..., 0])", ["T.shape", "T.shape"]),
        ("for i, x in enumerate(xs):\n    torch.relu(x)", ["T.shape", "T.shape"]),
        ("for x, y in zip(xs, n):\n    torch.relu(x)", ["T.shape", "T.shape"]),
        ("for x in xs[:n]:\n    torch.relu(x)", ["T.shape", "T.shape"]),
        ("for i in range(n):\n    x = xs[i + 1]\n    torch.relu(x)", ["T.shape", "T.shape"]),
        ("for x in xs:\n    print(x)", []),
        ("for x in xs:\n    torch.tensor(x)", []),
        ("for x in xs:\n    if isinstance(x, list):\n        continue\n    torch.relu(x)", []),
        ("for x in xs:\n    if hasattr(x, 'cuda'):\n        torch.relu(x)", []),
        ("for x in xs.values():\n    torch.relu(x)", []),
        ("for k in n:\n    x = xs[k]\n    torch.relu(x)", []),
        ("x = xs[0]\ntorch.relu(x)", []),
        ("for x, y in zip(n, xs):\n    torch.relu(x)", []),
    ],
)
def test_what_a_loop_does_with_items_tells_of_all(body: str, found: list[str]) -> None:
    text = f"def f(xs, n):\n    shapes = [one.shape for one in xs]\n{textwrap.indent(body, '    ')}\n    return g(xs)\n"
    text += "def g(xs):\n    return xs[1].shape\n"
    assert [one for one in members(text) if one in ("T.shape", "T.shape?")] == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("torch.exp(-x)", True),
        ("torch.exp(1 - x)", True),
        ("torch.where(x < -0.5, n, 1)", True),
        ("torch.min(n, x[:, :2])", True),
        ("torch.maximum(n, x)", True),
        ("torch.gather(n, 1, x)", True),
        ("torch.distributed.all_gather(n, x)", True),
        ("torch.autograd.grad(n, x)", True),
        ("torch.min(n, x)", False),
        ("torch.gather(n, x, n)", False),
        ("torch.where(x == 'a', n, 1)", False),
        ("torch.distributed.all_gather(x, n)", False),
        ("torch.tensor(-x)", False),
        ("torch.full((1,), -x)", False),
    ],
)
def test_what_only_takes_tensors(body: str, found: bool) -> None:
    assert members(f"import torch.distributed\ndef f(x, n):\n    {body}\n    return x.shape") == ["T.shape"] * found


@pytest.mark.parametrize(
    ("read", "found"),
    [
        ("w.data.shape", ["T.data", "T.shape", "T.view"]),
        ("w.shape", ["T.shape", "T.view"]),
        ("w.name.split", ["T.view"]),
    ],
)
def test_what_was_read_of_a_view_before_it_was_known(read: str, found: list[str]) -> None:
    assert members(f"def f(g):\n    w = g.weight_of\n    h = {read}\n    return w.view(1, -1)") == found


def test_what_is_proven_in_a_branch_holds_without_it() -> None:
    text = """
    def f(acc, several):
        x = acc.best
        if several:
            torch.distributed.all_reduce(x)
            x.div_(2)
        return x.item()
    """
    assert members(textwrap.dedent(text)) == ["T.div_", "T.item"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("x[i] = self.m[i](x[i])", ["T.device"]),
        ("x[i] = self.m[i](y)", []),
    ],
)
def test_items_that_take_their_own_place(line: str, found: list[str]) -> None:
    text = f"""
    import numpy as np
    class Head(nn.Module):
        def __init__(self):
            super().__init__()
            self.m = nn.ModuleList([nn.Conv2d(1, 1, 1)])
        def forward(self, x, y):
            for i in range(2):
                {line}
            return x[0].device
    """
    assert members(textwrap.dedent(text)) == found


def test_the_class_of_a_tensor_makes_tensors() -> None:
    text = "def f(x: torch.Tensor, y):\n    type(x)(3).cuda(), type(y)(3).cuda()"
    assert members(text) == ["T.cuda", "T.cuda?"]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (":param x: an integer Tensor of indices.", ["T.device"]),
        (":param x: the [N x C x ...] tensor at time t.", ["T.device"]),
        (":param x: a tensor or a list.", []),
        (":param x: a list of tensors.", []),
        (":param x: where the tensor is.", []),
    ],
)
def test_prose_of_parameters(said: str, found: list[str]) -> None:
    assert members(f'def f(x):\n    """Runs.\n\n    {said}\n    """\n    return x.device') == found


@pytest.mark.parametrize(
    ("function", "found"),
    [
        ("def step(batch, device):\n    return batch[0].to(device)", ["T.to"]),
        ("def step(model, device):\n    return model[0].to(device)", []),
        ("def step(batch, device):\n    batch.edges()\n    return batch[0].to(device)", []),
    ],
)
def test_parts_of_a_batch_that_is_given(function: str, found: list[str]) -> None:
    assert [one for one in members(function) if one.startswith("T.to") and not one.endswith("?")] == found
