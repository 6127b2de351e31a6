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
        ("def step(batch, device):\n    x, y = batch['support']\n    x = x.to(device)\n    return x, y", ["T.to"]),
        ("def step(nets, device):\n    x, y = nets['support']\n    x = x.to(device)\n    return x, y", []),
        ("def step(batch, device):\n    x, y = batch['graphs']\n    x.edges()\n    x = x.to(device)\n    return x", []),
    ],
)
def test_parts_of_a_batch_that_is_given(function: str, found: list[str]) -> None:
    assert [one for one in members(function) if one.startswith("T.to") and not one.endswith("?")] == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("[x.eval() for x in (net, head)]\n    a, b = [x.cuda() for x in batch]", ["T.cuda"]),
        ("[x.cuda() for x in (net, head)]\n    a, b = [x.cuda() for x in batch]", ["T.cuda"]),
        ("[x.lower() for x in n]\n    a, b = [x.cuda() for x in batch]", ["T.cuda"]),
        ("[x.lower() for x in n]\n    a, b = [x.cuda() for x in n]", []),
        ("[x.lower() or x.cuda() for x in batch]", []),
        ("[x.cuda() for x in x.split()]", []),
    ],
)
def test_a_comprehension_s_variables_are_its_own(body: str, found: list[str]) -> None:
    text = f"def f(net, head, batches, n):\n  for batch in batches:\n    {body}"
    assert [one for one in members(text) if one == "T.cuda"] == found


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("x.view(n * k)", True),
        ("x.view(n // 2)", True),
        ("x.view(x.size() + torch.Size([1]))", True),
        ("x.reshape(n, 1).expand(n, k, 3)", True),
        ("x.expand(n, -1)", True),
        ("x.view(*k.shape)", True),
        ("x.expand(*k.shape)", True),
        ("x.expand(*k)", False),
        ("x.new(n, *k.shape[1:])", True),
        ("x.new(k.size())", True),
        ("x.view(n + k)", False),
        ("x.view(n)", False),
        ("x.expand()", False),
        ("x.expand(n)", False),
        ("x.expand(n, k)", False),
    ],
)
def test_calls_that_speak_for_a_tensor(call: str, found: bool) -> None:
    text = f"def f(x, n, k):\n    {call}\n    return x.shape"
    assert ("T.shape" in members(text)) == found


@pytest.mark.parametrize("library", ["import tensorflow as tf", "import jax"])
def test_numpy_may_be_of_another_library_s_tensor(library: str) -> None:
    text = "def f(y):\n    {}\n    return [one.numpy() for one in y]"
    assert members(text.format("pass")) == ["T.numpy"]
    assert "T.numpy" not in members(text.format(library))


def test_what_was_wrapped_is_wrapped_once() -> None:
    text = """
    class Net(nn.Module):
        def forward(self, x):
            return torch.relu(x), torch.exp(x)
    class Reader:
        def __init__(self, kind):
            if kind:
                self.net = Net()
            else:
                raise ValueError
        def wrap(self):
            self.net = nn.DataParallel(self.net)
        def wrap_again(self):
            self.net = nn.DataParallel(self.net)
        def read(self, ex):
            a, b = self.net(*ex)
            return a.cpu()
    """
    assert members(textwrap.dedent(text))[-1] == "T.cpu"


def test_a_layer_that_takes_what_is_packed_gives_it() -> None:
    text = """
    class Stack(nn.Module):
        def __init__(self, kind):
            super().__init__()
            self.rnns = nn.ModuleList()
            for i in range(2):
                self.rnns.append(kind(1, 1))
        def forward(self, x, lengths):
            outputs = [nn.utils.rnn.pack_padded_sequence(x, lengths)]
            for i in range(2):
                given = outputs[-1]
                dropped = F.dropout(given.data)
                given = nn.utils.rnn.PackedSequence(dropped, given.batch_sizes)
                outputs.append(self.rnns[i](given)[0])
            return dropped.cpu()
    """
    assert [one for one in members(textwrap.dedent(text)) if one.startswith("T.")] == ["T.cpu"]
