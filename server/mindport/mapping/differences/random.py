"""Random numbers: the same distribution, other values."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="random",
    summary="random numbers differ even with the same seed",
    effect=Effect.NOTE,
)
