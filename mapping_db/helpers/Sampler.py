class Sampler:
    """Base class of samplers, as torch's: an iterable of indices, which ``GeneratorDataset(sampler=...)`` takes."""

    def __init__(self, data_source=None):
        pass

    def __iter__(self):
        raise NotImplementedError
