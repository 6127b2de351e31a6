from mindspore import Tensor
from mindspore import bool_ as mindspore_bool


def set_part(tensor, index, values):
    """As ``tensor[index].copy_(values)``: numbers and slices name a part of ``tensor``, which changes; what masks and positions
    name is a copy that nobody holds."""
    for one in index if isinstance(index, tuple) else (index,):
        if (
            isinstance(one, (list, tuple, bool))
            or isinstance(one, Tensor)
            and (one.ndim or one.dtype == mindspore_bool)
        ):
            return
    tensor[index] = values
