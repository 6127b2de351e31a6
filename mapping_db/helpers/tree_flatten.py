# needs: tree_leaves, tree_map


def tree_flatten(tree, is_leaf=None):
    """The leaves of nested lists, tuples and dicts, and the shape to put them together again."""
    return tree_leaves(tree, is_leaf), tree_map(lambda leaf: None, tree, is_leaf=is_leaf)
