from mindspore import ops


def recorded_matmul(left, right):
    """``left @ right`` whose gradient is recorded, for gradients of gradients: that of MindSpore's ``matmul`` is not."""
    if left.ndim == 1 or right.ndim == 1:
        shape = left.shape[:-1] if right.ndim == 1 else (*right.shape[:-2], right.shape[-1])
        rows = left.expand_dims(0) if left.ndim == 1 else left
        columns = right.expand_dims(1) if right.ndim == 1 else right
        return recorded_matmul(rows, columns).reshape(shape)
    if right.ndim == 2:
        product = ops.MatMul()(left.reshape((-1, left.shape[-1])), right)
        return product if left.ndim == 2 else product.reshape((*left.shape[:-1], right.shape[-1]))
    both = (ops.zeros((*left.shape[:-2], 1, 1)) + ops.zeros((*right.shape[:-2], 1, 1))).shape[:-2]
    left, right = (x * ops.ones((*both, 1, 1), x.dtype) for x in (left, right))
    return ops.BatchMatMul()(left, right)
