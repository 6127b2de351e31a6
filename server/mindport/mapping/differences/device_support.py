"""A device on which the counterpart has no kernel."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="device-support",
    summary="not available on every device",
    effect=Effect.BLOCKS,
)
