import mindspore as ms
from mindspore import Parameter, ops


def set_data(tensor, values):
    """``tensor.data = values``. What fits is given to a Parameter in place.

    An optimizer that has run once goes on with the tensor that it knows, and would never see another. A gradient that
    still needs the Parameter takes what it holds by then, and does not mind: hence ``data``.
    """
    if isinstance(tensor, Parameter) and tensor.shape == values.shape and tensor.dtype == values.dtype:
        if hasattr(ms, "_no_grad"):
            with ms._no_grad():  # while gradients are recorded, ``copy_`` refuses Parameters
                tensor.data.copy_(values.copy())  # nor does it take a part of another tensor
        else:
            ops.assign(tensor, values)
    else:
        tensor.data = values
