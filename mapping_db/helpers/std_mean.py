# needs: root, var_mean
"""Standard deviation and mean of all elements or along axes."""


def std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None, out=None):
    """As ``torch.std_mean``; see ``var_mean``."""
    variance, mean = var_mean(input, dim, unbiased, keepdim, correction=correction)
    return root(variance), mean
