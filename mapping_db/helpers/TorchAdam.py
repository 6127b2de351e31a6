import math

from mindspore import float32, ops
from mindspore.experimental import optim


class TorchAdam(optim.Adam):
    """``torch.optim.Adam``; MindSpore's own gives ``eps`` more weight in the first steps and does not heed ``amsgrad``."""

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
        self.fused = all(p.dtype == float32 for p in self.parameters)  # its kernel takes no float64

    def construct(self, gradients):
        self.assignadd(self.state_step, self.increase_tensor)
        for number, group in enumerate(self.param_groups):
            first, end = self.group_start_id[number], self.group_start_id[number + 1]
            rate = ops.cast(group["lr"], self.lrs[number].dtype) if isinstance(group["lr"], float) else self.lrs[number]
            decay, (beta1, beta2), eps = group["weight_decay"], group["betas"], group["eps"]
            found = tuple(ops.neg(g) if group["maximize"] else g for g in gradients[first:end])
            if decay and not self.decoupled_weight_decay:
                found = tuple(g + decay * p for g, p in zip(found, self.parameters[first:end]))
                decay = 0.0
            if decay or group["amsgrad"] or not self.fused:
                self.implementation(rate, decay, beta1, beta2, group["amsgrad"], eps, found, first, end)
                continue
            # The kernel adds eps to sqrt(v) without its correction: both corrections go into what it is given.
            steps = ops.cast(self.state_step, rate.dtype)
            root = ops.sqrt(self.corrected(beta2, steps))
            given = (0.0, 0.0, rate * root / self.corrected(beta1, steps), beta1, beta2, eps * root)
            for place, gradient in enumerate(found, first):
                self.adam_opt(self.parameters[place], self.exp_avg[place], self.exp_avg_sq[place], *given, gradient)
        return True

    def corrected(self, beta, steps):
        """``1 - beta ** steps``, which keeps its digits where ``beta`` is near 1."""
        return ops.neg(ops.expm1(steps * (math.log(beta) if beta else -math.inf)))
