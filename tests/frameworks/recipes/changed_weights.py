"""Weights that are changed between an optimizer's steps, in the ways that training code changes them; prints what comes of it."""

import copy
import json

import torch
from torch import nn


def data(seed):
    return torch.sin(torch.arange(12, dtype=torch.float32).reshape(4, 3) + seed)


def make():
    net = nn.Linear(3, 2)
    with torch.no_grad():
        net.weight.copy_(torch.arange(6.0).reshape(2, 3) * 0.1)
        net.bias.zero_()
    return net


def train(net, optimizer, steps=2):
    for i in range(steps):
        optimizer.zero_grad()
        loss = (net(data(i)) ** 2).mean()
        loss.backward()
        optimizer.step()


def values(net):
    return [round(float(v), 4) for p in net.parameters() for v in p.detach().flatten()]


def sgd(net):
    return torch.optim.SGD(net.parameters(), lr=0.5)


def restored():
    net = make()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
    best = copy.deepcopy(net.state_dict())
    train(net, optimizer)
    net.load_state_dict(best)
    train(net, optimizer)
    return values(net)


def reptile():
    net = make()
    optimizer = sgd(net)
    for _ in range(2):
        before = copy.deepcopy(net.state_dict())
        train(net, optimizer)
        after = net.state_dict()
        net.load_state_dict({k: before[k] + (after[k] - before[k]) * 0.5 for k in before})
    train(net, optimizer)
    return values(net)


def clipped():
    net = make()
    optimizer = sgd(net)
    train(net, optimizer)
    for p in net.parameters():
        p.data.clamp_(-0.3, 0.3)
    train(net, optimizer, 1)
    with torch.no_grad():
        for p in net.parameters():
            p.clamp_(-0.2, 0.2)
    train(net, optimizer, 1)
    return values(net)


def pruned():
    net = make()
    optimizer = sgd(net)
    for _ in range(2):
        train(net, optimizer, 1)
        mask = net.weight.data.abs() < 0.15
        net.weight.data[mask] = 0
    with torch.no_grad():
        net.weight[net.weight < 0] = 0
        net.weight.data[torch.tensor([1]), 1:] *= 0.5
    train(net, optimizer, 1)
    return values(net)


def scaled():
    net = make()
    optimizer = sgd(net)
    train(net, optimizer)
    with torch.no_grad():
        net.weight *= 0.5
        net.bias.data = net.bias.data + 1
        net.weight.data *= 1.5
        net.weight.data = net.weight.data.clamp(-0.4, 0.4)
        net.bias.add_(0.5)
        for p in net.parameters():
            p -= 0.01
    train(net, optimizer, 1)
    return values(net)


def reset():
    net = make()
    optimizer = sgd(net)
    train(net, optimizer)
    nn.init.constant_(net.weight, 0.5)
    nn.init.zeros_(net.bias)
    train(net, optimizer)
    return values(net)


def by_state():
    net = make()
    optimizer = sgd(net)
    train(net, optimizer)
    with torch.no_grad():
        state = net.state_dict()
        for key in state:
            state[key] *= 0.5
        for value in net.state_dict().values():
            value += 0.25
        state["bias"].mul_(3)
        weights = list(net.parameters())
        weights[0] -= 0.125
    train(net, optimizer, 1)
    return values(net)


class Average:
    def __init__(self, net, decay):
        self.net, self.decay, self.backup = net, decay, {}
        self.shadow = {name: p.data.clone() for name, p in net.named_parameters()}

    def update(self):
        for name, p in self.net.named_parameters():
            average = (1.0 - self.decay) * p.data + self.decay * self.shadow[name]
            self.shadow[name] = average.clone()

    def apply(self):
        for name, p in self.net.named_parameters():
            self.backup[name] = p.data
            p.data = self.shadow[name]

    def restore(self):
        for name, p in self.net.named_parameters():
            p.data = self.backup[name]


def averaged():
    net = make()
    optimizer = sgd(net)
    average = Average(net, 0.5)
    found = []
    for _ in range(2):
        train(net, optimizer, 1)
        average.update()
        average.apply()
        found += values(net)
        average.restore()
    train(net, optimizer, 1)
    return found + values(net)


def thawed():
    net = nn.Sequential(nn.Linear(3, 2), make_square())
    net[0].load_state_dict(make().state_dict())
    net[0].requires_grad_(False)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=0.1)
    train(net, optimizer)
    for p in net[0].parameters():
        p.requires_grad = True
    train(net, optimizer)
    net[1].requires_grad_(False)
    train(net, optimizer)
    return values(net)


def make_square():
    layer = nn.Linear(2, 2)
    layer.weight.data = torch.tensor([[0.5, -0.25], [0.125, 0.75]])
    layer.bias.data[0] = 0.5
    layer.bias.data[1:].fill_(0.25)
    return layer


def resumed():
    net = make()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
    train(net, optimizer)
    weights, state = copy.deepcopy(net.state_dict()), copy.deepcopy(optimizer.state_dict())
    train(net, optimizer)
    net.load_state_dict(weights)
    other = torch.optim.Adam(net.parameters(), lr=0.5)
    other.load_state_dict(state)
    train(net, other)
    return values(net)


