"""Vectors scaled to norm one."""

# needs: norm


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """As ``torch.nn.functional.normalize``."""
    return input / norm(input, p, dim, True).clamp(min=eps)
