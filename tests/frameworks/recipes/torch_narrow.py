"""A bottleneck whose branches its ``mode`` chooses."""

from torch import nn


class Narrow(nn.Module):
    def __init__(self, wide, out, stride=1, mode="plain", fold=1, dilation=1):
        super().__init__()
        inner = out // 4
        self.mode = mode
        self.fold = fold
        self.act = nn.ReLU(inplace=True)
        self.norm1 = nn.BatchNorm2d(wide)
        self.conv1 = nn.Conv2d(wide, inner, kernel_size=1, bias=False)
        self.norm2 = nn.BatchNorm2d(inner)
        self.conv2 = nn.Conv2d(
            inner, inner, kernel_size=3, stride=stride, padding=dilation, dilation=dilation, bias=False
        )
        self.norm3 = nn.BatchNorm2d(inner)
        self.conv3 = nn.Conv2d(inner, out, kernel_size=1, bias=False)
        if mode == "up":
            self.skip = None
        elif wide != out or stride > 1:
            self.skip = nn.Sequential(
                nn.BatchNorm2d(wide), self.act, nn.Conv2d(wide, out, kernel_size=1, stride=stride, bias=False)
            )
        else:
            self.skip = None

    def folded(self, x):
        n, c, h, w = x.size()
        return x.view(n, c // self.fold, self.fold, h, w).sum(2)

    def forward(self, x):
        rest = x
        out = self.conv1(self.act(self.norm1(x)))
        out = self.conv2(self.act(self.norm2(out)))
        out = self.conv3(self.act(self.norm3(out)))
        if self.mode == "up":
            rest = self.folded(x)
        elif self.skip is not None:
            rest = self.skip(rest)
        out += rest
        return out
