# needs: apply_gradients, load_optimizer_state, optimizer_state, zero_gradients
class AcceleratedOptimizer:
    """An optimizer that an ``Accelerator`` has prepared: it waits while gradients are accumulated."""

    def __init__(self, optimizer, accelerator):
        self.optimizer, self._accelerator, self.step_was_skipped = optimizer, accelerator, False

    def step(self, closure=None):
        return apply_gradients(self.optimizer, closure) if self._accelerator.sync_gradients else None

    def zero_grad(self, set_to_none=True):
        if self._accelerator.sync_gradients:
            zero_gradients(self.optimizer, set_to_none)

    def state_dict(self):
        return optimizer_state(self.optimizer)

    def load_state_dict(self, state_dict):
        load_optimizer_state(self.optimizer, state_dict)

    @property
    def param_groups(self):
        return self.optimizer.param_groups

    @property
    def parameters(self):
        return self.optimizer.parameters
