# needs: feature_dropout
"""Dropout of whole channels of volumes."""


def dropout3d(input, p=0.5, training=True, inplace=False):
    """As ``torch.nn.functional.dropout3d``; four axes are one sample without its batch axis."""
    return feature_dropout(input, p, training, 2 if input.ndim == 5 else 1)
