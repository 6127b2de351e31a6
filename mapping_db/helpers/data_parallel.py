def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """As ``torch.nn.parallel.data_parallel`` with one device: calls the network."""
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    return module(*inputs, **(module_kwargs or {}))
