# needs: Sampler, generator_of
import numpy as np


class RandomSampler(Sampler):
    """Indices in random order, or drawn with replacement: with a generator those that torch gives."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source = data_source
        self.replacement = replacement
        self.wanted = num_samples
        self.generator = generator_of(generator)

    @property
    def num_samples(self):
        return len(self.data_source) if self.wanted is None else self.wanted

    def __iter__(self):
        n = len(self.data_source)
        drawn = self.generator
        if self.replacement:
            for start in range(0, self.num_samples, 32):
                count = min(32, self.num_samples - start)
                numbers = np.random.randint(0, n, count) if drawn is None else drawn.integers(0, n, count)
                yield from numbers.tolist()
            return
        left = self.num_samples
        # torch draws an order for what is left over, too, where that is nothing.
        while n and (left > 0 or (left == 0 and drawn is not None)):
            order = np.random.permutation(n) if drawn is None else drawn.permutation(n)
            yield from order[:left].tolist()
            left -= n

    def __len__(self):
        return self.num_samples
