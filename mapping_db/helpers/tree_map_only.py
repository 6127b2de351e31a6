# needs: tree_map


def tree_map_only(type_or_types, func, tree, is_leaf=None):
    """``func`` on the leaves of some types; the others stay."""
    return tree_map(lambda leaf: func(leaf) if isinstance(leaf, type_or_types) else leaf, tree, is_leaf=is_leaf)
