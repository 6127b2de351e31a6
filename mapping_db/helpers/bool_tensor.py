# needs: TypedTensor
import mindspore as ms


class bool_tensor(metaclass=TypedTensor):
    """As ``torch.BoolTensor``."""

    dtype = ms.bool_
