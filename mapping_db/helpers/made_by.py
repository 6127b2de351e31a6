# needs: is_leaf
def made_by(tensor):
    """As ``tensor.grad_fn``: the recorded operation that has made the tensor, or None."""
    return None if is_leaf(tensor) else tensor._grad_node
