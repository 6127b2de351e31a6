# needs: module_parameters
def module_requires_grad_(module, requires_grad=True):
    """Freezes or frees every parameter of a Cell; the running statistics of batch norm stay as they are."""
    for parameter in module_parameters(module):
        parameter.requires_grad = requires_grad
    return module
