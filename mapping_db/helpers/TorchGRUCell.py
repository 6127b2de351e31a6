# needs: cast_parameters, exact_tanh, recorded_matmul, recurrent_weight
from mindspore import mint, nn, ops


class TorchGRUCell(nn.Cell):
    """Torch's ``GRUCell``: the state may be left out, a single sample has no batch axis, float64 is fine."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        self.weight_ih = recurrent_weight((3 * hidden_size, input_size), hidden_size)
        self.weight_hh = recurrent_weight((3 * hidden_size, hidden_size), hidden_size)
        self.bias_ih = recurrent_weight((3 * hidden_size,), hidden_size) if bias else None
        self.bias_hh = recurrent_weight((3 * hidden_size,), hidden_size) if bias else None
        cast_parameters(self, dtype)

    def construct(self, input, hx=None):
        x = input if input.ndim == 2 else input.expand_dims(0)
        if hx is None:
            h = ops.zeros((x.shape[0], self.hidden_size), x.dtype)
        else:
            h = hx if hx.ndim == 2 else hx.expand_dims(0)
        of_input, of_state = recorded_matmul(x, self.weight_ih.T), recorded_matmul(h, self.weight_hh.T)
        if self.bias:
            of_input, of_state = of_input + self.bias_ih, of_state + self.bias_hh
        (r, z, n), (hr, hz, hn) = mint.chunk(of_input, 3, 1), mint.chunk(of_state, 3, 1)
        n = exact_tanh(n + ops.sigmoid(r + hr) * hn)
        z = ops.sigmoid(z + hz)
        h = (1 - z) * n + z * h
        return h if input.ndim == 2 else h.squeeze(0)
