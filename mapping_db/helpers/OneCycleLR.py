import math

from mindspore.experimental.optim.lr_scheduler import LRScheduler


class OneCycleLR(LRScheduler):
    """Torch's ``OneCycleLR``: the rate rises to its maximum and falls below its start; momentum goes the other way."""

    def __init__(
        self,
        optimizer,
        max_lr,
        total_steps=None,
        epochs=None,
        steps_per_epoch=None,
        pct_start=0.3,
        anneal_strategy="cos",
        cycle_momentum=True,
        base_momentum=0.85,
        max_momentum=0.95,
        div_factor=25.0,
        final_div_factor=1e4,
        three_phase=False,
        last_epoch=-1,
        verbose=False,
    ):
        if total_steps is None:
            if epochs is None or steps_per_epoch is None:
                raise ValueError("OneCycleLR needs total_steps, or epochs and steps_per_epoch")
            total_steps = epochs * steps_per_epoch
        groups = optimizer.param_groups
        peaks = list(max_lr) if isinstance(max_lr, (list, tuple)) else [max_lr] * len(groups)
        self.total_steps = total_steps
        self._cosine = anneal_strategy == "cos"
        self._rates = [(p / div_factor, p, p / div_factor / final_div_factor) for p in peaks]
        self._momenta = (max_momentum, base_momentum, max_momentum) if cycle_momentum else None
        rise = float(pct_start * total_steps) - 1
        self._ends = (rise, 2 * rise, total_steps - 1) if three_phase else (rise, total_steps - 1)
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        step = int(self.last_epoch)
        if step > self.total_steps:
            raise ValueError(f"OneCycleLR was told of {self.total_steps} steps, this is step {step}")
        if self._momenta is not None:
            for group in self.optimizer.param_groups:
                momentum = self._at(step, self._momenta)
                if "betas" in group:
                    group["betas"] = (momentum, *group["betas"][1:])
                elif "momentum" in group:
                    group["momentum"] = momentum
        return [self._at(step, rates, last=rates[2]) for rates in self._rates]

    def _at(self, step, values, last=None):
        """The value at a step: first -> peak -> first (-> last)."""
        first, peak = values[0], values[1]
        last = first if last is None else last
        marks = (first, peak, first, last) if len(self._ends) == 3 else (first, peak, last)
        starts = (0.0, *self._ends[:-1])
        phase = next((i for i, end in enumerate(self._ends) if step <= end), len(self._ends) - 1)
        share = (step - starts[phase]) / (self._ends[phase] - starts[phase])
        return self._between(marks[phase], marks[phase + 1], share)

    def _between(self, a, b, share):
        if self._cosine:
            return b + (a - b) / 2.0 * (1 + math.cos(math.pi * share))
        return (b - a) * share + a
