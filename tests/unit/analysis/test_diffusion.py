"""Pipelines and noise schedulers of diffusers; tuples that are declared with one item."""

from __future__ import annotations

import pytest
from found_uses import members

NET = "class Net(nn.Module):\n    def forward(self, x):\n        return {'x': torch.relu(x)}\n"
PIPELINE = (
    f"from diffusers import DiffusionPipeline\n{NET}class Own(DiffusionPipeline):\n"
    "    def __init__(self, net: Net, scheduler, other):\n        super().__init__()\n"
    "        self.register_modules(net=net, scheduler=scheduler, other=other)\n"
)
NOISE = "from diffusers import DDPMScheduler\nnoise = DDPMScheduler.from_pretrained('a')\n"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (PIPELINE + "    def __call__(self, x: torch.Tensor):\n        a, b = self.net(x)['x'].chunk(2)\n        a.mean()", ["T.chunk", "T.mean"]),
        (PIPELINE + "    def __call__(self, x: torch.Tensor):\n        y = self.scheduler.step(x, 3, x)[0]\n        y.unsqueeze(2)", ["T.unsqueeze"]),
        (PIPELINE + "    def __call__(self, x):\n        self.other.mean()\n        self.third.mean()", []),
        (NET + "class Own:\n    def __init__(self, net: Net):\n        self.register_modules(net=net)\n    def f(self):\n        self.net.train()", []),
        (NOISE + "noise.add_noise(a, b, c).mean()\nnoise.alphas_cumprod.sum()\nnoise.config.steps.sum()", ["T.mean", "T.sum"]),
        (NOISE + "noise.step(a, b, c).prev_sample.mean()", ["T.mean"]),
        ("from mine import DDPMScheduler\nnoise = DDPMScheduler.from_pretrained('a')\nnoise.add_noise(a, b, c).mean()", []),
        ("from diffusers.optimization import OwnLRScheduler as S\nS().add_noise(a).mean()", []),
    ],
)  # fmt: skip
def test_what_pipelines_hold(code: str, found: list[str]) -> None:
    assert members(code) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from typing import Tuple\ndef f(c: Tuple[torch.Tensor]):\n    c[1].data\n    x, y = c\n    y.mean()", ["T.data", "T.mean"]),
        ("def f(c: tuple[int]):\n    c[1].data", []),
        ("def f(c: tuple[int, torch.Tensor]):\n    c[0].data\n    c[1].data", ["T.data"]),
    ],
)  # fmt: skip
def test_a_tuple_declared_with_one_item_may_have_more(code: str, found: list[str]) -> None:
    assert members(code) == found
