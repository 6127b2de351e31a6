"""An argument whose value means something else, such as a momentum of one minus torch's."""

from __future__ import annotations

from mindport.mapping.differences.kind import Kind
from mindport.mapping.row import Effect

KIND = Kind(
    slug="value-converted",
    summary="the value of an argument is converted",
    effect=Effect.HANDLED,
)
