"""Modules that Lightning's trainer drives: automatic and by hand, with callbacks, schedules, checkpoints, tests and predictions."""

import json
import tempfile
import warnings
from pathlib import Path

import numpy as np
import pytorch_lightning as pl
import torch
import torch.nn.functional as F
from pytorch_lightning.callbacks import Callback, EarlyStopping, ModelCheckpoint
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

warnings.filterwarnings("ignore")


def fill(net):
    draw = np.random.RandomState(0)
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.tensor(draw.randn(*p.shape).astype("float32") * 0.4))


def loader(count, seed=1):
    draw = np.random.RandomState(seed)
    x = torch.tensor(draw.randn(count, 6).astype("float32"))
    y = torch.tensor(draw.randint(0, 3, count))
    return DataLoader(TensorDataset(x, y), batch_size=4, shuffle=False)


class Data(pl.LightningDataModule):
    def setup(self, stage=None):
        self.count = 18

    def train_dataloader(self):
        return loader(self.count)

    def val_dataloader(self):
        return loader(10, 2)

    def test_dataloader(self):
        return loader(9, 3)


class Net(pl.LightningModule):
    def __init__(self, width=8, lr=0.3):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Linear(6, width), nn.Tanh(), nn.Linear(width, 3))
        fill(self)

    def forward(self, x):
        return self.net(x)

    def _shared(self, batch):
        x, y = batch
        scores = self(x)
        return F.cross_entropy(scores, y), (scores.argmax(1) == y).float().mean()

    def training_step(self, batch, batch_idx):
        loss, accuracy = self._shared(batch)
        self.log("train_loss", loss, on_step=True, on_epoch=True, prog_bar=True)
        return {"loss": loss, "accuracy": accuracy}

    def validation_step(self, batch, batch_idx):
        loss, accuracy = self._shared(batch)
        self.log("val_loss", loss)
        self.log_dict({"val_accuracy": accuracy})

    def test_step(self, batch, batch_idx):
        loss, accuracy = self._shared(batch)
        self.log_dict({"test_loss": loss, "test_accuracy": accuracy})

    def predict_step(self, batch, batch_idx):
        return self(batch[0]).softmax(-1)

    def configure_optimizers(self):
        optimizer = torch.optim.SGD(self.parameters(), lr=self.hparams.lr, momentum=0.5)
        return {"optimizer": optimizer, "lr_scheduler": torch.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)}


class Warm(Net):
    """A rate set by hand at first, then one that follows what is monitored."""

    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_closure):
        if self.trainer.global_step < 3:
            for group in optimizer.param_groups:
                group["lr"] = 0.05 * (self.trainer.global_step + 1)
        optimizer.step(closure=optimizer_closure)

    def on_before_optimizer_step(self, optimizer):
        self.norm = sum(float(p.grad.norm()) for p in self.parameters())

    def on_validation_epoch_end(self):
        self.log("mine", 3.0)

    def configure_optimizers(self):
        optimizer = torch.optim.SGD(self.parameters(), lr=0.2)
        schedule = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, "max", patience=0, factor=0.5)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": schedule, "monitor": "val_loss"}}


