"""What calls and operators of Python, of torch's functions for functions, and of declared callables give."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine, Settings

ONE = "torch.ones(1)"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (f"pow({ONE}, 2).sum()\ndivmod({ONE}, 2)[1].sum()\nround({ONE}).sum()", ["sum"] * 3),
        ("pow(2, 3).sum()\ndivmod(5, 2)[1].sum()\nround(1.5).sum()", []),
        (f"max([(1, {ONE})], key=len)[1].sum()", ["sum"]),
        (f"from collections import defaultdict\nd = defaultdict(lambda: {ONE})\nd['a'].sum()", ["sum"]),
        ("from collections import defaultdict\nd = defaultdict(lambda: 'a')\nd['a'].sum()", []),
        (f"({{'a': {ONE}}} | {{'b': {ONE}}})['a'].sum()", ["sum"]),
        ("def f(fn: Callable[[int], torch.Tensor]):\n    fn(1).sum()", ["sum"]),
        ("def f(fn: Callable[[int], int]):\n    fn(1).sum()", []),
        ("class A:\n    def __init__(self, fn: Optional[Callable[..., tuple[torch.Tensor, int]]] = None):\n"
         "        self.fn = fn\n    def f(self):\n        self.fn(1)[0].sum()\n        self.fn(1)[1].sum()", ["sum"]),
        ("from typing import NotRequired, TypedDict\nclass A(TypedDict):\n    x: NotRequired[torch.Tensor]\n"
         "def f(a: A):\n    a['x'].sum()", ["sum"]),
        (f"torch.func.functional_call(nn.ReLU(), {{}}, ({ONE},)).sum()", ["sum"]),
        (f"torch.autograd.functional.jacobian(lambda x: x, {ONE}).sum()", ["sum"]),
        (f"torch.autograd.functional.vjp(lambda x: x.shape, {ONE})[1].sum()", ["shape", "sum"]),
        ("def f(fabric, data):\n    for x, y in fabric.setup_dataloaders(torch.utils.data.DataLoader(data)):\n        x.sum()",
         ["sum"]),
        ("async def f(a: Awaitable[torch.Tensor], b: Coroutine[Any, Any, torch.Tensor]):\n"
         "    (await a).sum()\n    (await b).sum()", ["sum"] * 2),
        (f"import typing\ntyping.assert_type({ONE}, torch.Tensor).sum()\ntyping.reveal_type({ONE}).sum()", ["sum"] * 2),
        (f"from typing import cast\nfrom other import Kind\ncast(Kind, {ONE}).sum()", ["sum"]),
        (f"from typing import cast\ncast(str, {ONE}).sum()", []),
        ("from einops import rearrange\ndef f(net, x: torch.Tensor):\n    rearrange(net(x), 'a b -> b a').tolist()", ["tolist"]),
        ("def f(net, x: torch.Tensor):\n    net(x).sort(0, descending=True)[1].tolist()", ["sort", "tolist"]),
        ("def f(net, x: torch.Tensor):\n    net(x).sort()", []),
        ("def f(held, x: torch.Tensor):\n    held['a'].data[:] = x\n    held['b'].other[:] = x\n    held.data[0] = x", ["data"]),
        ("def f(held, w: torch.Tensor):\n    w.data = held[0].clone()\n    w.other = held[1].clone()", ["data", "clone"]),
        ("def f(held, w: torch.Tensor, v):\n    w.data, v.data = held[0].clone(), held[1].clone()", ["data", "clone"]),
        ("def f(kept, w: torch.Tensor):\n    kept.size(0)\n    w.data = kept\n    kept.view(-1)", ["size", "data", "view"]),
        ("def f(kept, w: Kind):\n    w.data = kept.clone()", []),
    ],
)  # fmt: skip
def test_results(tmp_path: Path, code: str, found: list[str]) -> None:
    uses = Engine(Settings()).analyze(f"import torch\nfrom torch import nn\n{code}\n", tmp_path / "m.py").uses

    sure = [use.api for use in uses if use.certainty.value != "guessed"]
    assert [api[13:] for api in sure if api.startswith("torch.Tensor.")] == found
