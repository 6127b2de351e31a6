# needs: module_named_buffers
def module_buffers(module, recurse=True):
    """The buffers of a Cell as torch counts them, the running statistics of batch norm among them."""
    for _, buffer in module_named_buffers(module, recurse=recurse):
        yield buffer
