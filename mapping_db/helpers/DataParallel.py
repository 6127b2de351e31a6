from mindspore import nn


class DataParallel(nn.Cell):
    """Torch's ``DataParallel`` on one device: the model itself, under the name ``module``."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module

    def construct(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)
