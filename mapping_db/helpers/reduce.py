"""einops' ``reduce`` for MindSpore's tensors."""

import einops

# needs: MindSporeBackend


def reduce(tensor, pattern, reduction, **axes_lengths):
    """As ``einops.reduce``."""
    return einops.reduce(tensor, pattern, reduction, **axes_lengths)
