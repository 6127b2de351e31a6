"""einops' ``pack`` for MindSpore's tensors."""

import einops

# needs: MindSporeBackend


def pack(tensors, pattern):
    """As ``einops.pack``: one tensor, and the shapes that ``unpack`` needs."""
    return einops.pack(tensors, pattern)
