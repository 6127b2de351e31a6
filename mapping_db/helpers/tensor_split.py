"""A tensor split into parts of nearly equal size, or at positions."""

from mindspore import Tensor, ops


def tensor_split(input, indices_or_sections=None, dim=0, *, indices=None, sections=None):
    """As ``torch.tensor_split``, as a tuple; positions may be a tensor."""
    if indices_or_sections is None:
        indices_or_sections = sections if indices is None else indices
    if isinstance(indices_or_sections, Tensor):
        indices_or_sections = indices_or_sections.asnumpy().tolist()
    if not isinstance(indices_or_sections, int):
        indices_or_sections = tuple(indices_or_sections)
    return tuple(ops.tensor_split(input, indices_or_sections, dim))
