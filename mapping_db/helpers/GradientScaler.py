# needs: apply_gradients
from mindspore import ops


class GradientScaler:
    """As ``GradScaler``: losses are multiplied before ``backward``, gradients divided again, steps with an overflow left out."""

    def __init__(
        self,
        device="cuda",
        init_scale=65536.0,
        growth_factor=2.0,
        backoff_factor=0.5,
        growth_interval=2000,
        enabled=True,
    ):
        self.factor = float(init_scale) if enabled else 1.0
        self.growth_factor, self.backoff_factor, self.growth_interval = growth_factor, backoff_factor, growth_interval
        self.enabled = enabled
        self.good_steps = 0
        self.found_overflow = False
        self.unscaled = set()

    def scale(self, outputs):
        if isinstance(outputs, (list, tuple)):
            return type(outputs)(self.scale(o) for o in outputs)
        return outputs * self.factor if self.enabled else outputs

    def unscale_(self, optimizer):
        if not self.enabled or id(optimizer) in self.unscaled:
            return
        self.unscaled.add(id(optimizer))
        for parameter in optimizer.parameters:
            if parameter._grad is not None:
                parameter._grad = parameter._grad / self.factor
                if not bool(ops.isfinite(parameter._grad).all()):
                    self.found_overflow = True

    def step(self, optimizer, *args, **kwargs):
        self.unscale_(optimizer)
        return None if self.found_overflow else apply_gradients(optimizer, *args, **kwargs)

    def update(self, new_scale=None):
        self.unscaled.clear()
        if new_scale is not None:
            self.factor = float(new_scale)
        elif self.enabled and self.found_overflow:
            self.factor *= self.backoff_factor
            self.good_steps = 0
        elif self.enabled:
            self.good_steps += 1
            if self.good_steps == self.growth_interval:
                self.factor *= self.growth_factor
                self.good_steps = 0
        self.found_overflow = False

    def get_scale(self):
        return self.factor

    def is_enabled(self):
        return self.enabled

    def state_dict(self):
        return {"scale": self.factor, "_growth_tracker": self.good_steps} if self.enabled else {}

    def load_state_dict(self, state_dict):
        self.factor = state_dict.get("scale", self.factor)
        self.good_steps = state_dict.get("_growth_tracker", 0)
