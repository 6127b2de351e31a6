from mindspore import Tensor


class TrainerMetrics:
    """What the steps of an epoch log: the last value of each name, and what an epoch makes of all of them."""

    def __init__(self):
        self.step, self.of_logger, self._kept = {}, {}, {}

    def note(self, name, value, on_step, on_epoch, reduce_fx, weight, logger):
        if isinstance(value, dict):
            for key, one in value.items():
                self.note(f"{name}.{key}" if name else key, one, on_step, on_epoch, reduce_fx, weight, logger)
            return
        if hasattr(value, "compute"):  # a metric that sums up by itself
            self._kept[name] = (value, None, logger)
            return
        number = float(value)
        both = on_step and on_epoch
        if on_step:
            self.step[f"{name}_step" if both else name] = number
            if both:
                self.step[name] = number
            if logger:
                self.of_logger[f"{name}_step" if both else name] = number
        if on_epoch:
            held = self._kept.setdefault(f"{name}_epoch" if both else name, ([], reduce_fx, logger))
            held[0].append((number, weight))

    def epoch(self):
        """Name → value over the epoch, and the names that a logger gets."""
        found, names = {}, set()
        for name, (held, reduce_fx, logger) in self._kept.items():
            if hasattr(held, "compute"):
                found[name] = float(held.compute())
            else:
                found[name] = self._reduced([number for number, _ in held], [weight for _, weight in held], reduce_fx)
            if logger:
                names.add(name)
            if name.endswith("_epoch") and f"{name[:-6]}_step" in self.step:
                found[name[:-6]] = found[name]
        return found, names

    def reset(self):
        """Has the metrics that sum up by themselves begin anew."""
        for held, _, _ in self._kept.values():
            if hasattr(held, "reset"):
                held.reset()

    def _reduced(self, numbers, weights, reduce_fx):
        kind = reduce_fx if isinstance(reduce_fx, str) else getattr(reduce_fx, "__name__", "mean")
        if kind in ("mean", "avg"):
            return sum(n * w for n, w in zip(numbers, weights)) / sum(weights)
        if kind in ("sum", "min", "max"):
            return {"sum": sum, "min": min, "max": max}[kind](numbers)
        return float(reduce_fx(Tensor(numbers)))
