"""Compares arrays and says what follows. Needs only NumPy."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from mindport.verify import tolerance
from mindport.verify.inputs import Array


class Verdict(str, Enum):
    EQUIVALENT = "equivalent"
    DIFFERENT = "different"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True)
class Leaf:
    """One output, gradient or weight of one framework: an array, or a plain value where ``array`` is None."""

    name: str
    dtype: str = ""
    array: Array | None = None
    value: object = None


@dataclass(frozen=True)
class Deviation:
    """How far apart a value is in the two frameworks; None where a figure has no meaning."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    max_abs: float | None
    max_rel: float | None
    cosine: float | None
    within: bool
    spread: float | None = None  # standard deviation of torch's values
    rounding: float | None = None  # how far torch itself is from its result in double precision
    note: str | None = None

    @property
    def relative(self) -> float | None:
        """Largest deviation in units of the spread."""
        if self.max_abs is None or not self.spread:
            return None
        return self.max_abs / self.spread

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {
            "name": self.name,
            "shape": list(self.shape),
            "dtype": self.dtype,
            "max_abs": self.max_abs,
            "max_rel": self.max_rel,
            "cosine": self.cosine,
            "within": self.within,
            "std": self.spread,
            "max_abs_per_std": self.relative,
        }
        if self.rounding is not None:
            out["rounding"] = self.rounding
        if self.note is not None:
            out["note"] = self.note
        return out


def compare(torch: Leaf, mindspore: Leaf, rtol: float | None = None, atol: float | None = None) -> Deviation:
    """The deviation of MindSpore's value from torch's.

    Where values are small altogether, the absolute tolerance shrinks with their spread: a fixed one would let
    anything pass.
    """
    if torch.array is None or mindspore.array is None:
        return _plain(torch, mindspore)
    expected, actual = np.asarray(torch.array), np.asarray(mindspore.array)
    dtype = torch.dtype if torch.dtype == mindspore.dtype else f"{torch.dtype} / {mindspore.dtype}"
    base = Deviation(torch.name, tuple(expected.shape), dtype, None, None, None, False)
    if expected.shape != actual.shape:
        return replace(base, note=f"shape {list(expected.shape)} in torch, {list(actual.shape)} in MindSpore")
    if expected.dtype.kind != actual.dtype.kind and {expected.dtype.kind, actual.dtype.kind} & set("fcb"):
        return replace(base, note=f"type {torch.dtype} in torch, {mindspore.dtype} in MindSpore")
    if expected.size == 0:
        return replace(base, max_abs=0.0, max_rel=0.0, within=True)
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    a, b = expected.astype(wide).ravel(), actual.astype(wide).ravel()
    finite = np.isfinite(a)
    if not bool(np.all(finite == np.isfinite(b))):
        return replace(base, note="not finite in one framework only", spread=_spread(a[finite]))
    same_rest = np.array_equal(a[~finite], b[~finite], equal_nan=expected.dtype.kind in "fc")
    if not same_rest:
        return replace(base, note="not finite, and not in the same way", spread=_spread(a[finite]))
    a, b = a[finite], b[finite]
    if a.size == 0:
        return replace(base, max_abs=0.0, max_rel=0.0, within=True, note="nothing is finite")
    limits = tolerance.chosen((torch.dtype, mindspore.dtype), rtol, atol)
    spread = _spread(a)
    scale = spread if a.size > 1 and spread > 1e-6 * _size(a) else _size(a)
    allowed = limits.atol * (min(1.0, scale) if atol is None and scale > 0 else 1.0)
    difference = np.abs(a - b)
    within = bool(np.all(difference <= allowed + limits.rtol * np.abs(a)))
    note = None if torch.dtype == mindspore.dtype else f"type {torch.dtype} in torch, {mindspore.dtype} in MindSpore"
    return replace(
        base,
        max_abs=float(difference.max()),
        max_rel=_relative(difference, a),
        cosine=_cosine(a, b),
        within=within,
        spread=spread,
        note=note,
    )


def excuse(deviation: Deviation, rounding: float | None, size: float, scale: float = 1.0) -> Deviation:
    """A deviation that is no larger than what rounding costs this very model is within tolerance after all.

    ``size`` is that of the exact values. Where they are as good as zero, all that either framework computes is
    rounding, as in the gradient of a bias before a batch normalisation. ``scale`` is the size of what the model computes with: a
    run in double precision that is far from the other in this measure computes something else, such as another branch.
    """
    if deviation.within or rounding is None or deviation.max_abs is None:
        return deviation
    if rounding > tolerance.MOST_RELATIVE * scale and size <= tolerance.AS_GOOD_AS_ZERO * rounding:
        within = False
    elif size <= tolerance.AS_GOOD_AS_ZERO * rounding:
        within = deviation.max_abs <= tolerance.NOTHING_BUT_ROUNDING_FACTOR * rounding
    else:
        most = tolerance.MOST_RELATIVE * (deviation.spread or 0.0) or math.inf
        within = deviation.max_abs <= min(tolerance.ROUNDING_FACTOR * rounding, most)
    return replace(deviation, rounding=rounding, within=within)


def excuse_gradient(deviation: Deviation, rounding: float | None, size: float, scale: float = 1.0) -> Deviation:
    """The same for a gradient, which jumps where the function has a kink: the direction must hold."""
    found = excuse(deviation, rounding, size, scale)
    if found.within or rounding is None or deviation.max_abs is None:
        return found
    if size <= tolerance.AS_GOOD_AS_ZERO * rounding:
        return found
    near = deviation.max_abs <= tolerance.ROUNDING_FACTOR * rounding
    return replace(found, within=near and (deviation.cosine or 0.0) >= tolerance.SAME_DIRECTION)


def _plain(torch: Leaf, mindspore: Leaf) -> Deviation:
    shape = tuple(np.shape(torch.array)) if torch.array is not None else ()
    same = torch.array is None and mindspore.array is None and torch.value == mindspore.value
    note = None
    if not same:
        note = f"{_said(torch)} in torch, {_said(mindspore)} in MindSpore"
    return Deviation(torch.name, shape, torch.dtype or type(torch.value).__name__, None, None, None, same, note=note)


def _said(leaf: Leaf) -> str:
    return f"a {leaf.dtype} tensor" if leaf.array is not None else repr(leaf.value)


def _spread(values: Array) -> float:
    return float(np.std(values)) if values.size else 0.0


def _size(values: Array) -> float:
    return float(np.sqrt(np.mean(np.abs(values) ** 2)))


def _relative(difference: Array, expected: Array) -> float:
    """Largest deviation relative to the value; tiny values count as a millionth of the typical size."""
    floor = max(1e-6 * _size(expected), 1e-30)
    return float(np.max(difference / np.maximum(np.abs(expected), floor)))


def _cosine(a: Array, b: Array) -> float | None:
    norms = float(np.linalg.norm(a) * np.linalg.norm(b))
    if norms == 0:
        return None
    product = np.vdot(a, b)
    return float((np.abs(product) if a.dtype.kind == "c" else product) / norms)
