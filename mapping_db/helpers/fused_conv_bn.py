from mindspore import ops


def fused_conv_bn(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """Weight and bias of a convolution that does what convolution and batch norm did together."""
    bias = ops.zeros_like(bn_rm) if conv_b is None else conv_b
    scale = (ops.ones_like(bn_rm) if bn_w is None else bn_w) / ops.sqrt(bn_rv + bn_eps)
    shift = ops.zeros_like(bn_rm) if bn_b is None else bn_b
    shape = [1] * conv_w.ndim
    shape[1 if transpose else 0] = -1
    weight = (conv_w * scale.reshape(shape)).to(conv_w.dtype)
    return weight, ((bias - bn_rm) * scale + shift).to(conv_w.dtype if conv_b is None else conv_b.dtype)
