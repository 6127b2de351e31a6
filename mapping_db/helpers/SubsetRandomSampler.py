# needs: Sampler, generator_of
import numpy as np


class SubsetRandomSampler(Sampler):
    """The given indices in random order: with a generator in torch's."""

    def __init__(self, indices, generator=None):
        self.indices = indices
        self.generator = generator_of(generator)

    def __iter__(self):
        n = len(self.indices)
        for i in np.random.permutation(n) if self.generator is None else self.generator.permutation(n):
            yield self.indices[int(i)]

    def __len__(self):
        return len(self.indices)
