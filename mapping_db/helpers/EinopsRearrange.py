"""einops' layer ``Rearrange`` as a Cell."""

from einops.layers import RearrangeMixin
from mindspore import nn

# needs: MindSporeBackend


class EinopsRearrange(RearrangeMixin, nn.Cell):
    """As ``einops.layers.torch.Rearrange``."""

    def construct(self, x):
        return self._apply_recipe(x)
