# needs: set_data


def own_data(tensor, values):
    """``tensor.data = values``: what shares its elements with another (``share_data``) has its own from now on."""
    if getattr(tensor, "shares_data", False):
        tensor.data, tensor.shares_data = values, False
    else:
        set_data(tensor, values)
