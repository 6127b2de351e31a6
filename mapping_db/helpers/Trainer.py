# needs: CSVLogger, ModelCheckpoint, TrainerCheckpoints, TrainerEvaluation, TrainerMetrics, TrainerOptimization
# needs: batches_of, by_count, by_names, length_of, size_of_batch, use_deterministic_algorithms
import inspect
import sys
import warnings
from pathlib import Path

import mindspore as ms
from mindspore import Tensor


class Trainer(TrainerEvaluation, TrainerOptimization, TrainerCheckpoints):
    """Lightning's ``Trainer`` on MindSpore, for one device and float32: loops, hooks, logs, callbacks and checkpoints."""

    def __init__(
        self, max_epochs=None, min_epochs=None, max_steps=-1, limit_train_batches=1.0, limit_val_batches=1.0,
        limit_test_batches=1.0, limit_predict_batches=1.0, fast_dev_run=False, val_check_interval=1.0,
        check_val_every_n_epoch=1, num_sanity_val_steps=2, log_every_n_steps=50, enable_checkpointing=True,
        enable_progress_bar=True, accumulate_grad_batches=1, gradient_clip_val=None, gradient_clip_algorithm="norm",
        logger=True, callbacks=None, default_root_dir=None, resume_from_checkpoint=None, **others,
    ):  # fmt: skip
        self._warn_of(others)
        if fast_dev_run:
            count = 1 if fast_dev_run is True else fast_dev_run
            limit_train_batches = limit_val_batches = limit_test_batches = limit_predict_batches = count
            max_epochs, max_steps, logger, enable_checkpointing, num_sanity_val_steps = 1, count, False, False, 0
        self.max_steps = -1 if max_steps is None else max_steps
        self.max_epochs = (1000 if self.max_steps == -1 else -1) if max_epochs is None else max_epochs
        self.min_epochs, self.fast_dev_run = min_epochs or 0, fast_dev_run
        self._limits = {"train": limit_train_batches, "validation": limit_val_batches, "test": limit_test_batches}
        self._limits["predict"] = limit_predict_batches
        self.val_check_interval, self.check_val_every_n_epoch = val_check_interval, check_val_every_n_epoch
        self.num_sanity_val_steps, self.log_every_n_steps = num_sanity_val_steps, log_every_n_steps
        self.accumulate_grad_batches, self.gradient_clip_val = accumulate_grad_batches, gradient_clip_val
        self.gradient_clip_algorithm, self._progress = gradient_clip_algorithm, enable_progress_bar
        self.default_root_dir, self._resume = str(default_root_dir or Path.cwd()), resume_from_checkpoint
        self.loggers = list(logger) if isinstance(logger, (list, tuple)) else [logger] if logger else []
        self.loggers = [CSVLogger(self.default_root_dir) if one is True else one for one in self.loggers]
        self.callbacks = list(callbacks) if isinstance(callbacks, (list, tuple)) else [callbacks] if callbacks else []
        if enable_checkpointing and not any(isinstance(one, ModelCheckpoint) for one in self.callbacks):
            self.callbacks.append(ModelCheckpoint())
        self.callbacks.sort(key=lambda one: isinstance(one, ModelCheckpoint))  # these last, as in Lightning
        self.current_epoch = self.global_step = 0
        self.should_stop = self.sanity_checking = self.stepped = self.in_epoch = False
        self.lightning_module = self.datamodule = self._metrics = None
        self.optimizers, self.wrapped, self.lr_scheduler_configs = [], [], []
        self.callback_metrics, self.logged_metrics = {}, {}
        self.num_training_batches, self.train_dataloader, self.val_dataloaders = 0, None, []
        self.is_global_zero, self.global_rank, self.local_rank, self.world_size = True, 0, 0, 1

    def _warn_of(self, others):
        """Says which arguments are not followed, several devices among them; where to compute, MindSpore's context says."""
        use_deterministic_algorithms(others.get("deterministic"))
        where = ("accelerator", "devices", "strategy", "num_nodes", "gpus", "auto_select_gpus", "sync_batchnorm", "benchmark",
                 "deterministic", "enable_model_summary", "weights_summary", "progress_bar_refresh_rate", "inference_mode",
                 "use_distributed_sampler", "replace_sampler_ddp", "num_processes", "distributed_backend")  # fmt: skip
        for name, value in others.items():
            precise = name == "precision" and str(value) in ("32", "32-true")
            several = name in ("devices", "gpus", "num_nodes", "num_processes") and str(value) not in (
                "0",
                "1",
                "auto",
                "[0]",
            )
            if value is not None and value is not False and (name not in where or several) and not precise:
                warnings.warn(f"Trainer: {name}={value!r} is not followed here", stacklevel=3)

    @classmethod
    def from_argparse_args(cls, args, **kwargs):
        known = inspect.signature(cls.__init__).parameters
        return cls(**{**{name: value for name, value in vars(args).items() if name in known}, **kwargs})

    @property
    def logger(self):
        return self.loggers[0] if self.loggers else None

    @property
    def log_dir(self):
        return self.logger.log_dir if hasattr(self.logger, "log_dir") else self.default_root_dir

    @property
    def model(self):
        return self.lightning_module

    @property
    def checkpoint_callback(self):
        return next((one for one in self.callbacks if isinstance(one, ModelCheckpoint)), None)

    @property
    def estimated_stepping_batches(self):
        steps = -(-self.num_training_batches // self.accumulate_grad_batches) * self.max_epochs
        return steps if self.max_steps == -1 else min(steps, self.max_steps)

    def fit(self, model, train_dataloaders=None, val_dataloaders=None, datamodule=None, ckpt_path=None, **kwargs):
        train = kwargs.get("train_dataloader", train_dataloaders)
        if hasattr(train, "train_dataloader"):
            train, datamodule = None, train
        self._begin(model, datamodule, "fit")
        self.train_dataloader = self._loader(train, "train")
        self.val_dataloaders = self._several(self._loader(val_dataloaders, "val"))
        self.num_training_batches = self._count(self.train_dataloader, "train")
        self._take_optimizers(model.configure_optimizers() if hasattr(model, "configure_optimizers") else None)
        if ckpt_path or self._resume:
            self._go_on(ckpt_path or self._resume)
        self._call("on_fit_start")
        if self.val_dataloaders and self.num_sanity_val_steps:
            self.sanity_checking = True
            self._call("on_sanity_check_start")
            most = sys.maxsize if self.num_sanity_val_steps == -1 else self.num_sanity_val_steps
            self._evaluate("validation", self.val_dataloaders, most)
            self._call("on_sanity_check_end")
            self.sanity_checking, self.callback_metrics = False, {}
        model.set_train()
        self._call("on_train_start")
        while not self._is_over():
            self.in_epoch = True
            self._run_epoch()
            self.in_epoch = False
            self.current_epoch += 1
        self._call("on_train_end")
        self._call("on_fit_end")
        self._end("fit")

    def _begin(self, model, datamodule, stage):
        self.lightning_module, self.datamodule = model, datamodule
        model.trainer = self
        own = model.configure_callbacks() or []
        self.callbacks += [
            one for one in (own if isinstance(own, (list, tuple)) else [own]) if one not in self.callbacks
        ]
        for one in (datamodule, model):
            if one is not None:
                one.trainer = self
                one.prepare_data()
                by_names(one.setup, stage=stage)
        for one in self.callbacks:
            one.setup(self, model, stage)
        if hasattr(model, "configure_model"):
            model.configure_model()

    def _end(self, stage):
        for one in self.callbacks:
            one.teardown(self, self.lightning_module, stage)
        for one in (self.datamodule, self.lightning_module):
            if one is not None:
                by_names(one.teardown, stage=stage)
        for one in self.loggers:
            if hasattr(one, "finalize"):
                one.finalize("success")

    def _loader(self, given, name):
        for one in (self.datamodule, self.lightning_module):
            if given is None and hasattr(one, f"{name}_dataloader"):
                given = getattr(one, f"{name}_dataloader")()
        return given

    def _several(self, loaders):
        return [] if loaders is None else list(loaders) if isinstance(loaders, (list, tuple)) else [loaders]

    def _is_over(self):
        if 0 <= self.max_steps <= self.global_step or 0 <= self.max_epochs <= self.current_epoch:
            return True
        return self.should_stop and self.current_epoch >= self.min_epochs

    def _run_epoch(self):
        model, most = self.lightning_module, self.num_training_batches
        self._metrics, self._now = TrainerMetrics(), ("epoch", 1)
        self._call("on_train_epoch_start")
        outputs, batch = [], None
        for index, batch in enumerate(batches_of(self.train_dataloader)):
            if index >= most or 0 <= self.max_steps <= self.global_step:
                break
            self._now = ("train", size_of_batch(batch))
            if self._call("on_train_batch_start", batch, index) == -1:
                break
            before = self.global_step
            given = self._optimize(batch, index, index + 1 == most)
            self.stepped = self.global_step > before
            self.callback_metrics |= self._tensors(self._metrics.step)
            outputs.append(given)
            self._call("on_train_batch_end", given, batch, index)
            if self.stepped:
                self._schedule("step", self.global_step)
            if self.global_step % self.log_every_n_steps == 0 and self.stepped and self._metrics.of_logger:
                self.log_metrics(self._metrics.of_logger, self.global_step - 1)
            if self._validates_after(index + 1, most):
                self._validate()
        if self.val_check_interval == 1.0 and (self.current_epoch + 1) % self.check_val_every_n_epoch == 0:
            self._validate()
        self._now = ("epoch", 1)
        self._take_epoch()
        if hasattr(model, "training_epoch_end"):
            model.training_epoch_end([one if isinstance(one, dict) else {"loss": one} for one in outputs])
        self._call("on_train_epoch_end", take=self._take_epoch)
        found, names = self._metrics.epoch()
        self._metrics.reset()
        if names:
            self.log_metrics({name: found[name] for name in found if name in names}, self.global_step - 1)
        self._schedule("epoch", self.current_epoch + 1)
        if self._progress:
            shown = " ".join(f"{name}={float(value):.4g}" for name, value in self.callback_metrics.items())
            sys.stderr.write(f"Epoch {self.current_epoch}: {shown}\n")

    def _count(self, loaders, stage):
        """How many batches ``limit_train_batches`` and the like leave: a share of them, or how many."""
        count, limit = length_of(loaders), self._limits[stage]
        return min(count, limit) if isinstance(limit, int) else count if limit == 1.0 else int(count * limit)

    def _take_epoch(self):
        self.callback_metrics |= self._tensors(self._metrics.epoch()[0])

    def _validates_after(self, done, most):
        every = self.val_check_interval
        if every == 1.0 and not isinstance(every, int):
            return False
        return done % (every if isinstance(every, int) else max(1, int(most * every))) == 0

    def _validate(self):
        if self.val_dataloaders and hasattr(self.lightning_module, "validation_step"):
            self._evaluate("validation", self.val_dataloaders)
            self.lightning_module.set_train()

    def note(self, name, value, on_step, on_epoch, reduce_fx, batch_size, logger):
        """What ``self.log`` of the module hands on."""
        stage, size, *end = self._now
        on_step = stage == "train" if on_step is None else on_step
        on_epoch = stage != "train" if on_epoch is None else on_epoch
        weight = batch_size or size or 1
        self._metrics.note(name + (end[0] if end else ""), value, on_step, on_epoch, reduce_fx, weight, logger)

    def _tensors(self, numbers):
        return {name: Tensor(value, ms.float32) for name, value in numbers.items()}

    def log_metrics(self, metrics, step=None):
        self.logged_metrics |= self._tensors(metrics)
        for one in self.loggers:
            one.log_metrics({**metrics, "epoch": self.current_epoch}, self.global_step if step is None else step)

    def _call(self, hook, *args, take=None):
        """Calls a hook of callbacks and module; with ``take``, callbacks that monitor what the others log come last."""
        model, given = self.lightning_module, None
        last = [one for one in self.callbacks if take and one.monitors]
        for one in self.callbacks:
            if one not in last:
                by_count(getattr(one, hook), self, model, *args)
        if hasattr(model, hook):
            given = by_count(getattr(model, hook), *args)
        if take:
            take()
        for one in last:
            by_count(getattr(one, hook), self, model, *args)
        return given
