"""What layers begin with, and how those of lists that grow are told apart when they are trained, saved and loaded again."""

import json
import tempfile
from pathlib import Path

import torch
from torch import nn


class Grown(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.norms = nn.ModuleList()
        self.layers = nn.ModuleList([])
        self.gates = nn.ModuleDict()
        self.others = nn.ModuleDict({})
        self.parts = nn.ModuleList([nn.ModuleList() for _ in range(depth)])
        for index in range(depth):
            self.norms.append(nn.LayerNorm(3))
            self.layers.append(nn.Linear(3, 3))
            self.gates[f"g{index}"] = nn.Linear(3, 3)
            self.others[f"g{index}"] = nn.Linear(3, 3)
            self.parts[index].append(nn.Linear(3, 3))
        with torch.no_grad():
            for index, parameter in enumerate(self.parameters()):
                parameter.fill_(0.05 * index - 0.3)
                parameter[0] = 0.2

    def forward(self, x):
        for index, (norm, layer) in enumerate(zip(self.norms, self.layers)):
            x = self.gates[f"g{index}"](layer(norm(x))) + self.others[f"g{index}"](x)
            x = self.parts[index][0](x)
        return x


def biases(layer):
    return [name for name, p in layer.named_parameters() if "out_proj.bias" in name and p.abs().sum().item() > 0]


found = {
    "attention": len(biases(nn.MultiheadAttention(8, 2))),
    "encoder": len(biases(nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), 2))),
    "decoder": len(biases(nn.TransformerDecoderLayer(8, 2, 16))),
}
net = Grown(2)
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
x = torch.tensor([[0.1, 0.7, -0.2], [0.5, -0.3, 0.4]])
losses = []
for _ in range(3):
    optimizer.zero_grad()
    loss = ((net(x) - 1) ** 2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
found["losses"] = losses
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "net.ckpt"
    torch.save(net.state_dict(), str(path))
    again = Grown(2)
    again.load_state_dict(torch.load(str(path)))
found["kept"] = [p.sum().item() for p in again.parameters()]
print(json.dumps(found))
