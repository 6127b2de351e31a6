# needs: TypedTensor
import mindspore as ms


class half_tensor(metaclass=TypedTensor):
    """As ``torch.HalfTensor``."""

    dtype = ms.float16
