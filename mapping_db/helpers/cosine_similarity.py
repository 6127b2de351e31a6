# needs: broadcast_tensors, root
"""The cosine of the angle between vectors."""


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """As ``torch.nn.functional.cosine_similarity``; MindSpore's own takes the norms before it broadcasts."""
    if x1.shape != x2.shape:
        x1, x2 = broadcast_tensors(x1, x2)
    n1 = root((x1 * x1).sum(dim, keepdims=True)).clamp(min=eps)
    n2 = root((x2 * x2).sum(dim, keepdims=True)).clamp(min=eps)
    return ((x1 / n1) * (x2 / n2)).sum(dim)
