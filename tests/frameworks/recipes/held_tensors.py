"""Tensors that others hold as well: lists, dictionaries, objects, views, states of an optimizer of one's own."""

import json

import torch
from torch import nn

RESULTS = {}


def flat(*tensors):
    return [value for tensor in tensors for value in tensor.detach().flatten().tolist()]


class Averages:
    def __init__(self, start):
        self.total = start
        self.mean = torch.zeros(2)
        self.seen = [self.mean]

    def add(self, x):
        self.total += x
        self.mean *= 0.5
        self.mean += x

    def get(self):
        return self.mean


class Momentum(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1, beta=0.9):
        super().__init__(params, {"lr": lr, "beta": beta})

    def step(self, closure=None):
        for group in self.param_groups:
            beta = group["beta"]
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["mean"] = torch.zeros_like(p.data)
                    state["square"] = torch.zeros_like(p.data)
                mean, square = state["mean"], state["square"]
                mean *= beta
                mean += (1 - beta) * p.grad
                square *= beta
                square += (1 - beta) * p.grad * p.grad
                p.data -= group["lr"] * mean / (square.sqrt() + 0.1)


def objects():
    start = torch.zeros(2)
    averages = Averages(start)
    before = averages.get()
    averages.add(torch.ones(2))
    averages.add(torch.ones(2))
    RESULTS["objects"] = flat(start, before, averages.seen[0])


def collections():
    a = torch.zeros(2)
    held = {"a": a, "rows": [torch.zeros(2)] * 2}
    held["a"] += 1
    held["rows"][0] += 2
    copied = dict(held)
    held["a"] *= 3
    first, second = held["rows"]
    first -= second
    RESULTS["collections"] = flat(a, copied["a"], first, *held["rows"])


def views():
    x = torch.zeros(2, 3)
    row, columns = x[0], x.t()
    x += 1
    x[0, 1] = 5
    line = x[:, 2]
    line += 2
    RESULTS["views"] = flat(row, columns, x)


def optimizer():
    net = nn.Linear(2, 1)
    nn.init.constant_(net.weight, 0.5)
    nn.init.zeros_(net.bias)
    opt = Momentum(net.parameters())
    for _ in range(4):
        opt.zero_grad()
        net(torch.tensor([[1.0, 2.0]])).pow(2).sum().backward()
        opt.step()
    RESULTS["optimizer"] = flat(net.weight, net.bias)


def attacked():
    x = torch.tensor([0.2, 0.9], requires_grad=True)
    before = x.data
    (x**2).sum().backward()
    x.data -= 0.1 * x.grad.sign()
    with torch.no_grad():
        x.clamp_(min=0.5)
    RESULTS["attacked"] = flat(before, x)


def alone():
    norm = nn.BatchNorm1d(2)
    y = norm(torch.tensor([[1.0, 2.0], [3.0, 5.0]]))
    RESULTS["alone"] = flat(y, norm.running_mean)


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))
        self.register_buffer("noise", torch.ones(2))

    def draw(self, level):
        self.noise.copy_(torch.ones(2) * level)

    def forward(self, x):
        return x * self.scale * self.noise


def loaded():
    online, target = Noisy(), Noisy()
    target.load_state_dict(online.state_dict())
    loss = online(torch.tensor([1.0, 2.0])).sum()
    target.draw(5.0)
    loss.backward()
    RESULTS["loaded"] = flat(online.noise, target.noise, online.scale.grad)


def averaged():
    online = Noisy()
    mean = torch.optim.swa_utils.AveragedModel(online, use_buffers=True)
    mean.update_parameters(online)
    online.draw(3.0)
    RESULTS["averaged"] = flat(mean.module.noise)
    mean.update_parameters(online)
    RESULTS["averaged"] += flat(mean.module.noise)


for run in (objects, collections, views, optimizer, attacked, alone, loaded, averaged):
    run()
print(json.dumps(RESULTS))
