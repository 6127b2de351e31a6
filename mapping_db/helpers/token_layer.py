# needs: TorchGELU, TorchLayerNorm
import mindspore as ms
from mindspore import mint


def token_layer(name):
    """The class that torch's ``name`` is in the code around, with torch's arguments, as ``vision_layer`` for transformers."""
    if ms.get_context("device_target") == "Ascend":
        return getattr(mint.nn, name)
    return {"GELU": TorchGELU, "LayerNorm": TorchLayerNorm}[name]
