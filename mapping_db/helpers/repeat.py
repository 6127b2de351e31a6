"""einops' ``repeat`` for MindSpore's tensors."""

import einops

# needs: MindSporeBackend


def repeat(tensor, pattern, **axes_lengths):
    """As ``einops.repeat``."""
    return einops.repeat(tensor, pattern, **axes_lengths)
