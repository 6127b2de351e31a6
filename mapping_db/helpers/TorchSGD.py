"""Gradient descent whose arguments are given as torch takes them."""

from mindspore.experimental import optim


class TorchSGD(optim.SGD):
    """``torch.optim.SGD``, for calls whose arguments are only known when they run."""

    def __init__(
        self,
        params,
        lr=0.001,
        momentum=0,
        dampening=0,
        weight_decay=0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        differentiable=False,
        fused=None,
    ):
        super().__init__(
            params, lr, float(momentum), float(dampening), float(weight_decay), nesterov, maximize=maximize
        )
