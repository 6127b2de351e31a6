"""The MindSpore version of ``torch_mix.py``, written by hand, and versions of it with one mistake each."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, mint, nn, ops


class Stem(nn.Cell):
    def __init__(self, channels=4):
        super().__init__()
        self.conv = nn.Conv2d(3, channels, 3, pad_mode="pad", padding=1, has_bias=True)
        self.bn = nn.BatchNorm2d(channels)

    def construct(self, x):
        return ops.relu(self.bn(self.conv(x)))


class Mix(nn.Cell):
    epsilon = 1e-5

    def __init__(self, dim=8, classes=5, dropout=0.0):
        super().__init__()
        self.stem = Stem()
        self.embed = nn.Embedding(10, dim)
        self.norm = nn.LayerNorm((dim,), epsilon=self.epsilon)
        self.mix = mint.nn.Linear(4, dim)
        self.drop = nn.Dropout(p=dropout)
        self.head = mint.nn.Linear(dim, classes, bias=False)
        self.scale = Parameter(ops.ones((dim,)))
        self.register_buffer("mask", Tensor(np.tril(np.ones((6, 6), np.float32))))

    def construct(self, x, ids):
        image = self.mix(self.stem(x).mean((2, 3)))
        tokens = ops.matmul(self.mask[: ids.shape[1], : ids.shape[1]], self.embed(ids))
        features = self.norm(tokens + image.unsqueeze(1)) * self.scale
        return {"scores": self.head(self.drop(features)), "features": (features, None)}


class MixWithOtherEpsilon(Mix):
    epsilon = 1e-2


class MixWithoutScale(Mix):
    def __init__(self):
        super().__init__()
        del self.scale
        self.scale = 1.0


class MixFrozen(Mix):
    def __init__(self):
        super().__init__()
        self.scale.requires_grad = False


class MixOfOtherStructure(Mix):
    def construct(self, x, ids):
        return super().construct(x, ids)["scores"]


class MixNan(Mix):
    def construct(self, x, ids):
        out = super().construct(x, ids)
        return {"scores": out["scores"] * float("nan"), "features": out["features"]}


class Tied(nn.Cell):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 8)
        self.head = mint.nn.Linear(8, 10, bias=False)
        self.head.weight = self.embed.embedding_table

    def construct(self, ids):
        return self.head(self.embed(ids))


class Noisy(nn.Cell):
    def construct(self, x):
        return x + ops.randn_like(x)


class Nan(nn.Cell):
    def construct(self, x):
        return x * float("nan")


class Identity(nn.Cell):
    def construct(self, x):
        return x


def doubled(x):
    return x + x


def without_kernel(x):
    return mint.nn.functional.gelu(x)


def failing(x):
    raise ValueError("wrong on purpose")


def wide(x):
    return x.astype(ms.float64) * 2
