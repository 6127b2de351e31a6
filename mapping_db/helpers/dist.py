# needs: vector_norm
"""How far two tensors are apart."""


def dist(input, other, p=2):
    """As ``torch.dist``; ``ops.dist`` takes whole ``p`` only, and neither float64 nor complex numbers."""
    return vector_norm(input - other, p)
