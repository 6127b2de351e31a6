"""The last resort: a difference that only words can tell; the row gives them in both languages."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="behaviour",
    summary="it behaves differently",
    effect=Effect.NOTE,
)
