"""Normalisations that are set after they were made, states that are looked into by name, and modes of copies."""

import copy
import json

import numpy as np
import torch
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(5, 4)
        self.flat = nn.BatchNorm1d(4)
        self.image = nn.BatchNorm2d(2)
        self.last = nn.LayerNorm(4)

    def forward(self, x):
        x = x + self.table(torch.tensor([0, 1, 2, 3, 4, 0]))
        return self.last(self.flat(x) + self.image(x.reshape(-1, 2, 2, 1)).reshape(-1, 4) * 0.5)


def given(seed):
    return torch.tensor(np.random.RandomState(seed).randn(6, 4).astype(np.float32)) * 2 + 1


def made():
    net = Net()
    with torch.no_grad():
        net.table.weight.copy_(torch.arange(20.0).reshape(5, 4) / 10)
    return net.train()


def numbers(*tensors):
    return [round(float(value), 5) for tensor in tensors for value in tensor.detach().reshape(-1)[:6]]


def settings():
    net = made()
    for m in net.modules():
        kind = type(m)
        if kind is nn.BatchNorm2d:
            m.eps = 0.5
            m.momentum = 0.03
        elif isinstance(m, nn.LayerNorm):
            m.eps = 0.25
    net(given(0))
    state = net.state_dict()
    net.eval()
    return numbers(net(given(1)), state["image.running_mean"], state["flat.running_var"])


def still():
    net = made()
    for m in net.modules():
        if isinstance(m, _BatchNorm):
            m.kept = m.momentum
            m.momentum = 0
    net(given(0))
    before = numbers(*[value for key, value in net.state_dict().items() if "running" in key])
    for m in net.modules():
        if isinstance(m, _BatchNorm):
            m.running_mean = torch.ones_like(m.running_mean)
            m.momentum = m.kept
    net(given(1))
    return before + numbers(*[value for key, value in net.state_dict().items() if "running" in key])


def averaged():
    nets = [made(), made()]
    for seed, net in enumerate(nets):
        net(given(seed))
    mean = nets[0].state_dict()
    for key in mean:
        if not key.endswith("num_batches_tracked"):
            mean[key] = (mean[key] + nets[1].state_dict()[key]) / 2
    other = made()
    other.load_state_dict(mean)
    return numbers(*[other.state_dict()[key] for key in sorted(mean) if "running" in key or key == "table.weight"])


def modes():
    net = made()
    copied = copy.deepcopy(net)
    net.eval()
    still = copy.deepcopy(net)
    dropped = nn.Dropout(0.5)(torch.ones(1000))
    return [int(copied.training), int(still.training), int(bool((dropped == 0).sum() > 100))]


def frozen():
    net = made()
    for param in net.parameters():
        param.detach_()
    return [sum(int(param.requires_grad) for param in net.parameters())]


def cumulative():
    norm = nn.BatchNorm1d(4, momentum=None).train()
    for seed in range(2):
        norm(given(seed))
    return numbers(norm.running_mean, norm.running_var, norm.eval()(given(3)))


def shares():
    """What of many ones is dropped, by four layers of which the shares are set."""
    drops = nn.ModuleList([nn.Dropout(0.5), nn.Dropout1d(0.5), nn.Dropout2d(0.5), nn.Dropout3d(0.5)]).train()
    inputs = [torch.ones(30, 1000), *(torch.ones(60, 500, *[2] * n) for n in (1, 2, 3))]
    found = []
    for share in (0.1, 1.0, 0.0, 0.8):
        for m in drops.modules():
            if "Dropout" in m.__class__.__name__ and hasattr(m, "p"):
                m.p = share
        found += [round(float((m(x) == 0).float().mean()), 1) for m, x in zip(drops, inputs)]
    return found


class Adapted(nn.Module):
    """A layer whose weights stay, with a small change of low rank beside it."""

    def __init__(self, base):
        super().__init__()
        self.base = base
        for param in base.parameters():
            param.requires_grad = False
        self.down = nn.Parameter(torch.full((2, 4), 0.1))
        self.up = nn.Parameter(torch.full((4, 2), 0.2))

    def forward(self, x):
        return self.base(x) + x @ self.down.t() @ self.up.t()


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k = nn.Linear(4, 4), nn.Linear(4, 4)
        for layer in (self.q, self.k):
            nn.init.constant_(layer.weight, 0.1)
            nn.init.zeros_(layer.bias)

    def forward(self, x):
        return torch.tanh(self.q(x)) + self.k(x)


def inject(network, names):
    for path, layer in list(network.named_modules()):
        if isinstance(layer, nn.Linear) and path.endswith(names):
            parent, _, name = path.rpartition(".")
            setattr(network.get_submodule(parent), name, Adapted(layer))
    return network


def adapted():
    """Layers set into each of several blocks are trained by one optimizer."""
    first, second = nn.Sequential(Block(), Block()), inject(nn.Sequential(Block(), Block()), (".q", ".k"))
    for block in first:
        block.q = Adapted(block.q)
    found = []
    for network in (first, second):
        optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, network.parameters()), lr=0.1)
        for seed in range(3):
            optimizer.zero_grad()
            loss = (network(given(seed)) ** 2).mean()
            loss.backward()
            optimizer.step()
            found.append(round(loss.item(), 4))
    return found


def count(network, kind):
    return sum(isinstance(m, kind) for m in network.modules())


def named(network, kinds=(nn.Conv2d, nn.ReLU)):
    return [name for name, m in network.named_modules() if type(m) in kinds]


def swapped(network, old, new):
    for name, m in network.named_children():
        if isinstance(m, old):
            setattr(network, name, new())
        else:
            swapped(m, old, new)


def handed():
    """Classes that are handed to what asks networks for them."""
    network = nn.Sequential(
        nn.Sequential(nn.Conv2d(3, 4, 1), nn.BatchNorm2d(4), nn.ReLU()), nn.Flatten(), nn.Dropout(0.1)
    )
    one_by_one = {kind: count(network, kind) for kind in (nn.Conv2d, nn.BatchNorm2d, nn.ReLU, nn.Dropout, nn.GELU)}
    found = [
        *one_by_one.values(),
        count(network, (nn.Conv2d, nn.ReLU)),
        len(named(network)),
        len(named(network, [nn.GELU])),
    ]
    swapped(network, nn.ReLU, nn.SiLU)
    return [*found, one_by_one[type(network[0][0])], count(network, nn.SiLU), count(network, nn.ReLU)]


CASES = (settings, still, averaged, modes, frozen, cumulative, shares, adapted, handed)
print(json.dumps({case.__name__: case() for case in CASES}))
