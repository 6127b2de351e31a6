from mindspore.experimental.optim.lr_scheduler import CosineAnnealingLR


class TorchCosineAnnealingLR(CosineAnnealingLR):
    """``CosineAnnealingLR`` that takes any number for ``T_max``, as torch's does: MindSpore's asks for an int."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1, verbose=False):
        self.period = T_max
        super().__init__(optimizer, 1, eta_min, last_epoch)
        self.T_max = T_max

    def get_lr(self):
        self.T_max = self.period
        return super().get_lr()
