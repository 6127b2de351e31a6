# needs: deep_copy, module_buffers, module_parameters, set_data
import mindspore as ms
from mindspore import nn


class AveragedModel(nn.Cell):
    """Torch's ``AveragedModel``: a copy of the network, of whose weights it keeps a running average."""

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        self.module = deep_copy(model)
        self.register_buffer("n_averaged", ms.tensor(0))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers
        self.set_train(model.training)

    def construct(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)

    def update_parameters(self, model):
        number = int(self.n_averaged)
        weights = list(zip(module_parameters(self.module), module_parameters(model)))
        buffers = list(zip(module_buffers(self.module), module_buffers(model)))
        pairs = weights + (buffers if self.use_buffers else [])
        whole = [pair for pair in pairs if not pair[0].is_floating_point()]
        pairs = [pair for pair in pairs if pair[0].is_floating_point()]
        with ms._no_grad():
            if number and self.multi_avg_fn is not None:
                self.multi_avg_fn([mean for mean, _ in pairs], [new for _, new in pairs], number)
            else:
                for mean, new in pairs:
                    if not number:
                        set_data(mean, new.value().copy())
                    elif self.avg_fn is not None:
                        set_data(mean, self.avg_fn(mean.value(), new.value(), number))
                    else:
                        set_data(mean, mean + (new - mean) / (number + 1))
            for mean, new in whole if self.use_buffers else buffers:
                set_data(mean, new.value().copy())
        self.register_buffer("n_averaged", ms.tensor(number + 1))
