# needs: for_each_tensor, vector_norm
def norm_of_each(tensors, ord=2, dtype=None):
    """As ``torch._foreach_norm``: the norm of all elements of each tensor."""
    return for_each_tensor(lambda tensor: vector_norm(tensor, ord, dtype=dtype), tensors)
