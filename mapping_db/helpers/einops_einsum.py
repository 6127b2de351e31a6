"""einops' ``einsum`` for MindSpore's tensors."""

import einops

# needs: MindSporeBackend


def einops_einsum(*tensors_and_pattern):
    """As ``einops.einsum``: tensors, then the pattern."""
    return einops.einsum(*tensors_and_pattern)
