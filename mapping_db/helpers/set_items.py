# needs: set_data
from mindspore import Parameter


def set_items(tensor, index, values):
    """``tensor[index] = values``, for Parameters that an optimizer goes on with as well."""
    plain = all(isinstance(one, (int, slice)) for one in (index if isinstance(index, tuple) else (index,)))
    if isinstance(tensor, Parameter) and not plain:
        changed = tensor.value().copy()
        changed[index] = values
        set_data(tensor, changed)
    else:
        tensor[index] = values
