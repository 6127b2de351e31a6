"""Whole training scripts in the shapes that guides show and projects use."""

from __future__ import annotations

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))

_BOTTLENECK = """import torch.nn as nn


class Narrow(nn.Module):
    def __init__(self, wide, out, stride=1, mode='plain', fold=1, dilation=1):
        super().__init__()
        self.mode = mode
        self.fold = fold
        self.act = nn.ReLU(inplace=True)
        self.norm = nn.BatchNorm2d(wide)
        self.conv = nn.Conv2d(wide, out, kernel_size=3, stride=stride, padding=dilation, dilation=dilation, bias=False)
        if mode == 'up':
            self.skip = None
        else:
            self.skip = nn.Sequential(nn.BatchNorm2d(wide), self.act, nn.Conv2d(wide, out, 1, stride=stride, bias=False))

    def folded(self, x):
        n, c, h, w = x.size()
        return x.view(n, c // self.fold, self.fold, h, w).sum(2)

    def forward(self, x):
        out = self.conv(self.act(self.norm(x)))
        if self.mode == 'up':
            out += self.folded(x)
        elif self.skip is not None:
            out += self.skip(x)
        return out
"""

_TRAINER = """import torch
from torch import nn


class Trainer:
    def __init__(self, net: nn.Module, first, second, optimizer: torch.optim.Optimizer, batches):
        self.net = net
        self.first = first
        self.second = second
        self.optimizer = optimizer
        self.batches = batches

    def step(self, images, labels):
        self.optimizer.zero_grad()
        logits = self.net(images)
        one = self.first(logits, labels)
        loss = one + self.second(logits, labels)
        loss.backward()
        self.optimizer.step()
        return loss.item(), one.item()

    def train(self, epochs):
        self.net.train()
        for epoch in range(epochs):
            for images, labels in self.batches:
                print(self.step(images, labels))
            torch.save(self.net.state_dict(), f"epoch_{epoch}.ckpt")
"""

_GAN = """import torch
from torch import nn

maker = nn.Linear(4, 8)
judge = nn.Linear(8, 1)
loss_of = nn.BCEWithLogitsLoss()
first = torch.optim.Adam(judge.parameters())
second = torch.optim.Adam(maker.parameters())
for _ in range(3):
    judge.zero_grad()
    err_real = loss_of(judge(torch.randn(2, 8)), torch.ones(2, 1))
    err_real.backward()
    made = maker(torch.randn(2, 4))
    err_made = loss_of(judge(made.detach()), torch.zeros(2, 1))
    err_made.backward()
    first.step()
    maker.zero_grad()
    err = loss_of(judge(made), torch.ones(2, 1))
    err.backward()
    second.step()
"""


def test_a_bottleneck_keeps_every_parameter_and_branch() -> None:
    result = _ENGINE.migrate_text(_BOTTLENECK)

    assert result.left == ()
    assert "def __init__(self, wide, out, stride=1, mode='plain', fold=1, dilation=1):" in result.text
    assert "if self.mode == 'up':" in result.text
    assert "self.folded(x)" in result.text
    assert "n, c, h, w = x.shape" in result.text


def test_a_trainer_steps_in_its_method() -> None:
    result = _ENGINE.migrate_text(_TRAINER)

    assert result.left == ()
    assert ".backward()" not in result.text
    assert "zero_grad()" not in result.text
    assert "self.net.set_train()" in result.text
    assert "ms.save_checkpoint(self.net.state_dict()" in result.text


def test_two_networks_that_train_each_other_keep_their_gradients() -> None:
    result = _ENGINE.migrate_text(_GAN)

    assert result.left == ()
    assert result.text.count("accumulate_gradients(err") == 3
    assert "apply_gradients(first)" in result.text
    assert "zero_gradients(judge)" in result.text
    assert "judge.set_train()" in result.text


def _trained(body: str) -> str:
    head = "import torch\nfrom torch import nn\n\nnet = nn.Linear(4, 4)\nloss_of = nn.MSELoss()\n"
    head += "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nstate = None\n"
    tail = "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n"
    result = _ENGINE.migrate_text(f"{head}for x, y in []:\n{body}{tail}")
    assert result.left == ()
    return result.text


def _function(text: str) -> str:
    return text[text.index("def forward_fn") : text.index("grad_fn =")]


def test_what_needs_a_result_of_the_forward_function_does_not_come_before_it() -> None:
    text = _trained("    out = net(x)\n    state = out.detach()\n    print(out)\n    loss = loss_of(out, y)\n")

    assert "print(out)" in _function(text)
    assert "state = " in _function(text)


def test_a_state_that_goes_from_step_to_step_is_given_and_returned() -> None:
    text = _trained("    state = x if state is None else net(x + state)\n    loss = loss_of(state, y)\n")

    assert "def forward_fn(state, x, y):" in text
    assert "(loss, state), grads = grad_fn(state, x, y)" in text


def test_a_variable_of_a_loop_within_the_forward_function_is_no_input() -> None:
    text = _trained("    loss = 0\n    for i in range(2):\n        loss = loss + loss_of(net(x)[i], y[i])\n")

    assert "def forward_fn(x, y):" in text
    assert "loss, grads = grad_fn(x, y)" in text
    assert "loss = 0" in _function(text)


@pytest.mark.parametrize("filling", ["outs.append(net(x[i]))", "outs[i] = net(x[i])", "outs += [net(x[i])]"])
def test_a_list_is_filled_where_its_values_are_made(filling: str) -> None:
    text = _trained(
        f"    outs = [0, 0]\n    for i in range(2):\n        {filling}\n    loss = loss_of(torch.stack(outs), y)\n"
    )

    assert "outs = [0, 0]" in _function(text)
    assert filling.split("(")[0].split(" ")[0] in _function(text)


