import torch.nn as nn

conv = nn.Conv2d(3, 16, 3, padding=1)  # keeps the size
norm = nn.BatchNorm2d(16, momentum=0.2)