class Adversaries(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.maker, self.critic = nn.Linear(6, 6), nn.Linear(6, 1)
        fill(self)

    def training_step(self, batch, batch_idx):
        x, _ = batch
        of_maker, of_critic = self.optimizers()
        self.toggle_optimizer(of_maker)
        fooled = F.softplus(-self.critic(self.maker(x))).mean()
        of_maker.zero_grad()
        self.manual_backward(fooled)
        of_maker.step()
        self.untoggle_optimizer(of_maker)
        told = F.softplus(-self.critic(x)).mean() + F.softplus(self.critic(self.maker(x).detach())).mean()
        of_critic.zero_grad()
        self.manual_backward(told)
        self.clip_gradients(of_critic, gradient_clip_val=0.5, gradient_clip_algorithm="norm")
        of_critic.step()
        self.log_dict({"maker": fooled, "critic": told}, prog_bar=True)

    def on_train_epoch_end(self):
        self.lr_schedulers().step()

    def configure_optimizers(self):
        of_maker = torch.optim.SGD(self.maker.parameters(), lr=0.2)
        of_critic = torch.optim.SGD(self.critic.parameters(), lr=0.1, momentum=0.9)
        return [of_maker, of_critic], [torch.optim.lr_scheduler.ExponentialLR(of_critic, 0.5)]


class Watch(Callback):
    def __init__(self):
        self.seen = []

    def on_train_batch_end(self, trainer, pl_module, outputs, batch, batch_idx):
        self.seen.append(float(outputs["loss"]))

    def on_validation_end(self, trainer, pl_module):
        self.seen.append(-2.0 if trainer.sanity_checking else -1.0)

    def on_train_epoch_end(self, trainer, pl_module):
        names = ("train_loss", "train_loss_step", "train_loss_epoch", "val_loss", "val_accuracy")
        self.seen += [trainer.current_epoch, trainer.global_step, *(float(trainer.callback_metrics[n]) for n in names)]


def trainer(folder, **settings):
    return pl.Trainer(
        default_root_dir=folder,
        accelerator="cpu",
        devices=1,
        logger=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        **settings,
    )


def numbers(net):
    return [float(p.sum()) for p in net.parameters()]


def whole_way(folder):
    keep = ModelCheckpoint(f"{folder}/kept", monitor="val_loss", save_last=True, filename="{epoch}-{val_loss:.2f}")
    watch, net = Watch(), Net()
    run = trainer(folder, max_epochs=3, callbacks=[watch, keep])
    run.fit(net, datamodule=Data())
    tested = run.test(net, datamodule=Data(), verbose=False)[0]
    predicted = run.predict(net, loader(5, 4))
    again = Net.load_from_checkpoint(keep.best_model_path)
    best = Path(keep.best_model_path).name
    assert best == f"epoch={best[6]}-val_loss={float(keep.best_model_score):.2f}.ckpt", best
    files = sorted(path.name for path in Path(folder, "kept").iterdir())
    assert files == [best, "last.ckpt"], files
    found = [tested["test_loss"], tested["test_accuracy"], float(predicted[0].sum()), float(predicted[1][0, 1])]
    return [*watch.seen, *numbers(net), *found, int(best[6]), again.hparams.width, *numbers(again), run.global_step]


def accumulated(folder):
    net = Net(lr=0.1)
    run = trainer(folder, max_epochs=2, accumulate_grad_batches=2, gradient_clip_val=0.3, enable_checkpointing=False)
    run.fit(net, loader(18), loader(8, 2))
    return [*numbers(net), run.global_step]


def stopped(folder):
    early = EarlyStopping("val_loss", patience=2, mode="max")
    run = trainer(folder, max_epochs=10, callbacks=[early], enable_checkpointing=False)
    run.fit(Net(lr=0.1), loader(18), loader(8, 2))
    return [run.current_epoch, early.wait_count, float(early.best_score), early.stopped_epoch]


def resumed(folder):
    keep = ModelCheckpoint(f"{folder}/kept", save_last=True)
    trainer(folder, max_epochs=1, callbacks=[keep]).fit(Net(), loader(18))
    net, run = Net(), trainer(folder, max_epochs=3, enable_checkpointing=False)
    run.fit(net, loader(18), ckpt_path=keep.last_model_path)
    whole = Net()
    trainer(folder, max_epochs=3, enable_checkpointing=False).fit(whole, loader(18))
    return [*numbers(net), *numbers(whole), run.global_step]


def by_hand(folder):
    net, run = Adversaries(), trainer(folder, max_epochs=2, enable_checkpointing=False)
    run.fit(net, loader(18))
    return [*numbers(net), run.global_step, float(run.callback_metrics["maker"])]


def monitored(folder):
    net, run = Warm(width=5), trainer(folder, max_epochs=4, enable_checkpointing=False, limit_train_batches=3)
    run.fit(net, loader(18), loader(8, 2))
    rate = float(run.optimizers[0].param_groups[0]["lr"])
    return [*numbers(net), net.norm, float(run.callback_metrics["mine"]), rate, net.hparams.width]


def counted(folder):
    watch, net = Watch(), Net()
    run = trainer(
        folder, max_steps=7, callbacks=[watch], enable_checkpointing=False, val_check_interval=2, num_sanity_val_steps=0
    )
    run.fit(net, loader(18), loader(8, 2))
    return [run.global_step, run.current_epoch, *numbers(net), *watch.seen]


out = {}
for case in (whole_way, accumulated, stopped, resumed, by_hand, monitored, counted):
    with tempfile.TemporaryDirectory() as folder:
        out[case.__name__] = case(folder)
print(json.dumps(out))
