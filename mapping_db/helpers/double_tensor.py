# needs: TypedTensor
import mindspore as ms


class double_tensor(metaclass=TypedTensor):
    """As ``torch.DoubleTensor``."""

    dtype = ms.float64
