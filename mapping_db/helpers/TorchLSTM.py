# needs: StandIn, cast_parameters, exact_tanh, recorded_matmul, recurrent_weight
from mindspore import mint, nn, ops


class TorchLSTM(nn.Cell, metaclass=StandIn):
    """Torch's ``LSTM``, with projected states (``proj_size``), which ``nn.LSTM`` lacks, and without a batch axis."""

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = nn.Dropout(p=float(dropout)) if dropout else None
        self.proj_size = proj_size
        self.directions = ("", "_reverse") if bidirectional else ("",)
        out = proj_size or hidden_size
        for layer in range(num_layers):
            size = input_size if layer == 0 else out * len(self.directions)
            for end in self.directions:
                shapes = {"weight_ih": (4 * hidden_size, size), "weight_hh": (4 * hidden_size, out)}
                if bias:
                    shapes.update(bias_ih=(4 * hidden_size,), bias_hh=(4 * hidden_size,))
                if proj_size:
                    shapes["weight_hr"] = (proj_size, hidden_size)
                for name, shape in shapes.items():
                    setattr(self, f"{name}_l{layer}{end}", recurrent_weight(shape, hidden_size))
        cast_parameters(self, dtype)

    def construct(self, input, hx=None):
        if input.ndim == 2:
            states = None if hx is None else tuple(state.expand_dims(1) for state in hx)
            axis = 0 if self.batch_first else 1
            out, (h, c) = self.construct(input.expand_dims(axis), states)
            return out.squeeze(axis), (h.squeeze(1), c.squeeze(1))
        x = input.swapaxes(0, 1) if self.batch_first else input
        last_h, last_c = [], []
        for layer in range(self.num_layers):
            outs = []
            for number, end in enumerate(self.directions):
                place = layer * len(self.directions) + number
                state = None if hx is None else (hx[0][place], hx[1][place])
                out, h, c = self._run(x, state, f"_l{layer}{end}", bool(end))
                outs.append(out)
                last_h.append(h)
                last_c.append(c)
            x = outs[0] if len(outs) == 1 else mint.cat(outs, -1)
            if self.dropout is not None and layer + 1 < self.num_layers:
                x = self.dropout(x)
        out = x.swapaxes(0, 1) if self.batch_first else x
        return out, (ops.stack(last_h), ops.stack(last_c))

    def _run(self, x, state, end, backwards):
        """One layer in one direction: its outputs and last states."""
        if state is None:
            h = ops.zeros((x.shape[1], self.proj_size or self.hidden_size), x.dtype)
            c = ops.zeros((x.shape[1], self.hidden_size), x.dtype)
        else:
            h, c = state
        given = recorded_matmul(x, getattr(self, "weight_ih" + end).T)
        if self.bias:
            given = given + getattr(self, "bias_ih" + end) + getattr(self, "bias_hh" + end)
        weight = getattr(self, "weight_hh" + end).T
        outs = []
        for step in reversed(range(x.shape[0])) if backwards else range(x.shape[0]):
            i, f, g, o = mint.chunk(given[step] + recorded_matmul(h, weight), 4, 1)
            c = ops.sigmoid(f) * c + ops.sigmoid(i) * exact_tanh(g)
            h = ops.sigmoid(o) * exact_tanh(c)
            if self.proj_size:
                h = recorded_matmul(h, getattr(self, "weight_hr" + end).T)
            outs.append(h)
        return ops.stack(outs[::-1] if backwards else outs), h, c
