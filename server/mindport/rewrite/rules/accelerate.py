"""Accelerate spreads a training loop of torch's: its ``Accelerator`` comes from the helpers, for the one device there is.

``from accelerate import Accelerator``, ``import accelerate`` and what its loops use beside it. What the helpers lack stays, and
the report says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from mindport.rewrite import library_names
from mindport.rewrite.rule import Match, Module
from mindport.syntax.source import SourceFile

EXAMPLES = [
    (
        """
import torch
from accelerate import Accelerator
from torch import nn


def train(model: nn.Module, loader):
    accelerator = Accelerator()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
""",
        """
from mindspore import nn, ops
from mindspore.experimental import optim
from mindport_helpers import Accelerator, apply_gradients, zero_gradients


def train(model: nn.Cell, loader):
    accelerator = Accelerator()
    optimizer = optim.SGD(model.trainable_params(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        loss = ops.mse_loss(model(x), y)
        accelerator.backward(loss)
        apply_gradients(optimizer)
        zero_gradients(optimizer)
""",
    ),
]
NOOPS = ["from shop import Accelerator\n\naccelerator = Accelerator()\n"]

_SETTINGS = (
    "DistributedDataParallelKwargs", "InitProcessGroupKwargs", "GradScalerKwargs", "ProjectConfiguration",
    "GradientAccumulationPlugin", "DataLoaderConfiguration",
)  # fmt: skip
_HELPERS = {
    "accelerate.Accelerator": "Accelerator",
    "accelerate.accelerator.Accelerator": "Accelerator",
    "accelerate.logging.get_logger": "process_logger",
    "accelerate.utils.set_seed": "seed_everything",
    "accelerate.utils.random.set_seed": "seed_everything",
} | {
    f"accelerate.{part}{name}": "AcceleratorSettings"
    for name in _SETTINGS
    for part in ("", "utils.", "utils.dataclasses.")
}


def concerns(source: SourceFile) -> bool:
    """A script that trains may name Accelerate alone."""
    return "accelerate" in source.text and library_names.concern(source, "accelerate", _HELPERS)


def matches(module: Module) -> Iterator[Match]:
    if "accelerate" not in module.source.text:
        return
    yield from library_names.imported(module, "accelerate", _HELPERS)
    yield from library_names.dotted(module, "accelerate", _HELPERS)