class Centred(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.scale = nn.Parameter(torch.ones(2))
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("count", torch.tensor(0))
        self.fc.load_state_dict(make().state_dict())

    def forward(self, x):
        if self.training:
            self.mean.mul_(0.9).add_(x.mean(0).detach() * 0.1)
            self.count += 1
            self.mean[...] = self.mean + 0.01
        scale = self.scale.clone()
        return self.fc(x - self.mean) * scale


def federated():
    clients = [Centred() for _ in range(2)]
    optimizers = [sgd(c) for c in clients]
    server = Centred()
    for _ in range(2):
        for number, (c, o) in enumerate(zip(clients, optimizers)):
            c.load_state_dict(server.state_dict())
            train(c, o, 1 + number)
        state = server.state_dict()
        for key in state:
            state[key] = torch.stack([c.state_dict()[key].float() for c in clients]).mean(0)
        server.load_state_dict(state)
    return values(server) + [round(float(v), 4) for v in server.mean]


def meta():
    net = make()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for _ in range(2):
        optimizer.zero_grad()
        fast = [p.clone() for p in net.parameters()]
        loss = (nn.functional.linear(data(0), *fast) ** 2).mean()
        grads = torch.autograd.grad(loss, fast, create_graph=True)
        fast = [p - 0.1 * g for p, g in zip(fast, grads)]
        (nn.functional.linear(data(1), *fast) ** 2).mean().backward()
        optimizer.step()
    return values(net)


def looking_ahead():
    net = make()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
    slow = [p.clone().detach() for p in net.parameters()]
    for _ in range(2):
        train(net, optimizer)
        for s, p in zip(slow, net.parameters()):
            s += 0.5 * (p.data - s)
            p.data.copy_(s)
        with torch.no_grad():
            net.weight[0, 0] = 0
            net.bias[:] = 0.1
        net.bias.data.clamp_(-1, 1)
    return values(net) + [round(float(v), 4) for s in slow for v in s.flatten()]


def shift_(x: torch.Tensor, by):
    x += by


def shared():
    state = {"m": torch.zeros(3), "n": torch.ones(3)}
    m = state["m"]
    m += 1
    m *= 3
    for one in state.values():
        one -= 0.5
    x = torch.ones(2, 3)
    before = x
    x += 1
    row = x[0]
    row *= 4
    shift_(x, 0.25)
    history = []
    total = torch.zeros(3)
    for i in range(3):
        total += i
        history.append(total)
    gates = torch.zeros(4, 1)
    for number, part in enumerate(gates.chunk(2)):
        part.add_(number + 1)
    for part in gates.unbind(0):
        part += 1
    return torch.cat([state["m"], state["n"], before.flatten(), *history, gates.flatten()]).tolist()


class Normed(nn.Module):
    """Spectral normalization as it was written before torch had it: each pass sets the direction anew, by ``data``."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.arange(6.0).reshape(2, 3) * 0.1)
        self.u = nn.Parameter(torch.ones(2), requires_grad=False)
        self.v = nn.Parameter(torch.ones(3), requires_grad=False)

    def forward(self, x):
        v = torch.mv(torch.t(self.weight.data), self.u.data)
        self.v.data = v / v.norm()
        u = torch.mv(self.weight.data, self.v.data)
        self.u.data = u / u.norm()
        return x @ (self.weight / self.u.dot(self.weight.mv(self.v))).t()


def normed():
    net = Normed()
    optimizer = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=0.1)
    for i in range(2):
        optimizer.zero_grad()
        loss = torch.relu(1 - net(data(i))).mean() + torch.relu(1 + net(data(i + 2))).mean()
        loss.backward()
        optimizer.step()
    return values(net)


class Turned(nn.Module):
    """Writes into views of what it makes and of what it computes, while gradients are recorded."""

    def __init__(self):
        super().__init__()
        self.fc = make()
        self.table = torch.zeros(2, 3)
        self.line = self.table.view(-1)

    def forward(self, x):
        self.line[1] = 0.5
        self.line[torch.tensor([0, 5])] += 1.0
        mask = torch.ones(3, 3)
        mask.t()[0] += 1
        column = mask.transpose(0, 1)[2]
        column *= 3
        hidden = x @ mask + self.table.sum()
        hidden.t()[1] = hidden[:, 0] * 2
        hidden.view(-1)[:2].mul_(0.5)
        flat = hidden.view(-1)
        flat[flat > 4] = 4
        flat[...] = flat * 0.1
        hidden.data.t()[0] += 1
        return self.fc(hidden)


def turned():
    net = Turned()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
    for i in range(3):
        train(net, optimizer, 1 + i)
        for p in net.parameters():
            flat = p.data.view(-1)
            flat[flat.abs() < 0.11] = 0.2  # no weight is as near to this as rounding is
            p.data.t()[:1].mul_(0.9)
            b = p.data
            b[b > 1] = 1
        with torch.no_grad():
            net.fc.weight.view(-1)[0] = 0.5
        nn.init.constant_(net.fc.weight.data.chunk(2, 1)[1][1:], 0.25)
    first, second = net.table.split(1, 0)
    with torch.no_grad():
        first.zero_()
        second[:, 1:] = 7
    return values(net) + net.table.flatten().tolist() + net.line.tolist()


CASES = (restored, reptile, clipped, pruned, scaled, reset, by_state, averaged, thawed, resumed)
CASES += (federated, meta, looking_ahead, shared, normed, turned)
if __name__ == "__main__":
    print(json.dumps({case.__name__: case() for case in CASES}))
