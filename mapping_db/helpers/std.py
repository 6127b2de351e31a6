# needs: std_mean
"""Standard deviation of all elements or along axes."""


def std(input, dim=None, unbiased=True, keepdim=False, *, correction=None, out=None):
    """As ``torch.std``: equal elements have no gradient, where that of MindSpore's own is not a number."""
    return std_mean(input, dim, unbiased, keepdim, correction=correction)[0]
