# needs: init_constant_, init_dirac_, init_eye_, init_kaiming_normal_, init_kaiming_uniform_, init_normal_, init_ones_
# needs: init_orthogonal_, init_trunc_normal_, init_uniform_, init_xavier_normal_, init_xavier_uniform_, init_zeros_
"""What stands for an initializer of torch's that is chosen by its name."""

_INITIALIZERS_BY_NAME = {
    "constant_": init_constant_,
    "dirac_": init_dirac_,
    "eye_": init_eye_,
    "kaiming_normal_": init_kaiming_normal_,
    "kaiming_uniform_": init_kaiming_uniform_,
    "normal_": init_normal_,
    "ones_": init_ones_,
    "orthogonal_": init_orthogonal_,
    "trunc_normal_": init_trunc_normal_,
    "uniform_": init_uniform_,
    "xavier_normal_": init_xavier_normal_,
    "xavier_uniform_": init_xavier_uniform_,
    "zeros_": init_zeros_,
}


def initializer_named(name, *default):
    """As ``getattr(torch.nn.init, name)``, for the names above; add MindSpore's counterpart of others there."""
    if name in _INITIALIZERS_BY_NAME:
        return _INITIALIZERS_BY_NAME[name]
    if default:
        return default[0]
    raise AttributeError(f"torch.nn.init.{name}: name its counterpart in _INITIALIZERS_BY_NAME")
