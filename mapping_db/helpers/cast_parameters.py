import mindspore as ms


def cast_parameters(layer, dtype):
    """Gives the parameters of a new layer the data type that torch's argument ``dtype`` names; None leaves them float32."""
    if dtype is not None:
        for parameter in layer.get_parameters():
            if parameter.dtype in (ms.float16, ms.bfloat16, ms.float32, ms.float64):
                parameter.set_dtype(dtype)
