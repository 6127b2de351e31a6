"""How far two frameworks may be apart.

The defaults by type are those of ``torch.testing.assert_close``
(https://docs.pytorch.org/docs/stable/testing.html#torch.testing.assert_close): an element agrees when
``|actual - expected| <= atol + rtol * |expected|``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tolerance:
    rtol: float
    atol: float


EXACT = Tolerance(0.0, 0.0)
DEFAULTS = {
    "float16": Tolerance(1e-3, 1e-5),
    "bfloat16": Tolerance(1.6e-2, 1e-5),
    "float32": Tolerance(1.3e-6, 1e-5),
    "float64": Tolerance(1e-7, 1e-7),
    "complex64": Tolerance(1.3e-6, 1e-5),
    "complex128": Tolerance(1e-7, 1e-7),
}

ROUNDING_FACTOR = 8.0
"""Two orders of summation may each be off by the rounding of a model, and the worst element is found among many."""

NOTHING_BUT_ROUNDING_FACTOR = 64.0
"""The same where the exact values are zero: nothing of them steadies the largest element."""

MOST_RELATIVE = 1e-3
"""Rounding excuses nothing beyond this part of the values' spread."""


def default(*dtypes: str) -> Tolerance:
    """The tolerance for values of these types: that of the coarsest."""
    return max((DEFAULTS.get(dtype, EXACT) for dtype in dtypes), key=lambda t: (t.rtol, t.atol))


def chosen(dtypes: tuple[str, ...], rtol: float | None, atol: float | None) -> Tolerance:
    """The default with what the user chose put in its place."""
    base = default(*dtypes)
    return Tolerance(base.rtol if rtol is None else rtol, base.atol if atol is None else atol)
