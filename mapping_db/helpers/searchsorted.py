# needs: result_type
"""Where values belong in sorted sequences."""

import mindspore as ms
from mindspore import Tensor, ops


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None):
    """As ``torch.searchsorted``; ``ops.searchsorted`` takes no ``sorter`` on a CPU, and no plain numbers."""
    if sorter is not None:
        sorted_sequence = ops.gather_elements(sorted_sequence, -1, sorter)
    single = not isinstance(input, Tensor) or input.ndim == 0
    kind = result_type(sorted_sequence, input)
    values = Tensor(input, kind).reshape(1) if single else input.to(kind)
    sorted_sequence = sorted_sequence.to(kind)
    found = ops.searchsorted(sorted_sequence, values, out_int32=out_int32, right=right or side == "right")
    found = found.to(ms.int32 if out_int32 else ms.int64)
    return found.reshape(()) if single else found
