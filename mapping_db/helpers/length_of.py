def length_of(loaders):
    """How many batches there are; infinitely many where a loader cannot say."""
    if isinstance(loaders, (list, tuple, dict)):
        return max(map(length_of, loaders.values() if isinstance(loaders, dict) else loaders))
    try:
        return len(loaders)
    except TypeError:
        return float("inf")
