# needs: module_named_parameters
def module_parameters(module, recurse=True):
    """The parameters of a Cell as torch counts them: frozen ones too, but not the running statistics of batch norm."""
    for _, parameter in module_named_parameters(module, recurse=recurse):
        yield parameter
