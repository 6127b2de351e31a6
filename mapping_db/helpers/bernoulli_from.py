# needs: rand_from
import mindspore as ms


def bernoulli_from(generator, input):
    """As ``torch.bernoulli``: the values that torch gives on a CPU for a generator of the same seed."""
    double = ms.float64 if input.dtype == ms.float64 else ms.float32
    return (rand_from(generator, input.shape, dtype=double) < input).astype(input.dtype)
