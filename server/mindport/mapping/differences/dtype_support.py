"""Data types that torch takes and MindSpore does not."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="dtype-support",
    summary="not every data type is supported",
    effect=Effect.NOTE,
)
