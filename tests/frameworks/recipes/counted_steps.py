"""Numbers, lists and other things that are kept beside a loss, while its gradients are recorded."""

import json
from collections import defaultdict, deque

import torch
from torch import nn, optim

inputs = torch.arange(12.0).reshape(4, 3) / 10
labels = torch.tensor([0, 1, 1, 0])
criterion = nn.CrossEntropyLoss()


def trained():
    net = nn.Linear(3, 2)
    with torch.no_grad():
        net.weight.copy_(torch.arange(6.0).reshape(2, 3) / 10)
        net.bias.fill_(0.0)
    return net, optim.SGD(net.parameters(), lr=0.01)


def a_number_that_adds_up():
    net, optimizer = trained()
    correct = 0
    for epoch in range(3):
        outputs = net(inputs * (epoch + 1))
        correct += (outputs.argmax(1) == labels).sum().item()
        loss = criterion(outputs, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return [loss.item(), correct]


def a_number_of_its_own():
    net, optimizer = trained()
    kept = []
    for epoch in range(3):
        outputs = net(inputs * (epoch + 1))
        count = len(outputs)
        loss = criterion(outputs, labels) / count
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept += [loss.item(), count]
    return kept


def lists_that_grow():
    net, optimizer = trained()
    everything = []
    for _ in range(2):
        means = []
        largest = []
        for epoch in range(2):
            outputs = net(inputs * (epoch + 1))
            means += [outputs.detach().mean().item()]
            largest.append(outputs.detach().max().item())
            loss = (outputs**2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        everything += means + largest
    return everything


def the_best_of_some():
    net, optimizer = trained()
    last = deque(maxlen=2)
    stats = defaultdict(list)
    best = None
    for epoch in range(3):
        outputs = net(inputs * (epoch + 1))
        last.append(outputs.detach().mean().item())
        stats["largest"].append(outputs.detach().max().item())
        if best is None or best > last[-1]:
            best = last[-1]
        loss = criterion(outputs, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return [best, *last, *stats["largest"]]


def what_a_branch_keeps(bounded):
    net, optimizer = trained()
    kept = []
    for epoch in range(4):
        outputs = net(inputs)
        if bounded:
            bound = outputs.detach().mean() * epoch
            loss = (outputs - bound).pow(2).sum()
        else:
            loss = outputs.sum()
        if epoch % 2 == 0:
            largest = outputs.detach().max()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept += [loss.item(), largest.item()]
        if bounded:
            kept.append(bound.item())
    return kept


def branches_that_keep():
    return what_a_branch_keeps(True) + what_a_branch_keeps(False)


def estimates_from_the_end():
    rewards = inputs.clone()
    critic, _ = trained()
    with torch.no_grad():
        next_value = critic(inputs[:3]).sum(1).reshape(1, -1)
        returns = torch.zeros_like(rewards)
        advantages = torch.zeros_like(rewards)
        gathered = 0
        for t in reversed(range(4)):
            if t == 3:
                following = next_value
            else:
                following = returns[t + 1]
            returns[t] = rewards[t] + 0.9 * following
            delta = rewards[t] + 0.9 * following - returns.mean(0)
            advantages[t] = gathered = delta + 0.8 * gathered
    return [*returns.flatten().tolist(), *advantages.flatten().tolist(), gathered.dim()]


found = {
    case.__name__: case()
    for case in (
        estimates_from_the_end,
        a_number_that_adds_up,
        a_number_of_its_own,
        lists_that_grow,
        the_best_of_some,
        branches_that_keep,
    )
}
print(json.dumps(found))
