# needs: Subset, generator_of
import numpy as np


def random_split(dataset, lengths, generator=None):
    """Splits a data set at random into parts of the given lengths, or shares that sum to 1: with a generator into the same parts
    as torch."""
    total = len(dataset)
    if all(isinstance(n, float) for n in lengths) and abs(sum(lengths) - 1) < 1e-6:
        sizes = [int(total * share) for share in lengths]
        for i in range(total - sum(sizes)):
            sizes[i % len(sizes)] += 1
        lengths = sizes
    if sum(lengths) != total:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    generator = generator_of(generator)
    order = (np.random.permutation(total) if generator is None else generator.permutation(total)).tolist()
    ends = np.cumsum(lengths).tolist()
    return [Subset(dataset, order[end - n : end]) for n, end in zip(lengths, ends)]
