def share_data(tensor, other):
    """``tensor.data = other.data``: both have the same elements from now on, as in torch, until one is given others."""
    tensor.data = other.data
    tensor.shares_data = other.shares_data = True
