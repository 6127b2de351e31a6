from mindspore import nn


class FunctionLayer(nn.Cell):
    """A layer without weights: calls a function with its inputs, and with what the layer is made with."""

    def __init__(self, function, *args, **kwargs):
        super().__init__()
        self.function, self.args, self.kwargs = function, args, kwargs

    def construct(self, *inputs):
        return self.function(*inputs, *self.args, **self.kwargs)

    def extend_repr(self):
        given = [*map(repr, self.args), *(f"{name}={value!r}" for name, value in self.kwargs.items())]
        return ", ".join([self.function.__name__, *given])
