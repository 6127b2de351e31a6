from mindspore import Parameter, ops


def put_into(value, out):
    """Puts ``value`` into ``out`` and returns that, as torch does with ``out=``: whoever holds ``out`` sees it. ``out`` keeps its
    data type and takes the shape of ``value``. Several results go into as many tensors; None takes nothing."""
    if out is None:
        return value
    if isinstance(out, (tuple, list)):
        return tuple(put_into(one, into) for one, into in zip(value, out))
    value = value.astype(out.dtype)
    if isinstance(out, Parameter):
        ops.assign(out, value)
    elif out.shape != value.shape:
        out.assign_value(value)
    elif out.ndim > 0:
        out[:] = value  # what ``out`` is a view of changes with it
    else:
        out[...] = value
    return out
