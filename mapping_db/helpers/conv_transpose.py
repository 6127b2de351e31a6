"""Transposed convolution over one, two or three axes."""

from mindspore import ops


def conv_transpose(input, weight, bias, stride, padding, output_padding, groups, dilation, axes):
    """A convolution of the input, spread by ``stride``, with the weight turned round; MindSpore lacks it on a CPU."""

    def each(value):
        value = tuple(value) if isinstance(value, (list, tuple)) else (value,)
        return value * axes if len(value) == 1 else value

    stride, padding, dilation, extra = each(stride), each(padding), each(dilation), each(output_padding)
    x = input if input.ndim == axes + 2 else input.expand_dims(0)
    for axis, step in enumerate(stride, 2):
        if step > 1:
            apart = ops.stack([x] + [ops.zeros_like(x)] * (step - 1), axis + 1)
            size = x.shape[axis] * step
            x = apart.reshape((*x.shape[:axis], size, *x.shape[axis + 1 :]))
            x = ops.split(x, [size - step + 1, step - 1], axis)[0]
    kernel = weight.shape[2:]
    edges = []
    for axis in reversed(range(axes)):
        reach = dilation[axis] * (kernel[axis] - 1)
        edges += [reach - padding[axis], reach - padding[axis] + extra[axis]]
    for axis in range(axes):
        first, last = edges[2 * (axes - 1 - axis) : 2 * (axes - axis)]
        cut = [slice(None)] * x.ndim
        cut[axis + 2] = slice(max(-first, 0), x.shape[axis + 2] - max(-last, 0))
        x = x[tuple(cut)] if min(first, last) < 0 else x
    edges = [max(edge, 0) for edge in edges]
    x = ops.pad(x, edges) if any(edges) else x
    turned = ops.flip(weight, tuple(range(2, 2 + axes)))
    turned = turned.reshape((groups, weight.shape[0] // groups, weight.shape[1], *kernel)).swapaxes(1, 2)
    turned = turned.reshape((groups * weight.shape[1], weight.shape[0] // groups, *kernel))
    if axes == 1:
        out = ops.conv2d(x.expand_dims(2), turned.expand_dims(2), None, 1, "valid", 0, (1, *dilation), groups).squeeze(
            2
        )
    else:
        out = (ops.conv2d if axes == 2 else ops.conv3d)(x, turned, None, 1, "valid", 0, dilation, groups)
    if bias is not None:
        out = out + bias.reshape((1, -1) + (1,) * axes)
    return out if input.ndim == axes + 2 else out.squeeze(0)
