"""Loops that Accelerate spreads: accumulated and clipped gradients, schedules, saved states, loops without any of these."""

import json
import tempfile

import numpy as np
import torch
import torch.nn.functional as F
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def network():
    draw = np.random.RandomState(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.tensor(draw.randn(*p.shape).astype("float32")))
    return net


def loader():
    draw = np.random.RandomState(1)
    x, y = torch.tensor(draw.randn(18, 4).astype("float32")), torch.tensor(draw.randint(0, 2, 18))
    return DataLoader(TensorDataset(x, y), batch_size=4)


def prepared(accelerator):
    net = network()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.5)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5)
    return accelerator.prepare(net, optimizer, loader(), scheduler)


def epoch(accelerator, net, optimizer, data, scheduler):
    losses = []
    net.train()
    for x, y in data:
        with accelerator.accumulate(net):
            loss = F.cross_entropy(net(x), y)
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        losses.append(accelerator.gather(loss.detach()).mean().item())
    return losses


def numbers(net):
    return [float(p.sum()) for p in net.parameters()]


def accumulated():
    accelerator = Accelerator(gradient_accumulation_steps=2)
    net, optimizer, data, scheduler = prepared(accelerator)
    found = [value for _ in range(2) for value in epoch(accelerator, net, optimizer, data, scheduler)]
    accelerator.wait_for_everyone()
    whole = accelerator.unwrap_model(net)
    return [*found, *numbers(whole), float(optimizer.param_groups[0]["lr"])]


def saved():
    accelerator = Accelerator()
    net, optimizer, data, scheduler = prepared(accelerator)
    epoch(accelerator, net, optimizer, data, scheduler)
    with tempfile.TemporaryDirectory() as folder:
        accelerator.save_state(folder)
        later = epoch(accelerator, net, optimizer, data, scheduler)
        accelerator.load_state(folder)
    again = epoch(accelerator, net, optimizer, data, scheduler)
    return [*later, *again, *numbers(net)]


def plain():
    set_seed(3)
    accelerator = Accelerator(cpu=True)
    net, data = network(), loader()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net, optimizer, data = accelerator.prepare(net, optimizer, data)
    for x, y in data:
        optimizer.zero_grad()
        accelerator.backward(F.cross_entropy(net(x), y))
        optimizer.step()
    if accelerator.is_main_process:
        accelerator.print("done")
    return [*numbers(net), len(data), accelerator.num_processes]


print(json.dumps({case.__name__: case() for case in (accumulated, saved, plain)}))
