# needs: promote_types
"""The data type that arithmetic on two tensors or numbers gives in torch."""

import mindspore as ms

_WIDE = {ms.float64: ms.complex128, ms.float16: ms.complex64, ms.float32: ms.complex64}


def result_type(tensor1, tensor2):
    """As ``torch.result_type``: a tensor with axes counts for more than one without, and that for more than a number."""
    found = [None, None, None]
    for one in (tensor1, tensor2):
        if isinstance(one, ms.Tensor):
            rank, kind = (0 if one.ndim else 1), one.dtype
        else:
            rank, kind = 2, {bool: ms.bool_, int: ms.int64, complex: ms.complex64}.get(type(one), ms.float32)
        found[rank] = kind if found[rank] is None else promote_types(found[rank], kind)
    result = None
    for kind in reversed(found):
        if kind is None or result is None:
            result = kind or result
        elif kind.is_complex or kind.is_floating_point and not result.is_complex:
            result = kind
        elif kind.is_floating_point:
            result = _WIDE.get(kind, ms.complex64)
        elif kind == ms.bool_ or result.is_floating_point or result.is_complex:
            result = promote_types(kind, result)
        else:
            result = kind
    return result
