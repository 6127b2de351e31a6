from mindspore import Tensor


def for_each_tensor(function, *operands, **options):
    """As torch's ``_foreach_`` functions: ``function`` of the first elements of all lists, of the second ones, and so on. What is
    no list (a number, one tensor) goes with each of them; as in torch, a tensor without axes does not change their data type."""
    lists = [operand for operand in operands if isinstance(operand, (list, tuple))]
    if any(len(one) != len(lists[0]) for one in lists):
        raise ValueError("The lists must have as many elements as one another.")
    results = []
    for i, tensor in enumerate(lists[0]):
        values = [operand[i] if isinstance(operand, (list, tuple)) else operand for operand in operands]
        if isinstance(tensor, Tensor) and tensor.ndim and tensor.is_floating_point():
            values = [v.astype(tensor.dtype) if isinstance(v, Tensor) and not v.ndim else v for v in values]
        results.append(function(*values, **options))
    return tuple(results)
