"""Whole training scripts in the shapes that guides show and projects use."""

from __future__ import annotations

from pathlib import Path

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


def test_a_network_trains_although_something_else_of_the_file_sets_modes() -> None:
    result = _ENGINE.migrate_text(
        """import torch
from torch import nn


class Trainer:
    def __init__(self, net):
        self.net = net

    def train(self, epochs):
        self.net.train()


def alone(batches):
    net = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        loss = net(x).sum()
        loss.backward()
        optimizer.step()


def set_before(batches):
    net = nn.Linear(2, 2)
    Trainer(net).train(1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        loss = net(x).sum()
        loss.backward()
        optimizer.step()
"""
    ).text

    assert result.count("    net.set_train()\n") == 1
    assert result.index("    net.set_train()\n") < result.index("def set_before")


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


def test_a_network_that_stays_the_same_is_not_told_again_to_train() -> None:
    text = """import torch
from torch import nn


def step(net, optimizer, data):
    for x in data:
        optimizer.zero_grad()
        net(x).sum().backward()
        optimizer.step()


def main(data, device, many):
    net = nn.Linear(3, 4)
    net.to(device)
    if many:
        net = nn.SyncBatchNorm.convert_sync_batchnorm(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        step(net, optimizer, data)
"""

    assert _ENGINE.migrate_text(text).text.partition("def main")[2] == (
        "(data, device, many):\n    net = mint.nn.Linear(3, 4)\n    net.set_train()\n"
        "    optimizer = optim.SGD(net.trainable_params(), lr=0.1)\n"
        "    for _ in range(3):\n        step(net, optimizer, data)\n"
    )


def test_only_new_networks_are_put_into_training() -> None:
    source = (
        "import torch\nfrom torch import nn\n\n\nclass Cam:\n    def __init__(self, model: nn.Module, moved):\n"
        "        self.model = model.eval()\n        if moved:\n            self.model = model.cuda()\n\n"
        "    def run(self, x):\n        self.model.zero_grad()\n        self.model(x).sum().backward()\n\n\n"
        "first = nn.Linear(3, 2).eval()\nsecond = nn.Linear(3, 2).train(False).to('cpu')\nthird = nn.Linear(3, 2).cuda()\n"
    )

    result = _ENGINE.migrate_text(source).text

    assert (
        "        self.model = model.set_train(False)\n        if moved:\n            self.model = model\n\n" in result
    )
    assert "second = mint.nn.Linear(3, 2).set_train(False)\nthird = mint.nn.Linear(3, 2)\nthird.set_train()\n" in result
    assert result.count("set_train()") == 1


_OWN_OPTIMIZER = """from torch.optim import Optimizer


class Plain(Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group['params']:
                p.data.add_(p.grad, alpha=-group['lr'])
"""
_WITH_OPTIMIZER = """import torch
from torch import nn
from plain import Plain

net = nn.Linear(2, 1)
{made}
for x in torch.ones(2, 3, 2):
    fit.zero_grad()
    loss = net(x).sum()
    loss.backward()
    fit.step()
"""


