# needs: softmax, log1p, amax, amin, exact_tanh, log_softmax, logsumexp, norm
"""What stands for a function or an element type of torch's that is chosen by its name."""

import mindspore as ms
from mindspore import mint, ops

_TORCH_BY_NAME = {
    "abs": mint.abs,
    "add": mint.add,
    "amax": amax,
    "amin": amin,
    "argmax": ops.argmax,
    "bfloat16": ms.bfloat16,
    "bool": ms.bool_,
    "cat": mint.cat,
    "ceil": mint.ceil,
    "cfloat": ms.complex64,
    "clamp": ops.clamp,
    "complex128": ms.complex128,
    "complex64": ms.complex64,
    "cos": mint.cos,
    "double": ms.float64,
    "erf": mint.erf,
    "exp": mint.exp,
    "float": ms.float32,
    "float16": ms.float16,
    "float32": ms.float32,
    "float64": ms.float64,
    "floor": mint.floor,
    "half": ms.float16,
    "int": ms.int32,
    "int16": ms.int16,
    "int32": ms.int32,
    "int64": ms.int64,
    "int8": ms.int8,
    "log": mint.log,
    "log10": ops.log10,
    "log1p": log1p,
    "log2": ops.log2,
    "log_softmax": log_softmax,
    "logsumexp": logsumexp,
    "long": ms.int64,
    "matmul": mint.matmul,
    "max": mint.max,
    "maximum": mint.maximum,
    "mean": mint.mean,
    "median": ops.median,
    "min": mint.min,
    "minimum": mint.minimum,
    "mul": mint.mul,
    "norm": norm,
    "ones_like": ops.ones_like,
    "prod": mint.prod,
    "reciprocal": mint.reciprocal,
    "relu": mint.nn.functional.relu,
    "round": mint.round,
    "rsqrt": mint.rsqrt,
    "short": ms.int16,
    "sigmoid": mint.sigmoid,
    "sign": mint.sign,
    "sin": mint.sin,
    "softmax": softmax,
    "sqrt": mint.sqrt,
    "square": mint.square,
    "stack": ops.stack,
    "sub": mint.sub,
    "sum": mint.sum,
    "tan": ops.tan,
    "tanh": exact_tanh,
    "uint8": ms.uint8,
    "zeros_like": ops.zeros_like,
}


def torch_named(name, *default):
    """As ``getattr(torch, name)``, for the names above; add MindSpore's counterpart of others there."""
    if name in _TORCH_BY_NAME:
        return _TORCH_BY_NAME[name]
    if default:
        return default[0]
    raise AttributeError(f"torch.{name}: name its counterpart in _TORCH_BY_NAME")
