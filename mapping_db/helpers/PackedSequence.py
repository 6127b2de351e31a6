from typing import NamedTuple

from mindspore import Tensor


class PackedSequence(NamedTuple):
    """Torch's ``PackedSequence``: the elements of a batch step by step, the longest sequence first."""

    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None = None
    unsorted_indices: Tensor | None = None
