# needs: tensor_split
"""A tensor split along its second axis, or along its only one."""


def hsplit(input, indices_or_sections):
    """As ``torch.hsplit``, as a tuple; ``ops.hsplit`` takes no vectors."""
    return tensor_split(input, indices_or_sections, 0 if input.ndim == 1 else 1)
