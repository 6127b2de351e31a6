# needs: Sampler
import numpy as np


class RandomSampler(Sampler):
    """Indices in random order, or drawn with replacement."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source = data_source
        self.replacement = replacement
        self.num_samples = len(data_source) if num_samples is None else num_samples

    def __iter__(self):
        n = len(self.data_source)
        if self.replacement:
            for start in range(0, self.num_samples, 32):
                yield from np.random.randint(0, n, min(32, self.num_samples - start)).tolist()
            return
        for _ in range(self.num_samples // n):
            yield from (int(i) for i in np.random.permutation(n))
        yield from (int(i) for i in np.random.permutation(n)[: self.num_samples % n])

    def __len__(self):
        return self.num_samples
