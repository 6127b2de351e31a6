# needs: Sampler, generator_of, multinomial_from
import mindspore as ms
import numpy as np


class WeightedRandomSampler(Sampler):
    """Indices drawn with probabilities in proportion to weights: with a generator as torch draws them."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        self.weights = np.asarray(weights.asnumpy() if hasattr(weights, "asnumpy") else weights, np.float64)
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator_of(generator)

    def __iter__(self):
        if self.generator is not None:
            weights = ms.Tensor(self.weights)
            return iter(multinomial_from(self.generator, weights, self.num_samples, self.replacement).tolist())
        shares = self.weights / self.weights.sum()
        drawn = np.random.choice(len(shares), self.num_samples, self.replacement, shares)
        return iter([int(i) for i in drawn])

    def __len__(self):
        return self.num_samples
