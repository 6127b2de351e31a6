"""Something that works in PyNative mode only."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="graph-support",
    summary="not available in graph mode",
    effect=Effect.NOTE,
)
