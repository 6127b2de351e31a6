"""An effect on the argument itself that MindSpore does not have."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="in-place",
    summary="torch changes its argument, MindSpore returns a new tensor",
    effect=Effect.UNSAFE,
)
