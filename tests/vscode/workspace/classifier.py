import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    """Scores ten classes."""

    def __init__(self, width: int = 16):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3, padding=1)  # keeps the size
        self.norm = nn.BatchNorm2d(width, momentum=0.2)
        self.head = nn.Linear(width, 10)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        x = F.relu(self.norm(self.conv(images)))
        x = x.mean(dim=(2, 3))
        return F.softmax(self.head(x), dim=-1)
