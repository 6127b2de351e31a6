from mindspore import mint, nn


class DistributedDataParallel(nn.Cell):
    """Torch's ``DistributedDataParallel``: every process runs the Cell on its own data, gradients are averaged over them."""

    def __init__(self, module, *args, **kwargs):
        super().__init__(auto_prefix=False)
        self.module = module
        self._processes = mint.distributed.get_world_size()
        if self._processes > 1:
            for parameter in module.get_parameters():
                mint.distributed.broadcast(parameter, 0)
                if parameter.requires_grad:
                    parameter.register_hook(self._averaged)

    def construct(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)

    def _averaged(self, gradient):
        gradient = gradient.copy()
        mint.distributed.all_reduce(gradient)
        return gradient / self._processes
