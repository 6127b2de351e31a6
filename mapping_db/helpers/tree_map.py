def tree_map(func, tree, *rests, is_leaf=None):
    """``func`` on every leaf of nested lists, tuples and dicts."""
    if is_leaf is not None and is_leaf(tree):
        return func(tree, *rests)
    if isinstance(tree, dict):
        return type(tree)({k: tree_map(func, v, *(r[k] for r in rests), is_leaf=is_leaf) for k, v in tree.items()})
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(tree_map(func, *items, is_leaf=is_leaf) for items in zip(tree, *rests)))
    if isinstance(tree, (list, tuple)):
        return type(tree)(tree_map(func, *items, is_leaf=is_leaf) for items in zip(tree, *rests))
    return func(tree, *rests)
