"""A result of another type, structure or dtype."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="return-changed",
    summary="the result differs in form",
    effect=Effect.UNSAFE,
)
