# needs: TypedTensor
import mindspore as ms


class int_tensor(metaclass=TypedTensor):
    """As ``torch.IntTensor``."""

    dtype = ms.int32
