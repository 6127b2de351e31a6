"""What Lightning's trainer gives to the methods that it calls; what is left where a Module was not wrapped."""

from __future__ import annotations

import pytest
from found_uses import members

MODULE = "import pytorch_lightning as pl\nclass Net(pl.LightningModule):\n"
CALLBACK = "from lightning.pytorch.callbacks import Callback\nclass Log(Callback):\n"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (MODULE + "    def training_step(self, batch, at):\n        x, y = batch\n        x.data", ["T.data"]),
        (MODULE + "    def validation_step(self, batch, at):\n        batch.shape", ["T.shape"]),
        (MODULE + "    def training_step(self, loader_iter):\n        x, y = loader_iter\n        x.data", []),
        (MODULE + "    def training_step(self, batch, at):\n        batch['a'].split(' ')\n        at.data", []),
        (MODULE + "    def next_step(self, batch, at):\n        x, y = batch\n        x.data", []),
        (MODULE + "    def validation_epoch_end(self, outputs):\n        outputs[0]['loss'].data", ["T.data"]),
        (MODULE + "    def on_train_epoch_end(self, outputs):\n        outputs[0]['loss'].data", []),
        (MODULE + "    def on_train_batch_start(self, batch, at):\n        x, y = batch\n        x.data", ["T.data"]),
        (CALLBACK + "    def on_fit_start(self, trainer, net):\n        net.training\n        trainer.training", ["M.training"]),
        (CALLBACK + "    def on_fit_start(self, trainer, pl_module):\n        self.keep(pl_module)\n"
         "    def keep(self, one):\n        one.training", ["M.training"]),
        (CALLBACK + "    def setup(self, trainer, pl_module, stage):\n        pl_module.training", ["M.training"]),
        (CALLBACK + "    def keep(self, trainer, net):\n        net.training", []),
        (CALLBACK + "    def on_train_batch_end(self, trainer, net, outputs, batch, at):\n        x, y = batch\n        x.data", ["T.data"]),
        ("class Callback:\n    def on_fit_start(self, trainer, net):\n        net.training", []),
        ("class Net:\n    def training_step(self, batch, at):\n        x, y = batch\n        x.data", []),
        ("from mine import Callback\nclass Log(Callback):\n    def on_fit_start(self, trainer, pl_module):\n        pl_module.training", []),
        (CALLBACK + "    def on_fit_start(self, trainer, pl_module: dict):\n        pl_module.training", []),
    ],
)  # fmt: skip
def test_what_the_trainer_gives(code: str, found: list[str]) -> None:
    assert members(code) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(net):\n    if isinstance(net, nn.DataParallel):\n        net.module.state_dict()\n    else:\n        net.state_dict()",
         ["M.state_dict"] * 2),
        ("def f(net):\n    own = net.module if isinstance(net, nn.DataParallel) else net\n    own.state_dict()", ["M.state_dict"]),
        ("def f(net):\n    if not isinstance(net, nn.parallel.DistributedDataParallel):\n        net.training", ["M.training"]),
        ("def f(net):\n    if isinstance(net, nn.Linear):\n        pass\n    else:\n        net.training", []),
        ("class Part:\n    pass\ndef f(net: Part):\n    if not isinstance(net, nn.DataParallel):\n        net.state_dict()", []),
    ],
)  # fmt: skip
def test_what_was_not_wrapped(code: str, found: list[str]) -> None:
    index = [one for one in members(code) if one != "torch.nn.DataParallel.module"]
    assert index == found
