import contextlib


class full_precision(contextlib.ContextDecorator):
    """Stands where ``autocast`` stood: the block computes in the types of its tensors, which is slower and never less exact."""

    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False
