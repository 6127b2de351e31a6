"""Lightning drives torch's modules: its modules, trainer and callbacks come from the helpers, which do the same in MindSpore.

``import pytorch_lightning as pl``, ``import lightning.pytorch as pl``, ``import lightning as L`` and names taken from them.
What the helpers lack stays Lightning's, and the report says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from mindport.rewrite import library_names
from mindport.rewrite.rule import Match, Module
from mindport.syntax.source import SourceFile

EXAMPLES = [
    (
        """
import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import ModelCheckpoint
from torch import nn
from torch.nn import functional as F


class Classifier(pl.LightningModule):
    def __init__(self, width, lr=0.1):
        super().__init__()
        self.save_hyperparameters()
        self.head = nn.Linear(width, 2)

    def forward(self, x):
        return self.head(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self(x), y)
        self.log("loss", loss)
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=self.hparams.lr)


def train(loader):
    trainer = pl.Trainer(max_epochs=2, callbacks=[ModelCheckpoint(monitor="loss")])
    trainer.fit(Classifier(8), loader)
""",
        """
from mindspore import mint, ops
from mindspore.experimental import optim
from mindport_helpers import LightningModule, ModelCheckpoint, Trainer


class Classifier(LightningModule):
    def __init__(self, width, lr=0.1):
        super().__init__()
        self.save_hyperparameters()
        self.head = mint.nn.Linear(width, 2)

    def construct(self, x):
        return self.head(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = ops.cross_entropy(self(x), y)
        self.log("loss", loss)
        return loss

    def configure_optimizers(self):
        return optim.SGD(self.trainable_params(), lr=self.hparams.lr)


def train(loader):
    trainer = Trainer(max_epochs=2, callbacks=[ModelCheckpoint(monitor="loss")])
    trainer.fit(Classifier(8), loader)
""",
    ),
    (
        """
import lightning as L
from lightning.pytorch.callbacks import Callback, EarlyStopping
from shop import Classifier, Items


class Count(Callback):
    def on_train_end(self, trainer, pl_module):
        print(trainer.global_step)


L.seed_everything(0)
trainer = L.Trainer(max_epochs=2, callbacks=[Count(), EarlyStopping("loss")])
trainer.fit(Classifier(8), datamodule=Items())
""",
        """
from shop import Classifier, Items
from mindport_helpers import EarlyStopping, LightningCallback, Trainer, seed_everything


class Count(LightningCallback):
    def on_train_end(self, trainer, pl_module):
        print(trainer.global_step)


seed_everything(0)
trainer = Trainer(max_epochs=2, callbacks=[Count(), EarlyStopping("loss")])
trainer.fit(Classifier(8), datamodule=Items())
""",
    ),
]
NOOPS = ["from shop.lightning import Trainer\n\ntrainer = Trainer()\n"]

_NAMES = {
    "": ["LightningModule", "LightningDataModule", "Trainer", "seed_everything"],
    "callbacks": ["ModelCheckpoint", "EarlyStopping", "LearningRateMonitor"],
    "loggers": ["CSVLogger", "TensorBoardLogger", "WandbLogger"],
    "loggers.csv_logs": ["CSVLogger"],
    "loggers.tensorboard": ["TensorBoardLogger"],
    "loggers.wandb": ["WandbLogger"],
    "utilities": ["rank_zero_only", "rank_zero_info", "rank_zero_warn"],
    "utilities.rank_zero": ["rank_zero_only", "rank_zero_info", "rank_zero_warn"],
    "utilities.distributed": ["rank_zero_only"],
    "utilities.seed": ["seed_everything"],
    "core": ["LightningModule", "LightningDataModule"],
    "core.lightning": ["LightningModule"],
    "core.module": ["LightningModule"],
    "core.datamodule": ["LightningDataModule"],
    "trainer": ["Trainer"],
    "trainer.trainer": ["Trainer"],
    "callbacks.model_checkpoint": ["ModelCheckpoint"],
    "callbacks.early_stopping": ["EarlyStopping"],
    "callbacks.lr_monitor": ["LearningRateMonitor"],
}
_ROOTS = ("pytorch_lightning", "lightning")
_PACKAGES = ("pytorch_lightning", "lightning.pytorch", "lightning")


def _helpers() -> Iterator[tuple[str, str]]:
    for package in _PACKAGES:
        for part, names in _NAMES.items():
            within = f"{package}.{part}" if part else package
            yield from ((f"{within}.{name}", name) for name in names)
        for part in ("", ".callbacks", ".callbacks.callback"):
            yield f"{package}{part}.Callback", "LightningCallback"
        for shown in ("TQDMProgressBar", "RichProgressBar", "ModelSummary", "RichModelSummary"):
            yield f"{package}.callbacks.{shown}", "TrainerDisplay"
        for base in (
            "loggers.Logger",
            "loggers.LightningLoggerBase",
            "loggers.logger.Logger",
            "loggers.base.LightningLoggerBase",
        ):
            yield f"{package}.{base}", "LightningLogger"


_HELPERS = dict(_helpers())


def concerns(source: SourceFile) -> bool:
    """A script that trains may name Lightning alone."""
    return "lightning" in source.text and any(library_names.concern(source, one, _HELPERS) for one in _ROOTS)


def matches(module: Module) -> Iterator[Match]:
    if "lightning" not in module.source.text:
        return
    for package in _ROOTS:
        yield from library_names.imported(module, package, _HELPERS)
        yield from library_names.dotted(module, package, _HELPERS)
