def without_leading_axes(value, axes):
    """``value`` without leading axes of one beyond ``axes``, as torch drops them of what is assigned to an item."""
    while getattr(value, "ndim", 0) > axes and value.shape[0] == 1:
        value = value[0]
    return value
