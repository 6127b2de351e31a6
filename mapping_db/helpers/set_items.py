# needs: set_data
import mindspore as ms
from mindspore import Parameter


def set_items(tensor, index, values):
    """``tensor.data[index] = values``, also for Parameters that an optimizer goes on with, or while gradients are recorded."""
    plain = all(isinstance(one, (int, slice)) for one in (index if isinstance(index, tuple) else (index,)))
    if not isinstance(tensor, Parameter):
        tensor[index] = values
    elif plain and index != slice(None) and hasattr(ms, "_no_grad"):
        with ms._no_grad():
            tensor[index] = values
    else:
        changed = tensor.value().copy()
        changed[index] = values
        set_data(tensor, changed)
