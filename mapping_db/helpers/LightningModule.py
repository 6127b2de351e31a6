# needs: HyperParameters, accumulate_gradients, load_object, load_weights, module_requires_grad_
import inspect
from pathlib import Path

import mindspore as ms
from mindspore import nn


class LightningModule(HyperParameters, nn.Cell):
    """Lightning's ``LightningModule`` as a Cell; ``Trainer`` runs its steps and hooks."""

    CHECKPOINT_HYPER_PARAMS_KEY = "hyper_parameters"

    def __init__(self, *args, **kwargs):
        nn.Cell.__init__(self)
        self.automatic_optimization = True

    @property
    def trainer(self):
        return self.__dict__.get("_trainer")

    @trainer.setter
    def trainer(self, trainer):
        object.__setattr__(self, "_trainer", trainer)

    @property
    def device(self):
        return ms.get_context("device_target")

    @property
    def current_epoch(self):
        return self.trainer.current_epoch if self.trainer else 0

    @property
    def global_step(self):
        return self.trainer.global_step if self.trainer else 0

    @property
    def logger(self):
        return self.trainer.logger if self.trainer else None

    @property
    def loggers(self):
        return self.trainer.loggers if self.trainer else []

    @property
    def global_rank(self):
        return 0

    local_rank = global_rank

    def log(self, name, value, prog_bar=False, logger=True, on_step=None, on_epoch=None, reduce_fx="mean", **kwargs):
        """Notes a number under a name; the ``Trainer`` takes the mean over an epoch, weighted by the batches' sizes."""
        if self.trainer is not None:
            self.trainer.note(name, value, on_step, on_epoch, reduce_fx, kwargs.get("batch_size"), logger)

    def log_dict(self, dictionary, **kwargs):
        for name, value in dictionary.items():
            self.log(name, value, **kwargs)

    def print(self, *args, **kwargs):
        print(*args, **kwargs)  # noqa: T201 - that is what it is for

    def optimizers(self, use_pl_optimizer=True):
        found = self.trainer.wrapped if use_pl_optimizer else self.trainer.optimizers
        return found[0] if len(found) == 1 else list(found)

    def lr_schedulers(self):
        found = [one["scheduler"] for one in self.trainer.lr_scheduler_configs]
        return found[0] if len(found) == 1 else found or None

    def manual_backward(self, loss, *args, **kwargs):
        accumulate_gradients(loss)

    def toggle_optimizer(self, optimizer, *args):
        """Frees the parameters of this optimizer alone, until ``untoggle_optimizer``."""
        own = {id(p) for p in optimizer.parameters}
        others = [p for one in self.trainer.optimizers for p in one.parameters if id(p) not in own and p.requires_grad]
        object.__setattr__(self, "_toggled", others)
        for parameter in others:
            parameter.requires_grad = False

    def untoggle_optimizer(self, *args):
        for parameter in self.__dict__.pop("_toggled", ()):
            parameter.requires_grad = True

    def clip_gradients(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None):
        self.trainer.clip(optimizer, gradient_clip_val, gradient_clip_algorithm or "norm")

    def freeze(self):
        module_requires_grad_(self, False)
        self.set_train(False)

    def unfreeze(self):
        module_requires_grad_(self, True)
        self.set_train()

    def prepare_data(self):
        """Downloads and the like; called once, before ``setup``."""

    def setup(self, stage=None):
        """Called before a stage begins."""

    def teardown(self, stage=None):
        """Called when a stage is over."""

    def configure_callbacks(self):
        return []

    def predict_step(self, batch, *args):
        return self(batch)

    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_closure=None):
        optimizer.step(closure=optimizer_closure)

    def optimizer_zero_grad(self, epoch, batch_idx, optimizer):
        optimizer.zero_grad()

    def lr_scheduler_step(self, scheduler, metric):
        scheduler.step() if metric is None else scheduler.step(metric)

    def configure_gradient_clipping(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None):
        self.clip_gradients(optimizer, gradient_clip_val, gradient_clip_algorithm)

    @classmethod
    def load_from_checkpoint(cls, checkpoint_path, map_location=None, hparams_file=None, strict=True, **kwargs):
        """The module that ``Trainer`` saved: made with its hyperparameters, and ``kwargs`` in place of them."""
        with Path(checkpoint_path).open("rb") as stream:
            checkpoint = load_object(stream)
        taken = inspect.signature(cls.__init__).parameters
        given = {**checkpoint.get(cls.CHECKPOINT_HYPER_PARAMS_KEY, {}), **kwargs}
        if not any(one.kind is one.VAR_KEYWORD for one in taken.values()):
            given = {name: value for name, value in given.items() if name in taken}
        module = cls(**given)
        if hasattr(module, "on_load_checkpoint"):
            module.on_load_checkpoint(checkpoint)
        load_weights(module, checkpoint["state_dict"], strict)
        return module
