# needs: TorchGenerator


def generator_of(generator):
    """What data sets draw their order from: of a generator of MindSpore, which only a device draws from, one with its seed."""
    if generator is None or isinstance(generator, TorchGenerator):
        return generator
    return TorchGenerator().manual_seed(generator.initial_seed())
