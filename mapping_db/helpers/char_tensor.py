# needs: TypedTensor
import mindspore as ms


class char_tensor(metaclass=TypedTensor):
    """As ``torch.CharTensor``."""

    dtype = ms.int8
