from torch import nn

layer = nn.Linear(4, 2)
nn.init.orthogonal_(layer.weight)
