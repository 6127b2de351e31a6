"""Copies of whatever holds tensors."""

import copy

from mindspore import Tensor


def deep_copy(value, memo=None):
    """``copy.deepcopy``, whose tensors have elements of their own: those that MindSpore copies share them with the original."""
    memo = {} if memo is None else memo
    before = set(memo)
    result = copy.deepcopy(value, memo)
    for key, copied in list(memo.items()):
        if key not in before and type(copied) is Tensor and copied.size:
            copied.assign_value(copied.copy())
    return result
