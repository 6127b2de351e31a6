# needs: set_elements
from mindspore import Parameter


def put_into(value, out):
    """Puts ``value`` into ``out`` and returns that, as torch does with ``out=``: whoever holds ``out`` sees it. ``out`` keeps its
    data type and takes the shape of ``value``. Several results go into as many tensors; None takes nothing."""
    if out is None:
        return value
    if isinstance(out, (tuple, list)):
        return tuple(put_into(one, into) for one, into in zip(value, out))
    value = value.astype(out.dtype)
    if out.shape == value.shape or isinstance(out, Parameter):
        return set_elements(out, value)
    out.assign_value(value)
    return out
