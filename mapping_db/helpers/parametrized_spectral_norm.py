# needs: as_matrix, parametrization_cells, power_iteration, recompute_weight
from mindspore import Parameter, nn, ops


def parametrized_spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """As ``torch.nn.utils.parametrizations.spectral_norm``: the weight over its largest singular value."""
    weight = getattr(module, name)
    widened = weight.ndim == 4 and isinstance(module, (nn.Conv1d, nn.Conv1dTranspose))
    original = weight.squeeze(2) if widened else weight.copy()
    if dim is None:
        dim = int(isinstance(module, (nn.Conv1dTranspose, nn.Conv2dTranspose, nn.Conv3dTranspose)))
    parts, prefix = parametrization_cells(module, name), f"parametrizations.{name}."
    parts.insert_param_to_cell("original", Parameter(original, name=prefix + "original"), False)
    matrix, vectors = as_matrix(original, dim), nn.Cell()
    u, v = ops.randn((matrix.shape[0],)), ops.randn((matrix.shape[1],))
    u = Parameter(u / ops.sqrt((u * u).sum()), name=prefix + "0._u", requires_grad=False)
    v = Parameter(v / ops.sqrt((v * v).sum()), name=prefix + "0._v", requires_grad=False)
    vectors.insert_param_to_cell("_u", u, False)
    vectors.insert_param_to_cell("_v", v, False)
    parts.insert_child_to_cell("0", vectors)
    power_iteration(matrix, u, v, 15, eps)

    def compute(cell):
        matrix = as_matrix(parts.original, dim)
        if cell.training:
            power_iteration(matrix, u, v, n_power_iterations, eps)
        value = parts.original / (u.value() * ops.matmul(matrix, v.value())).sum()
        return value.expand_dims(2) if widened else value

    recompute_weight(module, name, compute)
    return module
