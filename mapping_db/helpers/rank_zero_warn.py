import warnings


def rank_zero_warn(message, *args, stacklevel=2, **kwargs):
    """Lightning's ``rank_zero_warn``, on the one device there is."""
    warnings.warn(message, *args, stacklevel=stacklevel + 1, **kwargs)
