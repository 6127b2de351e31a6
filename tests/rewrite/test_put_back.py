"""Networks that only an evaluation puts back into training."""

from __future__ import annotations

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_SCRIPT = """
import torch
from torch import nn


class Flow:
    def __init__(self, model):
        self.model = model


model = nn.Sequential(nn.Linear(2, 2), nn.Dropout())
flow = Flow(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    optimizer.zero_grad()
    loss = flow.model(torch.ones(1, 2)).mean()
    loss.backward()
    optimizer.step()
    flow.model.eval()
    print(flow.model(torch.ones(1, 2)))
    flow.model.train()
"""


def test_a_network_trains_before_its_evaluation_puts_it_back() -> None:
    migrated = Engine(Settings(target=Target.CPU)).migrate_text(_SCRIPT).text

    assert "nn.Dropout(p=0.5))\nmodel.set_train()\n" in migrated
