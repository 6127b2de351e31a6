import mindspore as ms


def module_double(module):
    """Makes every floating-point parameter and buffer of a Cell float64, in place; returns the Cell."""
    buffers = [one for _, cell in module.cells_and_names() for one in cell._buffers.values() if one is not None]
    for one in [*module.get_parameters(), *buffers]:
        if one.dtype in (ms.float16, ms.bfloat16, ms.float32):
            one.set_dtype(ms.float64)
    return module
