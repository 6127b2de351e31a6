# needs: adaptive_avg_pool1d, avg_pool1d, avg_pool2d, binary_cross_entropy, cosine_similarity, elu, exact_tanh, glu
# needs: softmax, interpolate, kl_div, leaky_relu, log_softmax, logsigmoid, max_pool1d, max_pool2d, mish, normalize, one_hot
# needs: binary_cross_entropy_with_logits, poisson_nll_loss, prelu, rrelu, selu, smooth_l1_loss, softplus
"""What stands for a function of torch's that is chosen by its name."""

from mindspore import mint, ops

_FUNCTIONS_BY_NAME = {
    "adaptive_avg_pool1d": adaptive_avg_pool1d,
    "adaptive_avg_pool2d": ops.adaptive_avg_pool2d,
    "adaptive_max_pool2d": ops.adaptive_max_pool2d,
    "avg_pool1d": avg_pool1d,
    "avg_pool2d": avg_pool2d,
    "binary_cross_entropy": binary_cross_entropy,
    "binary_cross_entropy_with_logits": binary_cross_entropy_with_logits,
    "celu": ops.celu,
    "cosine_similarity": cosine_similarity,
    "cross_entropy": ops.cross_entropy,
    "dropout": ops.dropout,
    "elu": elu,
    "gelu": ops.gelu,
    "glu": glu,
    "hardsigmoid": ops.hardsigmoid,
    "hardswish": ops.hardswish,
    "hardtanh": ops.hardtanh,
    "huber_loss": ops.huber_loss,
    "interpolate": interpolate,
    "kl_div": kl_div,
    "l1_loss": ops.l1_loss,
    "leaky_relu": leaky_relu,
    "log_softmax": log_softmax,
    "logsigmoid": logsigmoid,
    "max_pool1d": max_pool1d,
    "max_pool2d": max_pool2d,
    "mish": mish,
    "mse_loss": ops.mse_loss,
    "nll_loss": ops.nll_loss,
    "normalize": normalize,
    "one_hot": one_hot,
    "poisson_nll_loss": poisson_nll_loss,
    "prelu": prelu,
    "relu": mint.nn.functional.relu,
    "relu6": ops.relu6,
    "rrelu": rrelu,
    "selu": selu,
    "sigmoid": mint.nn.functional.sigmoid,
    "silu": mint.nn.functional.silu,
    "smooth_l1_loss": smooth_l1_loss,
    "softmax": softmax,
    "softplus": softplus,
    "softshrink": mint.nn.functional.softshrink,
    "softsign": ops.softsign,
    "tanh": exact_tanh,
    "tanhshrink": ops.tanhshrink,
}


def function_named(name, *default):
    """As ``getattr(torch.nn.functional, name)``, for the names above; add MindSpore's counterpart of others there."""
    if name in _FUNCTIONS_BY_NAME:
        return _FUNCTIONS_BY_NAME[name]
    if default:
        return default[0]
    raise AttributeError(f"torch.nn.functional.{name}: name its counterpart in _FUNCTIONS_BY_NAME")
