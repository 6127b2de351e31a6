"""AdamW whose arguments are given as torch takes them."""

from mindspore.experimental import optim


class TorchAdamW(optim.AdamW):
    """``torch.optim.AdamW``, for calls whose arguments are only known when they run."""

    def __init__(
        self,
        params,
        lr=0.001,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0.01,
        amsgrad=False,
        *,
        maximize=False,
        foreach=None,
        capturable=False,
        differentiable=False,
        fused=None,
    ):
        betas = tuple(float(beta) for beta in betas)  # of whole numbers MindSpore's kernel makes another value
        super().__init__(params, lr, betas, float(eps), float(weight_decay), amsgrad, maximize=maximize)
