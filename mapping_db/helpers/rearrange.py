"""einops' ``rearrange`` for MindSpore's tensors."""

import einops

# needs: MindSporeBackend


def rearrange(tensor, pattern, **axes_lengths):
    """As ``einops.rearrange``."""
    return einops.rearrange(tensor, pattern, **axes_lengths)
