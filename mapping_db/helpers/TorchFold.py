# needs: StandIn
import mindspore as ms
from mindspore import Tensor, nn, ops


class TorchFold(nn.Cell, metaclass=StandIn):
    """Torch's ``Fold``: columns of sliding blocks summed back into an image."""

    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.output_size = (output_size, output_size) if isinstance(output_size, int) else tuple(output_size)
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def construct(self, input):
        size = Tensor(self.output_size, ms.int32)
        return ops.fold(input, size, self.kernel_size, self.dilation, self.padding, self.stride)
