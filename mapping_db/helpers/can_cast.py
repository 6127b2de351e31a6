"""Whether a conversion keeps the kind of numbers."""

import mindspore as ms


def can_cast(from_, to):
    """As ``torch.can_cast``: no complex numbers to real ones, no fractions to whole numbers, nothing but truths to truths."""
    if from_.is_complex and not to.is_complex:
        return False
    if from_.is_floating_point and not (to.is_floating_point or to.is_complex):
        return False
    return from_ == ms.bool_ or to != ms.bool_
