"""Which networks are put into training mode, and where: torch's are in it when they are made, MindSpore's are not."""

from __future__ import annotations

from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))


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


def test_networks_train_however_the_statement_is_written_that_makes_them() -> None:
    text = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x):
        return self.norm(x)


class Trainer:
    def __init__(self):
        self.net: Net = Net()

    def fit(self, x):
        self.net(x).sum().backward()


def trained(x, deep):
    first = Net(); second: nn.Module = Net()
    same = third = Net()
    if deep: first = Net()
    for net in (first, second, same):
        net(x).sum().backward()
"""
    result = _ENGINE.migrate_text(text).text

    assert "        self.net: Net = Net()\n        self.net.set_train()\n" in result
    assert "    first = Net(); first.set_train(); second: nn.Cell = Net(); second.set_train()\n" in result
    assert "    same = third = Net()\n    third.set_train()\n" in result
    assert "    if deep: first = Net(); first.set_train()\n" in result
    assert _ENGINE.migrate_text(result).text == result


def test_a_mode_that_another_network_is_put_into_at_the_top_tells_nothing_of_what_is_handed_over() -> None:
    text = """import torch
from torch import nn


def fit(net, optimizer, x):
    optimizer.zero_grad()
    net(x).sum().backward()
    optimizer.step()


second = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2))
fit(second, torch.optim.SGD(second.parameters(), lr=0.1), torch.randn(4, 3))
third = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2))
wrapped = nn.DataParallel(third)
wrapped.train()
fit(wrapped, torch.optim.SGD(third.parameters(), lr=0.1), torch.randn(4, 3))
"""
    after = _ENGINE.migrate_text(text).text
    assert "second.set_train()" in after and "third.set_train()" not in after


def test_a_teacher_is_not_put_back_into_training() -> None:
    result = _ENGINE.migrate_text(
        """import torch
from torch import nn


def load():
    net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    net.eval()
    return net


loaded = load()
teacher = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
teacher.eval()
at_once = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2)).eval()
student = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for x in batches:
    optimizer.zero_grad()
    loss = (student(x) - teacher(x) - loaded(x) - at_once(x)).square().sum()
    loss.backward()
    optimizer.step()
"""
    ).text

    assert [line for line in result.splitlines() if "set_train()" in line] == ["student.set_train()"]


def test_what_a_function_gives_back_of_what_there_was_keeps_its_mode() -> None:
    result = _ENGINE.migrate_text(
        """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(2)

    def forward(self, x):
        return self.norm(x)


class Holder:
    def __init__(self, net: Net):
        self.net = net

    def get(self):
        return self.net

    def build(self):
        self.made = Net()
        return self.made


def unwrap(net):
    return net.module if hasattr(net, "module") else net


def measured(student: Net, holder: Holder):
    raw = unwrap(student)
    held = holder.get()
    new = unwrap(Net())
    made = holder.build()
    optimizer = torch.optim.SGD([*raw.parameters(), *made.parameters()], lr=0.1)
    loss = (raw(x) - held(x) - new(x) - made(x)).square().sum()
    loss.backward()
    optimizer.step()
"""
    ).text

    set_so = [line.strip() for line in result.splitlines() if "set_train()" in line or "start_training" in line]
    assert [line for line in set_so if "raw" in line or "held" in line] == []
    assert "made.set_train()" in " ".join(set_so) and "new.set_train()" in " ".join(set_so)


def test_a_layer_of_a_stack_that_is_another_one_trains_as_its_network_does() -> None:
    text = """from torch import nn, optim
from torchvision import models

net = models.mobilenet_v2()
net.classifier[1] = nn.Sequential(nn.Dropout(0.2), nn.Linear(1280, 3))
other = models.vgg16()
other.train()
other.classifier[-1] = nn.Linear(4096, 3)


def fit(x):
    optimizer = optim.SGD(net.parameters(), lr=0.1)
    optimizer.zero_grad()
    net(x).sum().backward()
    optimizer.step()
"""
    after = _ENGINE.migrate_text(text).text
    assert "net.classifier[1].set_train()\n" in after and "other.classifier[-1].set_train" not in after


def test_networks_that_another_file_gives_unpacked_in_a_list_or_keeps_train(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "nets.py").write_text(
        """from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(2)

    def forward(self, x):
        return self.norm(x)


def one():
    return Net()


def two():
    net, teacher = Net(), Net()
    teacher.eval()
    return net, teacher


class Agent:
    def __init__(self):
        self.net = Net()
        self.other, self.teacher = two()
""",
        encoding="utf-8",
    )
    (project / "main.py").write_text(
        """import torch

from nets import Agent, one, two

student, teacher = two()
several = []
for _ in range(3):
    several.append(one())
agent = Agent()
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for x in batches:
    optimizer.zero_grad()
    (student(x) - teacher(x)).square().sum().backward(retain_graph=True)
    sum(net(x).sum() for net in several).backward()
    agent.net(x).sum().backward()
    optimizer.step()
""",
        encoding="utf-8",
    )
    _ENGINE.migrate([project], tmp_path / "out")
    nets, main = ((tmp_path / "out" / name).read_text(encoding="utf-8") for name in ("nets.py", "main.py"))

    assert "start_training(student)\n" in main and "several.append(start_training(one()))\n" in main
    assert "self.net.set_train()\n" in nets and "start_training(self.other)\n" in nets
