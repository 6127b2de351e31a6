# needs: cast_parameters, exact_tanh, recorded_matmul, recurrent_weight
from mindspore import mint, nn, ops


class TorchLSTMCell(nn.Cell):
    """Torch's ``LSTMCell``: the state may be left out, a single sample has no batch axis, float64 is fine."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        self.weight_ih = recurrent_weight((4 * hidden_size, input_size), hidden_size)
        self.weight_hh = recurrent_weight((4 * hidden_size, hidden_size), hidden_size)
        self.bias_ih = recurrent_weight((4 * hidden_size,), hidden_size) if bias else None
        self.bias_hh = recurrent_weight((4 * hidden_size,), hidden_size) if bias else None
        cast_parameters(self, dtype)

    def construct(self, input, hx=None):
        x = input if input.ndim == 2 else input.expand_dims(0)
        if hx is None:
            h = c = ops.zeros((x.shape[0], self.hidden_size), x.dtype)
        else:
            h, c = (state if state.ndim == 2 else state.expand_dims(0) for state in hx)
        gates = recorded_matmul(x, self.weight_ih.T) + recorded_matmul(h, self.weight_hh.T)
        if self.bias:
            gates = gates + self.bias_ih + self.bias_hh
        i, f, g, o = mint.chunk(gates, 4, 1)
        c = ops.sigmoid(f) * c + ops.sigmoid(i) * exact_tanh(g)
        h = ops.sigmoid(o) * exact_tanh(c)
        return (h, c) if input.ndim == 2 else (h.squeeze(0), c.squeeze(0))
