"""Training or evaluation mode after construction; dropout and batch norm depend on it."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="mode-default",
    summary="a new Cell is in evaluation mode, a new Module in training mode",
    effect=Effect.NOTE,
)
