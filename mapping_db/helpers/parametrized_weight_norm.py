# needs: norm_except, parametrization_cells, recompute_weight
from mindspore import Parameter, nn


def parametrized_weight_norm(module, name="weight", dim=0):
    """As ``torch.nn.utils.parametrizations.weight_norm``: length and direction are ``original0`` and ``original1``."""
    weight = getattr(module, name)
    # MindSpore keeps the weight of a one-dimensional convolution with an axis more.
    widened = weight.ndim == 4 and isinstance(module, (nn.Conv1d, nn.Conv1dTranspose))
    direction = weight.squeeze(2) if widened else weight.copy()
    parts = parametrization_cells(module, name)
    prefix = f"parametrizations.{name}."
    parts.insert_param_to_cell("original0", Parameter(norm_except(direction, dim), name=prefix + "original0"), False)
    parts.insert_param_to_cell("original1", Parameter(direction, name=prefix + "original1"), False)

    def compute(cell):
        value = parts.original1 * (parts.original0 / norm_except(parts.original1, dim))
        return value.expand_dims(2) if widened else value

    recompute_weight(module, name, compute)
    return module
