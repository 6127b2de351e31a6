"""What the trainers of transformers and trl hold and give to the methods that they call; what is declared ``Tensor | Any``; what
slices of several dimensions give."""

from __future__ import annotations

import pytest
from found_uses import members

TRAINER = "from transformers import Trainer\nclass Own(Trainer):\n"
CALLBACK = "from transformers import TrainerCallback\nclass Log(TrainerCallback):\n"
ANY = "from typing import Any, Union\n"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (TRAINER + "    def compute_loss(self, model, inputs, return_outputs=False):\n        inputs.pop('labels').view(-1)", ["T.view"]),
        (TRAINER + "    def compute_loss(self, model, inputs):\n        inputs['mask'].sum()\n        inputs['text'].split(' ')", ["T.sum"]),
        (TRAINER + "    def compute_loss(self, model, inputs):\n        inputs['fast'] = False\n        inputs['mask'].sum()", ["T.sum"]),
        (TRAINER + "    def training_step(self, model, inputs, count=None):\n        model.train()", ["M.train"]),
        (TRAINER + "    def other_step(self, model, inputs):\n        model.train()\n        inputs['mask'].sum()", []),
        (TRAINER + "    def compute_loss(self, model, batch):\n        batch['mask'].sum()", []),
        (TRAINER + "    def save(self):\n        self.model.eval()\n        self.args.eval()", ["M.eval"]),
        (TRAINER + "    def __init__(self, net):\n        self.model = list(net)\n    def save(self):\n        self.model.eval()", []),
        (TRAINER + "    def save(self):\n        self.optimizer.zero_grad()", ["torch.optim.Optimizer.zero_grad"]),
        (TRAINER + "    def loss(self, x):\n        self.accelerator.gather(torch.ones(2)).mean()", ["T.mean"]),
        (TRAINER + "    def prepare(self, x):\n        made = self.processing_class.image_processor(x, return_tensors='pt')\n"
         "        made['pixel_values'].sum()\n        self.processing_class.count(x).sum()", ["T.sum"]),
        (CALLBACK + "    def on_step_end(self, args, state, control, model=None, **rest):\n        model.train()", ["M.train"]),
        (CALLBACK + "    def keep(self, model):\n        model.train()", []),
        ("class Trainer: pass\nclass Own(Trainer):\n    def compute_loss(self, model, inputs):\n        model.train()", []),
        ("from mine import Trainer\nclass Own(Trainer):\n    def compute_loss(self, model, inputs):\n        model.train()\n"
         "        inputs['mask'].sum()", []),
    ],
)  # fmt: skip
def test_what_a_trainer_gives(code: str, found: list[str]) -> None:
    assert members(code) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (ANY + "def f(x: Union[torch.Tensor, Any]):\n    x.new_zeros(3)", ["T.new_zeros"]),
        (ANY + "def f(d: dict[str, torch.Tensor | Any]):\n    d['a'].sum()\n    d.get('a').view(-1)", ["T.sum", "T.view"]),
        (ANY + "def f(x: Union[str, Any]):\n    x.sum()", []),
        (ANY + "from mine import Box\ndef f(x: Union[torch.Tensor, Box]):\n    x.sum()", []),
    ],
)  # fmt: skip
def test_a_tensor_or_anything(code: str, found: list[str]) -> None:
    assert members(code) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(net):\n    y = net.run()[:, 1:]\n    y.cpu()", ["T.cpu"]),
        ("def f(net):\n    y = net.run()[:, 1:]\n    y.requires_grad", ["T.requires_grad"]),
        ("import numpy\ndef f(net):\n    y = net.run()[:, 1:]\n    y.sum()\n    y.shape", []),
        ("def f(net):\n    y = net.run()[1:]\n    y.cpu()", []),
        ("def f(net):\n    y = net.run()[0, 1]\n    y.cpu()", []),
        ("def f(df):\n    df.iloc[:, 1:].div(2)\n    y = df.load().loc[:, 'a':]\n    y.cpu()", []),
        ("import scipy.sparse\ndef f(a):\n    y = a.tocsr()[:, 1:]\n    y.cpu()", []),
        ("import xarray\ndef f(a):\n    y = a.load()[:, 1:]\n    y.cpu()", []),
        ("import jax\ndef f(net):\n    y = net.run()[:, 1:]\n    y.grad", []),
    ],
)  # fmt: skip
def test_parts_of_arrays_and_tensors(code: str, found: list[str]) -> None:
    assert members(code) == found
