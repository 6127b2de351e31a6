"""RMSprop whose arguments are given as torch takes them."""

from mindspore.experimental import optim


class TorchRMSprop(optim.RMSprop):
    """``torch.optim.RMSprop``, for calls whose arguments are only known when they run."""

    def __init__(
        self,
        params,
        lr=0.01,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        numbers = (float(number) for number in (alpha, eps, weight_decay, momentum))
        super().__init__(params, lr, *numbers, centered, maximize)
