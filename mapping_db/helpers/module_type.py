# needs: type_named, module_double
import mindspore as ms


def module_type(module, dst_type):
    """As torch's ``module.type``: float64 changes the parameters, in float16 and bfloat16 the Cell computes; returns the Cell."""
    dtype = type_named(dst_type)
    if dtype == ms.float64:
        return module_double(module)
    return module if dtype == ms.float32 else module.to_float(dtype)
