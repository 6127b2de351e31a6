from mindspore import Tensor, ops


def clip_gradients_by_value(parameters, clip_value, foreach=None):
    """As ``clip_grad_value_``: keeps the gradients that the parameters hold within ``clip_value``."""
    for parameter in [parameters] if isinstance(parameters, Tensor) else parameters:
        if parameter._grad is not None:
            parameter._grad = ops.clamp(parameter._grad, -clip_value, clip_value)
