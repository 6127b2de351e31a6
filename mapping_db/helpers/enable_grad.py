# needs: set_grad_enabled
"""Differentiation is on again, inside of a block without it."""


def enable_grad(function=None):
    """As ``torch.enable_grad``: a context, or a decorator with or without parentheses."""
    context = set_grad_enabled(True)
    return context if function is None else context(function)
