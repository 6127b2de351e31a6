# needs: TypedTensor
import mindspore as ms


class long_tensor(metaclass=TypedTensor):
    """As ``torch.LongTensor``."""

    dtype = ms.int64
