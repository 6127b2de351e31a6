# needs: tree_map


def tree_unflatten(leaves, treespec):
    """Leaves put together in the shape that ``tree_flatten`` gave."""
    rest = iter(leaves)
    return tree_map(lambda leaf: next(rest), treespec)