@pytest.mark.parametrize(
    "made",
    [
        "fit = Plain(net.parameters())",
        "fit = {'sgd': torch.optim.SGD, 'plain': Plain}['plain'](net.parameters(), lr=0.1)",
    ],
)
def test_an_optimizer_that_may_be_the_project_s_own_takes_its_step(made: str, tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(_OWN_OPTIMIZER, encoding="utf-8")
    result = _ENGINE.migrate_text(_WITH_OPTIMIZER.format(made=made), tmp_path / "main.py")

    assert "zero_gradients(fit)" in result.text
    assert "accumulate_gradients(loss)" in result.text
    assert "apply_gradients(fit)" in result.text


def test_one_of_torch_s_is_called_with_the_gradients() -> None:
    result = _ENGINE.migrate_text(_WITH_OPTIMIZER.format(made="fit = torch.optim.SGD(net.parameters(), lr=0.1)"))

    assert "fit(grads)" in result.text


def test_the_state_of_what_is_called_an_optimizer_is_no_checkpoint() -> None:
    source = (
        "import torch\n\n\ndef keep(trainer, path):\n    torch.save(trainer.net.state_dict(), path)\n"
        "    torch.save(trainer.optim.state_dict(), path)\n    trainer.scheduler.load_state_dict(torch.load(path))\n"
    )

    made = Engine(Settings(target=Target.CPU)).migrate_text(source).text

    assert "ms.save_checkpoint(trainer.net.state_dict(), checkpoint_path(path))" in made
    assert "save_object(optimizer_state(trainer.optim), path)" in made
    assert "load_scheduler_state(trainer.scheduler, load_object(path))" in made


def test_a_scaler_of_the_project_s_own_is_given_the_loss_as_before() -> None:
    text = (
        "import torch\nfrom scalers import Fixed\n\n\nclass Half:\n    def __init__(self, optimizer, state):\n"
        "        self.optimizer = optimizer\n        self.loss_scaler = state['scaler'] or Fixed()\n\n"
        "    def backward(self, loss, engine, errors, one):\n        self.loss_scaler.backward(loss.float())\n"
        "        engine.backward(torch.mean(loss))\n        errors.backward(one)\n        loss.backward(retain_graph=True)\n"
    )
    after = _ENGINE.migrate_text(text).text
    assert "        self.loss_scaler.backward(loss.float())\n        engine.backward(" in after
    assert "        accumulate_gradients(errors, one)\n        accumulate_gradients(loss, retain_graph=True)\n" in after


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


def test_copies_of_networks_keep_the_mode() -> None:
    result = _ENGINE.migrate_text(
        """import copy

import torch
from torch import nn


class Averaged:
    def __init__(self, net):
        self.net = net


def fit(net, x):
    net.train()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.zero_grad()
    (net(x) ** 2).sum().backward()
    optimizer.step()


def compare(x):
    net = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5))
    teacher = copy.deepcopy(net)
    teacher.eval()
    fit(net, x)
    best = copy.deepcopy(net)
    return best(x), teacher(x)


def kept(x):
    net = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5))
    return Averaged(net)


net = nn.Linear(2, 2)
fit(net, torch.ones(1, 2))
"""
    ).text

    assert "deep_copy(net)\n    teacher.set_train(False)" in result
    assert "best.set_train" not in result
    assert result.count("nn.Dropout(p=0.5))\n    net.set_train()\n") == 2
    assert "\nnet.set_train()" not in result


_RUNNER = """import torch


class Runner:
    def __init__(self, net, lr):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=lr)

    def fit(self, x):
        self.optimizer.zero_grad()
        loss = self.net(x).mean()
        loss.backward()
        print(self.net.weight.grad.sum())
        self.optimizer.step()


def fit(net, optimizer, x):
    optimizer.zero_grad()
    net(x).mean().backward()
    optimizer.step()
"""


def test_networks_train_that_another_file_trains(tmp_path: Path) -> None:
    (tmp_path / "runner.py").write_text(_RUNNER, encoding="utf-8")
    text = """
import torch
from torch import nn
from runner import Runner, fit


class Net(nn.Linear):
    pass


class Experiment:
    def __init__(self):
        self.net = Net(2, 2)
        self.runner = Runner(self.net, 0.1)


def main(x):
    one, two = Net(2, 2), Net(2, 2)
    Runner(one, 0.1).fit(x)
    three = Net(2, 2)
    Runner(net=three, lr=0.1).fit(x)
    shown = Net(2, 2)
    print(shown(x))
    Runner(Net(2, 1), 0.1).fit(x)
"""
    made = Engine(_ENGINE.settings, _ENGINE.index).migrate_text(text, tmp_path / "main.py").text
    assert made.count("set_train()") == 5
    assert (
        "        self.net.set_train()\n" in made and "    three.set_train()\n" in made and "shown.set_train" not in made
    )
    assert "Runner(Net(2, 1).set_train(), 0.1)" in made and "Net(2, 2).set_train(), Net(2, 2).set_train()" in made


def test_networks_train_of_which_a_script_makes_the_optimizer_alone(tmp_path: Path) -> None:
    (tmp_path / "runner.py").write_text(_RUNNER, encoding="utf-8")
    text = """
import torch
from torch import nn
from runner import fit


def main(x):
    net = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5))
    other = nn.Linear(2, 2)
    optimizer = torch.optim.SGD([*net.parameters(), *other.parameters()], lr=0.1)
    fit(net, optimizer, x)
"""
    made = Engine(_ENGINE.settings, _ENGINE.index).migrate_text(text, tmp_path / "main.py").text
    assert "    net.set_train()\n" in made and "other.set_train" not in made
