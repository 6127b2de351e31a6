"""A torch model of everything whose weights have other names or defaults in MindSpore."""

import os
import time

import torch
import torch.nn as nn
import torch.nn.functional as F


class Stem(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.conv = nn.Conv2d(3, channels, 3, padding=1)
        self.bn = nn.BatchNorm2d(channels)

    def forward(self, x):
        return F.relu(self.bn(self.conv(x)))


class Mix(nn.Module):
    """Image and token ids in, scores and features out."""

    def __init__(self, dim=8, classes=5, dropout=0.0):
        super().__init__()
        self.stem = Stem()
        self.embed = nn.Embedding(10, dim)
        self.norm = nn.LayerNorm(dim)
        self.mix = nn.Linear(4, dim)
        self.drop = nn.Dropout(dropout)
        self.head = nn.Linear(dim, classes, bias=False)
        self.scale = nn.Parameter(torch.ones(dim))
        self.register_buffer("mask", torch.tril(torch.ones(6, 6)))

    def forward(self, x, ids):
        image = self.mix(self.stem(x).mean((2, 3)))
        tokens = self.mask[: ids.shape[1], : ids.shape[1]] @ self.embed(ids)
        features = self.norm(tokens + image.unsqueeze(1)) * self.scale
        return {"scores": self.head(self.drop(features)), "features": (features, None)}


class Tied(nn.Module):
    """Input and output embeddings are one parameter."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 8)
        self.head = nn.Linear(8, 10, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, ids):
        return self.head(self.embed(ids))


class Noisy(nn.Module):
    def forward(self, x):
        return x + torch.randn_like(x)


class Nan(nn.Module):
    def forward(self, x):
        return x * float("nan")


class Hungry(nn.Module):
    def forward(self, x):
        kept = []
        while True:
            kept.append(torch.ones(4_000_000))


def doubled(x):
    return x * 2


def raising():
    raise ValueError("no such variant")


def hanging():
    time.sleep(600)


def aborting():
    os.abort()


def leaving():
    raise SystemExit(3)
