import math

from mindspore import Tensor, ops
from mindspore import float32 as mindspore_float32
from mindspore.experimental.optim.lr_scheduler import CosineAnnealingWarmRestarts


class TorchCosineAnnealingWarmRestarts(CosineAnnealingWarmRestarts):
    """``CosineAnnealingWarmRestarts`` that steps to any epoch; MindSpore's fails behind the first period where they grow."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1, verbose=False):
        super().__init__(optimizer, T_0, T_mult, eta_min, last_epoch)

    def step(self, epoch=None):
        first, factor = float(self.T_0), self.T_mult
        if epoch is None or factor == 1 or epoch < first:
            super().step(epoch)
            return
        epoch = float(epoch)
        restarts = int(math.log(epoch / first * (factor - 1) + 1, factor))
        begin, length = first * (factor**restarts - 1) / (factor - 1), first * factor**restarts
        for kept, value in ((self.T_cur, epoch - begin), (self.T_i, length), (self.last_epoch, math.floor(epoch))):
            ops.assign(kept, Tensor(value, mindspore_float32).astype(kept.dtype))
        for group, rate in zip(self.optimizer.param_groups, self.get_lr()):
            ops.assign(group["lr"], rate)
