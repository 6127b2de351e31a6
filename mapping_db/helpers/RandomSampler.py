# needs: Sampler
import numpy as np


class RandomSampler(Sampler):
    """Indices in random order, or drawn with replacement."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source = data_source
        self.replacement = replacement
        self.wanted = num_samples

    @property
    def num_samples(self):
        return len(self.data_source) if self.wanted is None else self.wanted

    def __iter__(self):
        n = len(self.data_source)
        if self.replacement:
            for start in range(0, self.num_samples, 32):
                yield from np.random.randint(0, n, min(32, self.num_samples - start)).tolist()
            return
        left = self.num_samples
        while left > 0 and n:
            yield from np.random.permutation(n)[:left].tolist()
            left -= n

    def __len__(self):
        return self.num_samples
