# needs: apply_gradients, zero_gradients
class LightningOptimizer:
    """What a LightningModule's ``self.optimizers()`` gives: torch's ``zero_grad``, and ``step``, which the ``Trainer`` counts."""

    def __init__(self, optimizer, trainer):
        self.optimizer, self._trainer = optimizer, trainer

    def step(self, closure=None, **kwargs):
        loss = None if closure is None else closure()
        apply_gradients(self.optimizer)
        self._trainer.global_step += 1
        return loss

    def zero_grad(self, set_to_none=True):
        zero_gradients(self.optimizer, set_to_none)

    def __getattr__(self, name):
        return getattr(self.__dict__["optimizer"], name)
