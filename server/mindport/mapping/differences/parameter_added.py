"""A MindSpore argument that the row always writes, such as a padding mode."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="parameter-added",
    summary="an argument is written that torch implies",
    effect=Effect.HANDLED,
    derived=True,
)
