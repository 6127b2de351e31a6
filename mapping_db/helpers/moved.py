# needs: module_double, moved_or_cast
import mindspore as ms
from mindspore import Tensor, nn


def moved(value, method, *to, **options):
    """``value.to(…)``, ``value.cuda()`` or ``value.cpu()`` where nothing but the run tells what ``value`` is.

    A tensor or a Cell takes the data type, if one is given, and stays where MindSpore has it. Else the method is the value's own.
    """
    if isinstance(value, Tensor):
        return moved_or_cast(value, *to, **options) if method == "to" else value
    if isinstance(value, nn.Cell):
        for one in (*to, options.get("dtype")):
            if isinstance(one, ms.Type):
                return module_double(value) if one == ms.float64 else value.to_float(one)
        return value
    return getattr(value, method)(*to, **options)
