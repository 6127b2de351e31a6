def size_of_batch(batch):
    """The length of the first tensor of a batch; 1 without any."""
    if getattr(batch, "shape", None):
        return batch.shape[0]
    parts = batch.values() if isinstance(batch, dict) else batch if isinstance(batch, (list, tuple)) else ()
    return next((size for size in map(size_of_batch, parts) if size is not None), 1 if parts else None)
