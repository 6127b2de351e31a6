"""Training steps that touch a part of what the optimizer has: torch leaves the rest alone, momenta included."""

from __future__ import annotations

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))

_STEP = """import random
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 3)
        self.heads = nn.ModuleList([nn.Linear(3, 1) for _ in range(3)])

    def forward(self, x, task=0):
{forward}

net, other = Net(), Net()
optimizer = torch.optim.SGD({given}, lr=0.1)
for x in torch.ones(3, 4, 2):
    loss = net(x).sum()
    optimizer.zero_grad()
    loss.backward()
{clips}    optimizer.step()
"""
_ALL = "        for head in self.heads:\n            x = head(self.body(x))\n        return x\n"


def _migrated(forward: str = _ALL, given: str = "net.parameters()", clips: str = "") -> str:
    return _ENGINE.migrate_text(_STEP.format(forward=forward, given=given, clips=clips)).text


@pytest.mark.parametrize(
    "forward",
    [
        "        return self.heads[task](self.body(x))\n",
        "        x = self.body(x)\n        if random.random() < 0.5:\n            return x\n        return self.heads[0](x)\n",
    ],
)
def test_layers_that_a_step_may_leave_out_get_no_gradient(forward: str) -> None:
    assert "apply_gradients(optimizer)" in _migrated(forward)


@pytest.mark.parametrize("forward", [_ALL, "        return self.heads[-1](self.body(x))\n"])
def test_layers_that_every_step_uses_are_in_the_forward_function(forward: str) -> None:
    assert "optimizer(grads)" in _migrated(forward)


@pytest.mark.parametrize("given", ["[*net.parameters(), *other.parameters()]", "everything"])
def test_gradients_of_one_network_of_two_are_clipped_alone(given: str) -> None:
    clips = "    nn.utils.clip_grad_norm_(net.parameters(), 1.0)\n"
    code = _STEP.format(forward=_ALL, given=given, clips=clips).replace(
        "optimizer =", "everything = list(net.parameters()) + list(other.parameters())\noptimizer ="
    )
    assert "clip_gradients_by_norm(module_parameters(net), 1.0)" in _ENGINE.migrate_text(code).text


def test_each_network_s_gradients_are_clipped_alone() -> None:
    clips = "    nn.utils.clip_grad_norm_(net.parameters(), 1)\n    nn.utils.clip_grad_norm_(other.parameters(), 1)\n"
    assert _migrated(clips=clips).count("clip_gradients_by_norm(") == 2


@pytest.mark.parametrize("given", ["net.parameters()", "[{'params': net.body.parameters()}]"])
def test_gradients_of_the_whole_network_are_clipped_between(given: str) -> None:
    assert "grads = ops.clip_by_norm(grads, 1.0)" in _migrated(
        given=given, clips="    nn.utils.clip_grad_norm_(net.parameters(), 1.0)\n"
    )


_OBSERVED = """import torch
from torch import nn


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.opt = torch.optim.SGD(self.parameters(), lr=0.1)

    def offsets(self, task):
        return task, task + 2

    def observe(self, x, y, task):
        self.opt.zero_grad()
{before}        first, last = self.offsets(task)
        loss = nn.functional.cross_entropy(self.fc(x)[:, first:last], y)
        loss.backward()
        self.opt.step()
{after}
"""


@pytest.mark.parametrize(
    ("after", "given"),
    [
        (
            "        if task:\n            first, last = self.offsets(0)\n            return last - first\n",
            "return loss\n",
        ),
        ("        if task:\n            first = 0\n        print(first)\n", "return loss, [first]\n"),
        ("        for _ in range(task):\n            last = 0\n        return last\n", "return loss, [last]\n"),
        ("        with torch.no_grad():\n            first = 0\n        return first\n", "return loss, [first]\n"),
        ("        return first, last\n", "return loss, [first, last]\n"),
        ("        first = told()\n        return first\n", "return loss, [first]\n"),
    ],
)
def test_a_forward_function_gives_what_is_read_later_before_it_is_bound(after: str, given: str) -> None:
    before = "        def told():\n            return first\n\n" if "told" in after else ""
    assert given in _ENGINE.migrate_text(_OBSERVED.format(before=before, after=after)).text


_BRANCHES = "    if len(x) % 2:\n        loss = net(x).mean()\n    else:\n        loss = {other}(x).mean()\n"


@pytest.mark.parametrize(("other", "written"), [("other", "apply_gradients(optimizer)"), ("net", "optimizer(grads)")])
def test_a_step_of_one_network_or_the_other_gives_the_other_no_gradient(other: str, written: str) -> None:
    branches = _BRANCHES.format(other=other)
    code = _STEP.format(forward=_ALL, given="net.parameters()", clips="").replace("    loss = net(x).sum()\n", branches)
    assert written in _ENGINE.migrate_text(code).text


@pytest.mark.parametrize(
    ("test", "written"),
    [
        ("task == 0", "apply_gradients(optimizer)"),
        ("not task", "apply_gradients(optimizer)"),
        ("self.training", "optimizer(grads)"),
    ],
)
def test_layers_by_an_argument_get_no_gradient_of_the_others(test: str, written: str) -> None:
    forward = f"        if {test}:\n            return self.heads(x)\n        else:\n            return self.body(x)\n"
    assert written in _migrated(forward)
