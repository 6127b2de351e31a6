# needs: feature_dropout
"""Dropout of whole channels of pictures."""


def dropout2d(input, p=0.5, training=True, inplace=False):
    """As ``torch.nn.functional.dropout2d``; three axes count as batch, channel and length."""
    return feature_dropout(input, p, training, 2)
