# needs: gradient_record
def requires_gradient(tensor):
    """As ``tensor.requires_grad``, which MindSpore's Parameters alone have: comparisons and positions have no gradient."""
    return tensor._requires_grad and (tensor.is_floating_point() or tensor.is_complex())
