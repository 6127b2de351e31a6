import mindspore as ms


def module_double(module):
    """Makes every floating-point parameter of a Cell float64, in place; returns the Cell."""
    for parameter in module.get_parameters():
        if parameter.dtype in (ms.float16, ms.bfloat16, ms.float32):
            parameter.set_dtype(ms.float64)
    return module
