def tree_leaves(tree, is_leaf=None):
    """The leaves of nested lists, tuples and dicts, in order."""
    if is_leaf is None or not is_leaf(tree):
        if isinstance(tree, dict):
            return [leaf for value in tree.values() for leaf in tree_leaves(value, is_leaf)]
        if isinstance(tree, (list, tuple)):
            return [leaf for value in tree for leaf in tree_leaves(value, is_leaf)]
    return [tree]
