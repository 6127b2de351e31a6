"""The gradient of a softmax."""

from mindspore import mint


def softmax_backward(grad_output, output, dim, input_dtype):
    """As ``torch._softmax_backward_data``: what comes from ``grad_output`` where a softmax gave ``output``."""
    product = grad_output * output
    return (product - output * mint.sum(product, dim, keepdim=True)).to(input_dtype)