def test_an_attribute_that_leads_to_the_loss_is_set_in_the_forward_function() -> None:
    text = _trained("    net.last = net(x)\n    loss = loss_of(net.last, y)\n")

    assert "net.last = net(x)" in _function(text)


def test_weights_that_are_clipped_by_hand_are_assigned() -> None:
    code = "from torch import nn\n\nnet = nn.Linear(2, 3)\nfor p in net.parameters():\n    p.data.clamp_(-1, 1)\n"

    assert "    ops.assign(p, p.data.clamp(-1, max=1))\n" in _ENGINE.migrate_text(code).text


def test_what_other_steps_left_behind_is_no_forward_function() -> None:
    code = "import torch\nfrom torch import nn\n\nnet = nn.Linear(4, 2)\nkept = []\n"
    code += "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n\n\ndef finish():\n    losses = []\n"
    code += "    for p in kept:\n        losses.append(-p)\n    optimizer.zero_grad()\n"
    code += "    loss = torch.stack(losses).sum()\n    loss.backward()\n    optimizer.step()\n"

    assert "accumulate_gradients(loss)" in _ENGINE.migrate_text(code).text


def test_a_tensor_that_asks_for_a_gradient_becomes_a_parameter() -> None:
    result = _ENGINE.migrate_text("import torch\n\nw = torch.randn(2, 3, requires_grad=True)\n")

    assert "w = Parameter(ops.randn(2, 3))" in result.text


@pytest.mark.parametrize("text", [_BOTTLENECK, _TRAINER, _GAN], ids=["bottleneck", "trainer", "gan"])
def test_a_second_pass_over_a_script_is_silent(text: str) -> None:
    once = _ENGINE.migrate_text(text).text

    assert _ENGINE.migrate_text(once).text == once


def test_what_losses_and_old_calls_say_in_older_words() -> None:
    text = """
import torch
from torch import nn
import torch.nn.functional as F


def f(x: torch.Tensor, y: torch.Tensor, average):
    x.addmm_(1, -2, y, y)
    a = F.mse_loss(x, y, size_average=False) + F.nll_loss(x, y, reduce=False) + F.nll_loss(x, y, None, average)
    return a + torch.add(x, 2, y) + torch.cumprod(x, axis=0) + nn.L1Loss(False, True)(x, y)
"""
    found = _ENGINE.migrate_text(text).text
    assert "x.addmm(y, y, beta=1, alpha=-2)" in found
    assert "ops.mse_loss(x, y, reduction='sum')" in found
    assert "ops.nll_loss(x, y, reduction='none')" in found
    assert "ops.nll_loss(x, y, None, reduction='sum' if average is False else 'mean')" in found
    assert "mint.add(x, alpha=2, other=y) + cumprod(x, dim=0) + nn.L1Loss('sum')(x, y)" in found


def test_sizes_given_as_a_shape_are_no_elements() -> None:
    text = """
import torch


def noise(x: torch.Tensor):
    grown = torch.FloatTensor()
    return torch.FloatTensor(x.size()).normal_(), torch.Tensor(x.shape), torch.Tensor([2, 3]), grown
"""
    found = _ENGINE.migrate_text(text).text
    assert "grown = Tensor([], dtype=ms.float32)" in found
    assert "ops.randn_like(ops.zeros(x.shape, dtype=ms.float32)), ops.zeros(x.shape, dtype=ms.float32)" in found
    assert "Tensor([2, 3], dtype=ms.float32), grown" in found


def test_moving_a_model_for_the_effect_alone_goes() -> None:
    text = """
import torch

model = torch.nn.Linear(2, 2)
model.cuda()


def place(device):
    model.to(device)
"""
    found = _ENGINE.migrate_text(text).text
    assert found.split("\n\n\n")[0].endswith("model = mint.nn.Linear(2, 2)")
    assert found.rstrip().endswith("def place(device):\n    pass")


def test_what_moves_to_a_device_within_a_step_goes() -> None:
    text = """import torch
from torch import nn


def fit(batches: torch.utils.data.DataLoader, embed: nn.Module, head: nn.Module, opt: torch.optim.Optimizer, loss_of: nn.MSELoss, extra: bool):
    for x, y in batches:
        z = embed(x)
        z = z.cuda()
        if extra:
            z = z.cuda()
            z = z + 1
        if torch.cuda.is_available():
            z = z.cuda()
        loss = loss_of(head(z), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
"""
    result = _ENGINE.migrate_text(text)

    assert result.left == ()
    assert "cuda" not in result.text
    assert (
        "    def forward_fn(x, y):\n        z = embed(x)\n        if extra:\n            z = z + 1\n        loss ="
        in result.text
    )


def test_what_the_first_step_is_not_given_is_no_input() -> None:
    text = (
        "import torch\nfrom torch import nn\n\n\ndef train(model: nn.Module, optimizer: torch.optim.Optimizer, batches):\n"
        "    for batch in batches:\n        optimizer.zero_grad()\n        loss = 0\n        for t in range(3):\n"
        "            if t > 0:\n                batch = batch + mean\n            mean = model(batch)\n"
        "            loss = loss + mean.sum()\n        loss.backward()\n        optimizer.step()\n"
    )
    after = _ENGINE.migrate_text(text).text
    assert "accumulate_gradients(loss)" in after and "def forward_fn" not in after
    before = text.replace("    for batch in batches", "    mean = 0\n    for batch in batches")
    assert "def forward_fn(batch, mean):" in _ENGINE.migrate_text(before).text
