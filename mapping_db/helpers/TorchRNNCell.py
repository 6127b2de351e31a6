# needs: cast_parameters, exact_tanh, recorded_matmul, recurrent_weight
from mindspore import nn, ops


class TorchRNNCell(nn.Cell):
    """Torch's ``RNNCell``: the state may be left out, a single sample has no batch axis, float64 is fine."""

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        self.nonlinearity = nonlinearity
        self.weight_ih = recurrent_weight((1 * hidden_size, input_size), hidden_size)
        self.weight_hh = recurrent_weight((1 * hidden_size, hidden_size), hidden_size)
        self.bias_ih = recurrent_weight((1 * hidden_size,), hidden_size) if bias else None
        self.bias_hh = recurrent_weight((1 * hidden_size,), hidden_size) if bias else None
        cast_parameters(self, dtype)

    def construct(self, input, hx=None):
        x = input if input.ndim == 2 else input.expand_dims(0)
        if hx is None:
            h = ops.zeros((x.shape[0], self.hidden_size), x.dtype)
        else:
            h = hx if hx.ndim == 2 else hx.expand_dims(0)
        h = recorded_matmul(x, self.weight_ih.T) + recorded_matmul(h, self.weight_hh.T)
        if self.bias:
            h = h + self.bias_ih + self.bias_hh
        h = ops.relu(h) if self.nonlinearity == "relu" else exact_tanh(h)
        return h if input.ndim == 2 else h.squeeze(0)
