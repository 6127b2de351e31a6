"""A scheduler's last learning rates, as it computed them itself."""

from mindspore import Tensor


def remember_rates(scheduler):
    """The scheduler, whose ``get_last_lr`` gives what it computed last: MindSpore's gives what the optimizer has by now.

    What wraps another scheduler, to warm up before it, goes on from there.
    """
    if scheduler is None or not hasattr(scheduler, "get_last_lr"):
        return scheduler
    step, current = scheduler.step, scheduler.get_last_lr
    kept = [[float(rate) for rate in current()]]

    def remembering(*args, **kwargs):
        step(*args, **kwargs)
        kept[0] = [float(rate) for rate in current()]

    scheduler.step = remembering
    scheduler.get_last_lr = lambda: [Tensor(rate) for rate in kept[0]]
    return scheduler
