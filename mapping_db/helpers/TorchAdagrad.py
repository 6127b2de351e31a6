"""Adagrad whose arguments are given as torch takes them."""

from mindspore.experimental import optim


class TorchAdagrad(optim.Adagrad):
    """``torch.optim.Adagrad``, for calls whose arguments are only known when they run."""

    def __init__(
        self,
        params,
        lr=0.01,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        numbers = (float(number) for number in (lr_decay, weight_decay, initial_accumulator_value, eps))
        super().__init__(params, lr, *numbers, maximize=maximize)
