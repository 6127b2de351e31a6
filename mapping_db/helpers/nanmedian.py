"""The median of what is not NaN."""

from mindspore import ops


def nanmedian(input, dim=None, keepdim=False):
    """As ``torch.nanmedian``: of all elements, or ``(values, indices)`` along ``dim``."""
    if dim is None:
        flat = input.reshape(-1)
        numbers = ops.masked_select(flat, flat == flat)
        values, _ = ops.sort(numbers, 0)
        return values[(values.shape[0] - 1) // 2]
    if not input.ndim:
        values, indices = nanmedian(input.reshape(1), 0)
        return values.reshape(()), indices.reshape(())
    missing = ops.isnan(input)
    values, indices = ops.sort(ops.where(missing, ops.full_like(input, float("inf")), input), dim)
    count = (~missing).long().sum(dim, keepdims=True)
    place = ops.maximum((count - 1) // 2, 0)
    values, indices = ops.gather_elements(values, dim, place), ops.gather_elements(indices.long(), dim, place)
    if input.is_floating_point():
        values = values.masked_fill(count == 0, float("nan"))
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))
