# needs: exact_tanh
import math

from mindspore import ops


def recorded_gelu(input, approximate="none"):
    """As ``torch.nn.functional.gelu``, for gradients of gradients."""
    if approximate == "none":
        return input * 0.5 * (1.0 + ops.erf(input / math.sqrt(2.0)))
    return 0.5 * input * (1.0 + exact_tanh(math.sqrt(2.0 / math.pi) * (input + 0.044715 * input * input * input)))
