from mindspore import Parameter, ops


def put_data(tensor, value):
    """As a change of ``tensor.data``: the tensor with the elements of ``value``, of which its gradient knows nothing."""
    if isinstance(tensor, Parameter):
        ops.assign(tensor, value)
        return tensor
    if getattr(tensor, "_grad_node", None) is not None:
        # Computed with a gradient, and maybe a view, which nothing is assigned to.
        return tensor + ops.stop_gradient(value - tensor)
    tensor[...] = value
    return tensor
