# needs: LightningCallback
import re
from pathlib import Path


class ModelCheckpoint(LightningCallback):
    """Lightning's ``ModelCheckpoint``: saves at the end of epochs, the best ``save_top_k`` by what it monitors."""

    monitors = True

    CHECKPOINT_NAME_LAST = "last"
    FILE_EXTENSION = ".ckpt"

    def __init__(
        self, dirpath=None, filename=None, monitor=None, verbose=False, save_last=None, save_top_k=1,
        save_weights_only=False, mode="min", auto_insert_metric_name=True, every_n_train_steps=None,
        train_time_interval=None, every_n_epochs=None, save_on_train_epoch_end=None, **kwargs,
    ):  # fmt: skip
        self.dirpath, self.filename, self.monitor, self.mode = dirpath, filename, monitor, mode
        self.save_last, self.save_top_k, self.save_weights_only = save_last, save_top_k, save_weights_only
        self.auto_insert_metric_name, self.every_n_train_steps = auto_insert_metric_name, every_n_train_steps
        self.every_n_epochs = every_n_epochs or (0 if every_n_train_steps else 1)
        self.best_model_path = self.last_model_path = ""
        self.best_model_score, self.best_k_models = None, {}

    def on_train_batch_end(self, trainer, pl_module, outputs, batch, batch_idx, *args):
        if self.every_n_train_steps and trainer.global_step % self.every_n_train_steps == 0 and trainer.stepped:
            self._save(trainer)

    def on_train_epoch_end(self, trainer, pl_module, *args):
        if self.every_n_epochs and (trainer.current_epoch + 1) % self.every_n_epochs == 0:
            self._save(trainer)

    def _save(self, trainer):
        if self.monitor is not None and self.monitor not in trainer.callback_metrics:
            known = ", ".join(trainer.callback_metrics)
            raise ValueError(f"ModelCheckpoint monitors {self.monitor!r}, but only these were logged: {known}")
        folder = Path(self.dirpath or Path(trainer.log_dir) / "checkpoints")
        values = {"epoch": trainer.current_epoch, "step": trainer.global_step}
        values |= {name: float(value) for name, value in trainer.callback_metrics.items()}
        if self.save_top_k:
            score = trainer.current_epoch if self.monitor is None else values[self.monitor]
            self._keep_best(trainer, folder, score, values)
        if self.save_last:
            path = folder / f"{self.CHECKPOINT_NAME_LAST}{self.FILE_EXTENSION}"
            trainer.save_checkpoint(path, self.save_weights_only)
            self.last_model_path = str(path)

    def _keep_best(self, trainer, folder, score, values):
        held, most = self.best_k_models, self.save_top_k
        rising = self.monitor is None or self.mode == "max"
        worst = None
        if 0 < most <= len(held):
            worst = (min if rising else max)(held, key=held.get)
            if not (score > held[worst] if rising else score < held[worst]):
                return
        path = self._path(folder, values)
        if worst is not None:
            del held[worst]
            if Path(worst) != path:
                Path(worst).unlink(missing_ok=True)
        trainer.save_checkpoint(path, self.save_weights_only)
        held[str(path)] = score
        self.best_model_path = (max if rising else min)(held, key=held.get)
        if self.monitor is not None:
            self.best_model_score = trainer.callback_metrics[self.monitor] * 0 + held[self.best_model_path]

    def _path(self, folder, values):
        name = self.format_checkpoint_name(values)
        path, version = folder / name, 0
        while path.exists() and str(path) not in self.best_k_models:
            version += 1
            path = folder / f"{name[: -len(self.FILE_EXTENSION)]}-v{version}{self.FILE_EXTENSION}"
        return path

    def format_checkpoint_name(self, metrics, filename=None):
        """The file's name: ``{epoch}-{val_loss:.2f}`` gives ``epoch=3-val_loss=0.25.ckpt``."""
        text = filename or self.filename or "{epoch}-{step}"

        def written(found):
            value = format(metrics.get(found[1], 0), found[2][1:]) if found[2] else metrics.get(found[1], 0)
            return f"{found[1]}={value}" if self.auto_insert_metric_name else str(value)

        return re.sub(r"\{([^:}]+)(:[^}]*)?\}", written, str(text)) + self.FILE_EXTENSION

    def state_dict(self):
        best = {"best_model_path": self.best_model_path, "best_k_models": dict(self.best_k_models)}
        return {**best, "last_model_path": self.last_model_path}

    def load_state_dict(self, state_dict):
        vars(self).update(state_dict)
