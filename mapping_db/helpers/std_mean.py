# needs: root, var_mean
"""Standard deviation and mean of all elements or along axes."""

from mindspore import float16, float32


def std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None, out=None):
    """As ``torch.std_mean``; see ``var_mean``."""
    if input.dtype == float16:  # squares become too large for it
        both = std_mean(input.to(float32), dim, unbiased, keepdim, correction=correction)
        return both[0].to(float16), both[1].to(float16)
    variance, mean = var_mean(input, dim, unbiased, keepdim, correction=correction)
    return root(variance), mean
