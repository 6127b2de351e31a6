# needs: module_double, moved_or_cast
import mindspore as ms
from mindspore import Tensor, nn


def moved(value, method, *to, **options):
    """``value.to(…)``, ``value.cuda()``, ``value.float()`` and the like where nothing but the run tells what ``value`` is.

    A tensor or a Cell takes the data type, if one is given, and stays where MindSpore has it. Else the method is the value's own.
    """
    named = {"float": ms.float32, "double": ms.float64, "half": ms.float16}.get(method)
    if isinstance(value, Tensor):
        if named is not None:
            return value.astype(named)
        return moved_or_cast(value, *to, **options) if method == "to" else value
    if isinstance(value, nn.Cell):
        for one in (*to, options.get("dtype"), named):
            if isinstance(one, ms.Type):
                return module_double(value) if one == ms.float64 else value.to_float(one)
        return value
    return getattr(value, method)(*to, **options)
