# needs: TypedTensor
import mindspore as ms


class short_tensor(metaclass=TypedTensor):
    """As ``torch.ShortTensor``."""

    dtype = ms.int16
