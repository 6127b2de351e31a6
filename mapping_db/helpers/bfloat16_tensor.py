# needs: TypedTensor
import mindspore as ms


class bfloat16_tensor(metaclass=TypedTensor):
    """As ``torch.BFloat16Tensor``."""

    dtype = ms.bfloat16
