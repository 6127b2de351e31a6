# needs: LightningCallback
import math


class EarlyStopping(LightningCallback):
    """Lightning's ``EarlyStopping``: stops when what it monitors has not improved for ``patience`` epochs."""

    monitors = True

    def __init__(
        self, monitor, min_delta=0.0, patience=3, verbose=False, mode="min", strict=True, check_finite=True,
        stopping_threshold=None, divergence_threshold=None, check_on_train_epoch_end=None, **kwargs,
    ):  # fmt: skip
        self.monitor, self.patience, self.mode, self.strict = monitor, patience, mode, strict
        self.min_delta, self.check_finite = abs(min_delta), check_finite
        self.stopping_threshold, self.divergence_threshold = stopping_threshold, divergence_threshold
        self.wait_count = self.stopped_epoch = 0
        self.best_score = math.inf if mode == "min" else -math.inf

    def on_train_epoch_end(self, trainer, pl_module, *args):
        if self.monitor not in trainer.callback_metrics:
            if self.strict:
                known = ", ".join(trainer.callback_metrics)
                raise RuntimeError(f"EarlyStopping monitors {self.monitor!r}, but only these were logged: {known}")
            return
        now = float(trainer.callback_metrics[self.monitor])
        if self._stops(now):
            self.stopped_epoch, trainer.should_stop = trainer.current_epoch, True

    def _stops(self, now):
        if self.check_finite and not math.isfinite(now):
            return True
        if self.stopping_threshold is not None and self._better(now, self.stopping_threshold):
            return True
        if self.divergence_threshold is not None and self._better(-now, -self.divergence_threshold):
            return True
        better = (
            now < self.best_score - self.min_delta if self.mode == "min" else now > self.best_score + self.min_delta
        )
        self.best_score, self.wait_count = (now, 0) if better else (self.best_score, self.wait_count + 1)
        return self.wait_count >= self.patience

    def _better(self, one, other):
        return one < other if self.mode == "min" else one > other

    def state_dict(self):
        return {name: vars(self)[name] for name in ("wait_count", "stopped_epoch", "best_score", "patience")}

    def load_state_dict(self, state_dict):
        vars(self).update(state_dict)
