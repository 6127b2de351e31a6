"""A default that differs after conversion: the rewrite writes torch's default out."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="default-changed",
    summary="a default value differs",
    effect=Effect.HANDLED,
    derived=True,
)
