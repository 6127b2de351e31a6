from mindspore import nn


class NamedStack(nn.SequentialCell):
    """Layers by names: one that is set by its name (``stack.head = layer``) is called from then on, as in torch."""

    def construct(self, x):
        for layer in self._cells.values():
            x = layer(x)
        return x
