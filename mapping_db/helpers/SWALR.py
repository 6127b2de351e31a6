from math import cos, pi

from mindspore.experimental import optim


class SWALR(optim.lr_scheduler.LRScheduler):
    """Torch's ``SWALR``: the rate goes to a fixed one within some epochs, and stays there."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must by one of 'cos' or 'linear', instead got {anneal_strategy}")
        groups = optimizer.param_groups
        self.swa_lrs = list(swa_lr) if isinstance(swa_lr, (list, tuple)) else [swa_lr] * len(groups)
        self.anneal_epochs, self.anneal_strategy = anneal_epochs, anneal_strategy
        super().__init__(optimizer, last_epoch)

    def share(self, step):
        place = max(0, min(1, step / max(1, self.anneal_epochs)))
        return (1 - cos(pi * place)) / 2 if self.anneal_strategy == "cos" else place

    def get_lr(self):
        step = int(self.last_epoch)
        step = max(1, step) if self.anneal_epochs == 0 else step
        before, now = self.share(step - 1), self.share(step)
        rates = []
        for group, end in zip(self.optimizer.param_groups, self.swa_lrs):
            start = end if before == 1 else (float(group["lr"]) - before * end) / (1 - before)
            rates.append(end * now + start * (1 - now))
        return rates
