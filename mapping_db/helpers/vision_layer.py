# needs: TorchBatchNorm2d, TorchConv2d, TorchDropout
import mindspore as ms
from mindspore import mint, nn


def vision_layer(name):
    """The class that torch's ``name`` is in the code around, with torch's arguments: on Ascend that of ``mint``."""
    if ms.get_context("device_target") == "Ascend":
        return getattr(mint.nn, name)
    own = {"BatchNorm2d": TorchBatchNorm2d, "Conv2d": TorchConv2d, "Dropout": TorchDropout}
    other = {"Hardsigmoid": "HSigmoid", "Hardswish": "HSwish"}.get(name, name)
    return own.get(name) or getattr(nn, other)
