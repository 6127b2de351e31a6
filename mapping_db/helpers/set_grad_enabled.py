"""Switches differentiation off for a ``with`` block."""

import contextlib

import mindspore as ms


def set_grad_enabled(mode):
    """A context manager; unlike torch's it does nothing outside a ``with``."""
    return contextlib.nullcontext() if mode else ms._no_grad()
