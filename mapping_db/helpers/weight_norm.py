# needs: norm_except, recompute_weight
from mindspore import Parameter, nn


def weight_norm(module, name="weight", dim=0):
    """Splits a weight into length and direction, as torch's ``weight_norm``; both are trained."""
    weight = getattr(module, name)
    # MindSpore keeps the weight of a one-dimensional convolution with an axis more.
    widened = weight.ndim == 4 and isinstance(module, (nn.Conv1d, nn.Conv1dTranspose))
    direction = weight.squeeze(2) if widened else weight.copy()
    length = norm_except(direction, dim)
    module.insert_param_to_cell(f"{name}_g", Parameter(length, name=f"{name}_g"))
    module.insert_param_to_cell(f"{name}_v", Parameter(direction, name=f"{name}_v"))

    def compute(cell):
        v = getattr(cell, f"{name}_v")
        value = v * (getattr(cell, f"{name}_g") / norm_except(v, dim))
        return value.expand_dims(2) if widened else value

    recompute_weight(module, name, compute, f"{name}_norm_hook")
    return module
