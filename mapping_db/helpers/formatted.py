"""Texts with numbers of tensors in them."""

import string

from mindspore import Tensor


class _NumberFormatter(string.Formatter):
    """As ``str.format``, where a specification takes the number of a Tensor: MindSpore's Tensor knows none."""

    def format_field(self, value, format_spec):
        return format(value.item() if isinstance(value, Tensor) and format_spec else value, format_spec)


def formatted(text, *args, **kwargs):
    """``text.format(*args, **kwargs)``"""
    return _NumberFormatter().vformat(text, args, kwargs)
