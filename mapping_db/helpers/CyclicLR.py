from mindspore.experimental import optim


class CyclicLR(optim.lr_scheduler.CyclicLR):
    """Torch's ``CyclicLR``: while the rate rises, momentum (or the first of ``betas``) falls, and the other way."""

    def __init__(
        self,
        optimizer,
        base_lr,
        max_lr,
        step_size_up=2000,
        step_size_down=None,
        mode="triangular",
        gamma=1.0,
        scale_fn=None,
        scale_mode="cycle",
        cycle_momentum=True,
        base_momentum=0.8,
        max_momentum=0.9,
        last_epoch=-1,
        verbose=False,
    ):
        self._momenta = None
        if cycle_momentum:
            if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
                raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
            ends = (base_momentum, max_momentum)
            each = [
                list(end) if isinstance(end, (list, tuple)) else [end] * len(optimizer.param_groups) for end in ends
            ]
            self._momenta = list(zip(*each))
        super().__init__(
            optimizer, base_lr, max_lr, step_size_up, step_size_down, mode, gamma, scale_fn, scale_mode, last_epoch
        )

    def get_lr(self):
        if self._momenta is not None:
            step = float(self.last_epoch)
            cycle = 1 + step // self.total_step_size
            place = 1.0 + step / self.total_step_size - cycle
            ratio = self.step_up_ratio
            share = place / ratio if place <= ratio else (place - 1) / (ratio - 1)
            scale = float(self.scale_fn(cycle if self.scale_mode == "cycle" else step))
            for group, (low, high) in zip(self.optimizer.param_groups, self._momenta):
                momentum = high - (high - low) * share * scale
                if "betas" in group:
                    group["betas"] = (momentum, *group["betas"][1:])
                else:
                    group["momentum"] = momentum
        return super().get_lr()
