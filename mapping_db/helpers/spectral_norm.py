# needs: as_matrix, power_iteration, recompute_weight
from mindspore import Parameter, nn, ops


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divides a weight by its largest singular value, as torch's ``spectral_norm``."""
    weight = getattr(module, name)
    widened = weight.ndim == 4 and isinstance(module, (nn.Conv1d, nn.Conv1dTranspose))
    original = weight.squeeze(2) if widened else weight.copy()
    if dim is None:
        dim = int(isinstance(module, (nn.Conv1dTranspose, nn.Conv2dTranspose, nn.Conv3dTranspose)))
    matrix = as_matrix(original, dim)
    u, v = ops.randn((matrix.shape[0],)), ops.randn((matrix.shape[1],))
    module.insert_param_to_cell(f"{name}_orig", Parameter(original, name=f"{name}_orig"))
    u = Parameter(u / ops.sqrt((u * u).sum()), name=f"{name}_u", requires_grad=False)
    v = Parameter(v / ops.sqrt((v * v).sum()), name=f"{name}_v", requires_grad=False)
    module.insert_param_to_cell(f"{name}_u", u)
    module.insert_param_to_cell(f"{name}_v", v)

    def compute(cell):
        value = getattr(cell, f"{name}_orig")
        matrix = as_matrix(value, dim)
        if cell.training:
            power_iteration(matrix, u, v, n_power_iterations, eps)
        value = value / (u.value() * ops.matmul(matrix, v.value())).sum()
        return value.expand_dims(2) if widened else value

    recompute_weight(module, name, compute, f"{name}_spectral_hook")
    return module
