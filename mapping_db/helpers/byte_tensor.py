# needs: TypedTensor
import mindspore as ms


class byte_tensor(metaclass=TypedTensor):
    """As ``torch.ByteTensor``."""

    dtype = ms.uint8
