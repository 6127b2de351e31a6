# needs: TypedTensor
import mindspore as ms


class float_tensor(metaclass=TypedTensor):
    """As ``torch.FloatTensor``."""

    dtype = ms.float32
