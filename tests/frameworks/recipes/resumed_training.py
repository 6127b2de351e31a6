"""Training that is saved and goes on elsewhere, with rates set by hand, what trains changing, and optimizers of one's own."""

import copy
import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 5)
        self.head = nn.Linear(5, 2)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


class Sign(torch.optim.Optimizer):
    """Follows the sign of a running mean."""

    def __init__(self, params, lr=0.01, beta=0.9):
        super().__init__(params, {"lr": lr, "beta": beta})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["mean"] = torch.zeros_like(p)
                state["mean"].mul_(group["beta"]).add_(p.grad, alpha=1 - group["beta"])
                p.add_(state["mean"].sign(), alpha=-group["lr"])


class Noam:
    """An optimizer, and its rate."""

    def __init__(self, optimizer, factor):
        self.optimizer = optimizer
        self.factor = factor
        self.steps = 0

    def zero_grad(self):
        self.optimizer.zero_grad()

    def step(self):
        self.steps += 1
        for group in self.optimizer.param_groups:
            group["lr"] = self.factor * min(self.steps**-0.5, self.steps * 0.3)
        self.optimizer.step()


def network():
    net = Net()
    rs = np.random.RandomState(0)
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.from_numpy((rs.randn(*p.shape) * 0.5).astype(np.float32)))
    return net


def batches(number=6):
    rs = np.random.RandomState(1)
    return [
        (torch.from_numpy(rs.randn(6, 4).astype("f4")), torch.from_numpy(rs.randn(6, 2).astype("f4")))
        for _ in range(number)
    ]


def trained(net, optimizer, data, between=None):
    losses = []
    for number, (x, y) in enumerate(data):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        if between is not None:
            between(number)
        losses.append(loss.item())
    return losses


def resumed(make, schedule=None):
    """Losses of six steps, the last three by what was saved after the first."""
    data, net = batches(), network()
    optimizer = make(net)
    scheduler = schedule(optimizer) if schedule else None
    step = (lambda number: scheduler.step()) if scheduler is not None else None
    losses = trained(net, optimizer, data[:3], step)
    saved = {"net": net.state_dict(), "optimizer": optimizer.state_dict()}
    if scheduler is not None:
        saved["scheduler"] = scheduler.state_dict()
    torch.save(saved, "resumed.pt")
    loaded = torch.load("resumed.pt")
    Path("resumed.pt").unlink()
    net = Net()
    net.load_state_dict(loaded["net"])
    optimizer = make(net)
    optimizer.load_state_dict(loaded["optimizer"])
    if schedule is not None:
        scheduler = schedule(optimizer)
        scheduler.load_state_dict(loaded["scheduler"])
    return losses + trained(net, optimizer, data[3:], step)


def chained(optimizer):
    warm = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: (step + 1) / 4)
    decay = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    return torch.optim.lr_scheduler.SequentialLR(optimizer, schedulers=[warm, decay], milestones=[2])


def own_optimizer():
    return resumed(lambda net: Sign(net.parameters(), lr=0.05))


def listed_state():
    return resumed(lambda net: torch.optim.NAdam(net.parameters(), lr=0.05))


def schedulers_in_one():
    return resumed(lambda net: torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9), chained)


def changed_settings():
    def make(net):
        return torch.optim.SGD(net.parameters(), lr=0.2, momentum=momentum)

    momentum, net = 0.9, network()
    optimizer = make(net)
    trained(net, optimizer, batches(2))
    for group in optimizer.param_groups:
        group["lr"] *= 0.5
    momentum, other = 0.1, network()
    second = make(other)
    second.load_state_dict(optimizer.state_dict())
    return [*trained(other, second, batches()), second.param_groups[0]["lr"], second.param_groups[0]["momentum"]]


def warmed_up_by_hand():
    net = network()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.2)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)
    losses = []
    for number, (x, y) in enumerate(batches()):
        if number < 2:
            for group in optimizer.param_groups:
                group["lr"] = 0.1 * (number + 1)
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if number >= 2:
            scheduler.step()
        losses += [loss.item(), optimizer.param_groups[0]["lr"]]
    return losses


def around_an_optimizer():
    net = network()
    return trained(net, Noam(torch.optim.Adam(net.parameters(), lr=0, betas=(0.9, 0.98), eps=1e-9), 0.1), batches())


class Wrapped(torch.optim.Optimizer):
    """Steps with another optimizer, and has that saved in its own state."""

    def __init__(self, params, base, **settings):
        super().__init__(params, dict(settings))
        self.base = base(self.param_groups, **settings)
        self.param_groups = self.base.param_groups
        self.steps = 0

    def step(self, closure=None):
        self.steps += 1
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["old"] = p.data.clone()
        self.base.step()

    def state_dict(self):
        state = super().state_dict()
        state["base"] = self.base.state_dict()
        state["steps"] = self.steps
        return state

    def load_state_dict(self, state):
        self.steps = state["steps"]
        self.base.load_state_dict(state["base"])
        super().load_state_dict({k: v for k, v in state.items() if k not in ("steps", "base")})
        self.base.param_groups = self.param_groups


def state_of_its_own():
    net = network()
    optimizer = Wrapped(net.parameters(), torch.optim.SGD, lr=0.1, momentum=0.9)
    trained(net, optimizer, batches())
    saved = copy.deepcopy(optimizer.state_dict())
    other = network()
    again = Wrapped(other.parameters(), torch.optim.SGD, lr=0.1, momentum=0.9)
    again.load_state_dict(saved)
    return [again.steps, *trained(other, again, batches())]


class Residual(nn.Module):
    """Each layer's input is used three times: as many ways lead through forty layers as no walk along all of them would end."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(40))

    def forward(self, x):
        for layer in self.layers:
            x = x + torch.tanh(layer(x)) * x * 0.01
        return x


def many_ways():
    net = Residual()
    with torch.no_grad():
        for p in net.parameters():
            p.fill_(0.01)
    for x, _ in batches(2):
        (net(x) ** 2).mean().backward()
    return [p.grad.abs().sum().item() for p in net.parameters()]


CASES = (
    many_ways,
    own_optimizer,
    listed_state,
    schedulers_in_one,
    changed_settings,
    warmed_up_by_hand,
    around_an_optimizer,
    state_of_its_own,
)

if __name__ == "__main__":
    print(json.dumps({case.__name__: case() for case in CASES}))
