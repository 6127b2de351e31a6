from mindspore import ops
from mindspore.experimental import optim


class TorchAdam(optim.Adam):
    """``torch.optim.Adam``; MindSpore's own scales ``eps`` with the bias correction and does not heed ``amsgrad``."""

    implementation = optim.AdamW.implementation

    def __init__(
        self,
        params,
        lr=0.001,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0.0,
        amsgrad=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
        fused=None,
        decoupled_weight_decay=False,
    ):
        betas = tuple(float(beta) for beta in betas)  # of whole numbers MindSpore's kernel makes another value
        super().__init__(params, lr, betas, float(eps), weight_decay, amsgrad, maximize=maximize)
        self.decoupled_weight_decay = decoupled_weight_decay

    def construct(self, gradients):
        self.assignadd(self.state_step, self.increase_tensor)
        for number, group in enumerate(self.param_groups):
            first, end = self.group_start_id[number], self.group_start_id[number + 1]
            rate = ops.cast(group["lr"], self.lrs[number].dtype) if isinstance(group["lr"], float) else self.lrs[number]
            decay = group["weight_decay"]
            found = tuple(ops.neg(g) if group["maximize"] else g for g in gradients[first:end])
            if decay and not self.decoupled_weight_decay:
                found = tuple(g + decay * p for g, p in zip(found, self.parameters[first:end]))
                decay = 0.0
            beta1, beta2 = group["betas"]
            self.implementation(rate, decay, beta1, beta2, group["amsgrad"], group["eps"], found, first, end)
        return True
