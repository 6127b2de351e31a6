# needs: length_of
def batches_of(loaders):
    """The batches of a loader; of several, as a list or a dictionary, one of each until the longest ends, the others anew."""
    if not isinstance(loaders, (list, tuple, dict)):
        yield from loaders
        return
    named = loaders if isinstance(loaders, dict) else dict(enumerate(loaders))
    running, most = {name: iter(one) for name, one in named.items()}, length_of(loaders)
    for _ in range(most):
        batch = {}
        for name, one in named.items():
            try:
                batch[name] = next(running[name])
            except StopIteration:
                running[name] = iter(one)
                batch[name] = next(running[name])
        yield batch if isinstance(loaders, dict) else list(batch.values())
