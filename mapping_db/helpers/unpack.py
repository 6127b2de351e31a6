"""einops' ``unpack`` for MindSpore's tensors."""

import einops

# needs: MindSporeBackend


def unpack(tensor, packed_shapes, pattern):
    """As ``einops.unpack``."""
    return einops.unpack(tensor, packed_shapes, pattern)
