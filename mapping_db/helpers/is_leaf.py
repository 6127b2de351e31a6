# needs: requires_gradient
def is_leaf(tensor):
    """As ``tensor.is_leaf``: whether no recorded operation has made the tensor."""
    return tensor._is_leaf or not requires_gradient(tensor)
