"""einops' layer ``Reduce`` as a Cell."""

from einops.layers import ReduceMixin
from mindspore import nn

# needs: MindSporeBackend


class EinopsReduce(ReduceMixin, nn.Cell):
    """As ``einops.layers.torch.Reduce``."""

    def construct(self, x):
        return self._apply_recipe(x)
