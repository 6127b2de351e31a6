"""A parameter at another position: a positional argument becomes a keyword."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="parameter-moved",
    summary="the parameters stand in another order",
    effect=Effect.HANDLED,
    derived=True,
)
