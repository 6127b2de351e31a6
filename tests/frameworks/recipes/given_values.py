"""What calls are given: tensors that results go into, values of which nothing is known, old names, whole numbers for floats."""

import json

import torch
import torch.nn as nn
import torch.nn.functional as F


def values(tensor):
    return [round(float(x), 4) for x in tensor.flatten().tolist()]


def data(number):
    return torch.arange(6.0).reshape(2, 3) * 0.3 - number


def placed():
    sums, kept, largest = torch.empty(2, 3), torch.zeros(2, 2, 3), torch.zeros(2, 3)
    held = {"largest": largest}
    for number in range(2):
        torch.add(data(number), 1, out=sums)
        torch.mul(sums, 2, out=kept[number])
        torch.max(held["largest"], sums, out=held["largest"])
    top, places = torch.empty(2), torch.empty(2, dtype=torch.long)
    torch.max(data(0), 1, out=(top, places))
    grown = torch.cat([top, top], out=torch.empty(0))
    torch.arange(1, 4, out=sums).mul_(3)
    return values(torch.cat([sums.flatten(), kept.flatten(), largest.flatten(), top, places.float(), grown]))


class Own:
    def __init__(self, number):
        self.number = number

    def to(self, device):
        return Own(self.number + 1)


def placed_on(things, device):
    return [thing.to(device) for thing in things]


def moved():
    tensor, net, own = placed_on([data(0), nn.Linear(3, 1), Own(1)], "cpu")
    (wide,) = placed_on([data(1)], torch.float64)
    return [*values(tensor), net.weight.numel(), own.number, wide.element_size()]


def old():
    logs, target = F.log_softmax(data(0), 1), F.softmax(data(1), 1)
    losses = [
        nn.KLDivLoss(size_average=False)(logs, target),
        F.kl_div(logs, target, reduce=False),
        nn.MarginRankingLoss(0.1, False)(data(0), data(1), torch.sign(data(1))),
        nn.TripletMarginLoss(reduce=False)(data(0), data(1), data(2)),
    ]
    return [value for loss in losses for value in values(loss)]


def whole(drop=0):
    net = nn.Sequential(nn.Linear(3, 2), nn.CELU(1), nn.GroupNorm(1, 2, eps=1), nn.Dropout(drop))
    with torch.no_grad():
        for number, parameter in enumerate(net.parameters()):
            parameter.copy_(torch.arange(float(parameter.numel())).reshape(parameter.shape) * 0.1 + number)
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.1, betas=(0.0, 0.9), eps=1)
    for number in range(3):
        optimizer.zero_grad()
        F.cross_entropy(F.dropout(net(data(number)), drop), torch.tensor([0, 1]), label_smoothing=0).backward()
        optimizer.step()
    return [value for parameter in net.parameters() for value in values(parameter)]


def gap(a, b):
    return (a - b).abs().sum()


def nothing():
    """Losses of what a mask selects: of nothing they are 0, whatever was calculated before."""
    x = data(0).requires_grad_()
    found = []
    for limit in (-0.5, 100.0):
        mask, rows = data(1) > limit, (data(1) > limit).any(1)
        busy = (torch.ones(64) * 7).sum()
        total = nn.MSELoss(reduction="sum")(x[mask], data(2)[mask]) + gap(x[rows], data(2)[rows])
        total = total + x[torch.nonzero(mask)[:, 0]].sum() + x.mean()
        total.backward()
        found += [busy.item(), total.item(), *values(x.grad)]
    return found


def states():
    """What is no state of random numbers is refused, and what was drawn comes again."""
    state = torch.get_rng_state()
    first = torch.rand(3)
    refused = 0
    try:
        torch.set_rng_state(torch.ones(8, dtype=torch.uint8))
    except (RuntimeError, ValueError):
        refused = 1
    torch.set_rng_state(state)
    return [refused, *values(torch.rand(3) - first)]


CASES = (placed, moved, old, whole, nothing, states)
if __name__ == "__main__":
    print(json.dumps({case.__name__: case() for case in CASES}))
