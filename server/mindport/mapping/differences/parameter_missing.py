"""An argument that MindSpore cannot be given: dropping it silently would change the result."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="parameter-missing",
    summary="an argument has no counterpart",
    effect=Effect.BLOCKS,
    derived=True,
)
