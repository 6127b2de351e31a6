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

AS_GOOD_AS_ZERO = 2.0
"""Values no larger than so many times their rounding are nothing but rounding themselves."""

EVERY_SUM = 5e-7
"""What two frameworks' sums of the same numbers in single precision may be apart, in units of the result's size."""

EVERY_SUM_BEFORE_A_KINK = 1e-5
"""The same for gradients: how many units rounding turns on or off is chance, so more of them are tried."""

KERNELS: dict[str, dict[str, tuple[float, float]]] = {
    "cpu": {
        "tanh": (1.1e-4, 0.0),
        "exp": (5e-6, 0.0),
        "expm1": (6e-5, 0.0),
        "elu": (1.2e-5, 0.0),
        "sigmoid": (2.4e-6, 0.0),
        "silu": (2.4e-6, 0.0),
        "log": (0.0, 2e-6),
        "logsumexp": (0.0, 2.5e-6),
        "softplus": (0.0, 4e-6),
        "log_sigmoid_forward": (0.0, 4e-6),
        "mish": (0.0, 1e-6),
    }
}
"""Kernels of MindSpore 2.10 that are less accurate than single precision allows, by device: the largest relative and
absolute error found on 100,001 points between -8 and 8 (logarithms between 0.001 and 50). What they do to a model's
results is no mistake of its migration."""

SAME_DIRECTION = 0.999
"""Cosine that gradients must have in any case. Rounding may turn a unit on or off that is as good as zero, which changes
its gradient altogether, and those of what lies before it a little."""

MOST_RELATIVE = 1e-3
"""Rounding excuses nothing beyond this part of the values' spread."""


def default(*dtypes: str) -> Tolerance:
    """The tolerance for values of these types: that of the coarsest."""
    return max((DEFAULTS.get(dtype, EXACT) for dtype in dtypes), key=lambda t: (t.rtol, t.atol))


def chosen(dtypes: tuple[str, ...], rtol: float | None, atol: float | None) -> Tolerance:
    """The default with what the user chose put in its place."""
    base = default(*dtypes)
    return Tolerance(base.rtol if rtol is None else rtol, base.atol if atol is None else atol)
